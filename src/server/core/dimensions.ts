import { BuiltinEngine } from "../../embed/builtin/engine.ts";
import type { Storage } from "../storage.ts";

/** How long the vectors of a space are: where it has none, only those of the built-in one are known. */
export async function dimensionsOf(
  generations: Storage["generations"],
  fingerprint: string,
): Promise<number | undefined> {
  const builtin = new BuiltinEngine({ kind: "builtin" });
  return fingerprint === builtin.fingerprint ? builtin.dimensions : generations.dimensions(fingerprint);
}
