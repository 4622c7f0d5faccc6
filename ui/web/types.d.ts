// What the shared modules of all components take.

export type Scaling = "linear" | "log" | "row";

export interface Scale {
  title: string;
  label: string;
  low: number;
  high: number;
  colors: string[];
  /** Those on a dark page, where they are others. */
  dark: string[];
}
