// Types of the modules that all components share.

export type Scaling = "linear" | "log" | "row";

export interface Scale {
  title: string;
  label: string;
  low: number;
  high: number;
  colors: string[];
  /** The colours on a dark page; empty if they are the same. */
  dark: string[];
}
