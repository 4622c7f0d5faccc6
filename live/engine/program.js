// Runs what `live/exported.py` writes: a list of torch calls. No model is known here.

/** @import { Call, Program, Run, Value } from "./types" */

/**
 * Returns a function from named inputs to named outputs. Calls that read weights only are made at once.
 * @param {Program} program @param {Record<string, Value>} weights @param {Record<string, Call>} known
 * @returns {Run}
 */
export function prepare({ inputs, weights: named, calls, outputs }, weights, known) {
  /** @type {Value[]} */
  const fixed = [];
  for (const [name, number] of Object.entries(named)) {
    if (!weights[name]) throw new Error(`the file of weights has no ${name}`);
    fixed[number] = weights[name];
  }
  /** @type {((values: Value[]) => void)[]} */
  const steps = [];
  for (const [name, number, args] of calls) {
    if (!known[name]) throw new Error(`the engine has no call ${name}`);
    const readers = args.map((one) => reader(one, fixed));
    const call = (/** @type {Value[]} */ values) => {
      values[number] = known[name](...readers.map(({ read }) => read(values)));
    };
    if (readers.every((one) => one.isFixed)) call(fixed);
    else steps.push(call);
  }
  return (given) => {
    const values = fixed.slice();
    for (const [name, number] of Object.entries(inputs)) values[number] = given[name];
    for (const step of steps) step(values);
    return Object.fromEntries(
      Object.entries(outputs).map(([name, number]) => [name, values[number]]),
    );
  };
}

/**
 * Returns how an argument is read, and whether it is known before the program runs.
 * @param {Value} argument @param {Value[]} fixed
 * @returns {{ read: (values: Value[]) => Value, isFixed: boolean }}
 */
function reader(argument, fixed) {
  if (Array.isArray(argument)) {
    const parts = argument.map((one) => reader(one, fixed));
    return {
      read: (values) => parts.map(({ read }) => read(values)),
      isFixed: parts.every(({ isFixed }) => isFixed),
    };
  }
  if (argument !== null && typeof argument === "object") {
    const number = argument.value;
    return { read: (values) => values[number], isFixed: fixed[number] !== undefined };
  }
  const constant = argument === "-inf" ? -Infinity : argument === "inf" ? Infinity : argument;
  return { read: () => constant, isFixed: true };
}
