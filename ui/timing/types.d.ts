// The timing diagram, as Python lays it out.

interface Arrow {
  path: string;
  role: string;
  label: string;
  x: number;
  y: number;
  anchor: string;
}

interface Box {
  x: number;
  y: number;
  width: number;
  label: string;
  role: string;
}

export interface Plan {
  box: number;
  width: number;
  height: number;
  arrows: Arrow[];
  boxes: Box[];
}
