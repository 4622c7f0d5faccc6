// Compiles the engine's `product.ts` with AssemblyScript, which only development needs:
// `node tests/scripts/product.js` writes its `product.json`.

import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const ENGINE = new URL("../../live/engine/", import.meta.url);

/** Returns the WebAssembly of `product.ts` as base64. */
export async function compiled() {
  const source = await readFile(new URL("product.ts", ENGINE), "utf8");
  const options = [
    "product.ts",
    "--runtime",
    "stub",
    "--enable",
    "simd",
    "--importMemory",
    "-O3",
    "--noAssert",
    "--outFile",
    "product.wasm",
  ];
  let made = null;
  const { error, stderr } = await asc.main(options, {
    readFile: (name) => (name === "product.ts" ? source : null),
    writeFile: (_, contents) => {
      made = contents;
    },
    listFiles: () => [],
  });
  if (error || !made) throw new Error(stderr.toString());
  return Buffer.from(made).toString("base64");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = `${JSON.stringify({ wasm: await compiled() }, null, 2)}\n`;
  await writeFile(new URL("product.json", ENGINE), text);
}
