// The data that Python sends to the step player, and the player's state.

import type { ExpectedCell } from "../../flow/types";
import type { Send } from "../../web/lifecycle.js";
import type { Plan } from "../../timing/types";
import type { Doubt, Flow, FlowNotes } from "../../flow/types";
import type {
  Cells,
  JointBars,
  MapData,
  Place,
  Scale,
  Side,
  Stage,
  StageContent,
  StageElements,
  StageSession,
  TransportElements,
  View,
} from "./maps_types";

export interface ChosenCell {
  map: string;
  unit: string;
  row: number;
  column: number;
}

/** Words of one map whose attention is shown together, by their indices. */
export interface Joint {
  map: string;
  unit: string;
  side: Side;
  words: number[];
}

export interface Layer {
  measure: string;
  unit: string;
  scale: Scale;
  cells: (Cells | null)[];
  /** By map: its own scale, or null for the layer's. */
  scales: (Scale | null)[];
}

/** The content to draw; `columns`, `rows` and `tokens` are indices into `lists`. */
export interface Drawn {
  source?: string;
  maps: {
    id: string;
    label: string;
    mode: string;
    origin: string;
    translation: string;
    tokens: number;
    place: Place;
    next: [string, number][][];
    logProb?: number;
    perToken?: number;
    flow?: FlowNotes | null;
  }[];
  /** The timing diagrams that the maps' flows share. */
  clocks?: Plan[];
  units: Record<
    string,
    {
      columns: number;
      rows: number;
      rowOfStep: number[];
      unread?: number[];
      doubt?: Doubt;
      copied?: number[];
      places?: MapData["places"];
    }[]
  >;
  layers: Layer[];
  lists: string[][];
}

/** A map whose model is still loading, and its index among all maps (`at`). */
export interface Late {
  at: number;
  label: string;
  place: Place;
}

/** The content of the player, and the position that it starts at. */
export interface Data extends Drawn {
  key: string;
  identity: string;
  start: {
    step: number;
    view: View;
    cell: ChosenCell | null;
    pins?: string[];
    joint?: string;
    beat?: string;
  };
  forcible?: boolean;
  /** The decoding that a link beside the name of the large map chooses. */
  decode?: string;
  /** The id of the map whose flow's ribbons can be dragged. */
  movable?: string;
  /** The ids of the maps whose heads can be opened. */
  heads?: string[];
  /** Whether Python can save pictures of these maps. */
  savable?: boolean;
  /** Prefetched content for buttons of the page. */
  ahead?: Goal[];
  /** The view to restore when the browser has gone back to this sentence. */
  restored?: View;
  /** The step at which the sentence opens if neither link nor person chose one. */
  opening?: number;
  /** The id of the map that the readout bar describes at first. */
  lead?: string;
  late?: Late[];
  /** The cell of the first map that a person had expected to be the highest of its row. */
  pick?: ExpectedCell;
}

export interface Goal {
  button: string;
  identity: string;
  step: number;
  cell: ChosenCell | null;
  drawing: string;
}

/**
 * The data as a page of the app sends them. The content is one JSON text (`drawn`), made once for
 * all steps, and has a name (`drawing`, its hash). It is left out if the browser has it.
 */
export interface Sent extends Omit<Data, keyof Drawn | "ahead"> {
  drawing: string;
  drawn?: string;
  ahead?: (Goal & { drawn?: string })[];
}

/** A control; `node` is null if there is nothing to choose. */
export interface Option {
  node: HTMLElement | null;
  show: (value: any) => void;
}

/** Where a person is; it is frozen, and `reduce` of state/position.js alone makes one. */
export interface Position {
  readonly step: number;
  readonly view: Readonly<View>;
  readonly cell: ChosenCell | null;
  readonly pins: readonly string[];
  readonly joint: Joint | null;
}

/** What a person does to the position. */
export type Action =
  | { type: "start"; start: Data["start"] }
  | { type: "end" }
  | { type: "step"; step: number }
  | { type: "view"; changes: Partial<View> }
  | { type: "cell"; cell: ChosenCell | null }
  | { type: "pins"; pins: string[] }
  | { type: "joint"; joint: Joint | null };

/** What the player shows: Python's data, and the maps of the layer on show. */
export interface Content extends StageContent {
  data: Data;
  scale: Scale;
  /** The joint attention of the chosen words in each map that has them all, by the maps' ids. */
  joints: Map<string, JointBars>;
}

/** What a position is in: the maps and layers on show, and the number of the last step. */
export interface Bounds {
  maps: Pick<MapData, "id" | "rows" | "rowOfStep">[];
  hero?: Pick<MapData, "rows" | "rowOfStep">;
  data: { layers: Pick<Layer, "measure" | "unit">[] };
  last: number;
}

/** The elements of the player, which are made once. */
export interface Elements extends StageElements, TransportElements {
  /** The source sentence, which is visible in presenter mode. */
  readonly source: HTMLElement;
  readonly measures: HTMLElement;
  readonly open: HTMLButtonElement;
  readonly panel: HTMLElement;
  readonly large: HTMLElement;
  readonly readoutBar: HTMLElement;
  readonly magnifier: HTMLElement;
  /** The element that contains the flows. */
  readonly flowCards: HTMLElement;
  /** The note on the shares beside the names of the maps. */
  readonly shares: HTMLElement;
  /** The list of what each model wrote. */
  readonly written: HTMLElement;
  /** The buttons that save a picture and copy the link, and the latter. */
  readonly sharing: HTMLElement;
  readonly copy: HTMLButtonElement;
}

/** The controls of the panel, which other measures or units replace. */
export interface Controls {
  readonly options: Record<keyof View | "veiled" | "doubt", Option>;
  readonly present: HTMLButtonElement;
  /** The part of the panel that is about the picture. */
  readonly pictures: HTMLElement;
}

/** What Python was told and has sent. */
export interface Reports {
  pending?: ReturnType<typeof setTimeout>;
  /** The last data from Python, without the content, as JSON. */
  lastData?: string;
  /** The last reported position, as JSON. */
  lastReport?: string;
  /** The chosen cell that was last reported to Python. */
  reportedCell: ChosenCell | null;
  reported: boolean;
}

/** The last press on a word. */
export interface Presses {
  /** The word from which Shift chooses all. */
  anchor?: { map: string; side: Side; index: number };
  /** Whether the last pointer was a finger, and whether it has just chosen a word by a long press. */
  touched: boolean;
  longPressed: boolean;
}

/** How the player runs on this page; nothing of it is reported. */
export interface Session extends StageSession {
  presenting: boolean;
  veiled: boolean;
  /** The step at which playing stops. */
  until: number;
  /** Whether playing began the fade, which then ends at the last step. */
  lifts: boolean;
  swiped: boolean;
  /** Whether the list of what each model wrote is open. */
  listing: boolean;
  /** The y position of the maps on the page, and the observer that notices when it changes. */
  top: number;
  above?: ResizeObserver;
}

export interface Player extends Stage {
  readonly elements: Elements;
  readonly content: Content;
  readonly session: Session;
  readonly reports: Reports;
  readonly presses: Presses;
  position: Position;
  controls: Controls;
  /** The flows on show. */
  flows: Flow[];
  setState: Send;
  trigger?: Send;
  /** Called by the readout bar. */
  readonly clearCell: () => void;
  readonly clearJoint: () => void;
  readonly chooseBest: () => void;
}
