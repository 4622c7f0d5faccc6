// The data that Python sends to the beam tree, and the component's state.

import type { Send } from "../web/lifecycle.js";

export type Fate = "live" | "ended" | "pruned";

/** One token of a hypothesis. It is listed after its parent, which is null at the first step. */
export interface TreeNode {
  parent: number | null;
  token: string;
  probability: number;
  total: number;
  fate: Fate;
}

export interface TreeData {
  identity: string;
  best: number;
  start: number;
  fates: Record<Fate, string>;
  nodes: TreeNode[];
  /** Whether the tree is drawn as a picture to save. */
  picture?: object;
}

export interface TreeColumns {
  columns: number[][];
  children: number[][];
  onBest: Set<number>;
  /** The row of each node. */
  rows: number[];
}

export interface NodePlace {
  left: number;
  width: number;
  top: number;
  column: number;
}

export interface Tree {
  root: HTMLElement;
  scroller: HTMLElement;
  readout: HTMLElement;
  /** The checkbox that hides pruned hypotheses. */
  kept: HTMLInputElement;
  overview: SVGSVGElement | null;
  scale: number;
  data: TreeData;
  columns: TreeColumns;
  places: NodePlace[];
  boxes: SVGGElement[];
  focus: number;
  chosen: number;
  redraw: () => void;
  watch: ResizeObserver;
  setState: Send;
}
