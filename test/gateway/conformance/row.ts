import type { Column } from "./column.ts";
import type { World } from "./world.ts";

/**
 * What a cell found; what is none of these throws. `lost`: what the caller is told of, as `X-Cairn-Loss` has it, or in
 * the answer itself. `absent`: why there is nothing to say, as one of the two dialects has no such thing.
 */
export type Outcome = { is: "kept" } | { is: "lost"; told: string } | { is: "absent"; why: string };

export const kept: Outcome = { is: "kept" };

/** A behaviour: `run` holds one column to it. */
export type Row = { name: string; run(column: Column, world: World): Promise<Outcome> };

export type Group = { title: string; rows: readonly Row[] };
