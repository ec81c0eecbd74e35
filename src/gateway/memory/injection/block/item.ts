import type { Layer, Origin } from "../../../../memory/entity/layer.ts";

/** A memory as the model is to see it. */
export type Item = {
  id: string;
  /** The memories that it is taken from: itself, or what a fact was said in. Without one of them it is not shown again. */
  memoryIds: string[];
  /** Others, whose words it may have: it goes with them too. */
  leansOn?: readonly string[];
  layer: Layer;
  text: string;
  /** Who it is from; of a message, who said it. */
  from: Origin;
  /** When it was said or written. */
  atMs: number;
};

/** What a system may be told: patterns of the operator's or of an agent's. All else is data. */
export function hasAuthority({ layer, from }: Item): boolean {
  return layer === "patterns" && (from === "operator" || from === "agent");
}
