import { leftOut, type LeftOut } from "../formats/format.ts";

/** "1 message", "2 messages"; `many` where it is not `one` with an s. */
export const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/** What an export holds, or an import has stored. */
export function countAll(all: { messages: number; patterns: number; outcomes: number; directives: number }): string {
  const memories = [count(all.messages, "message"), count(all.patterns, "pattern"), count(all.outcomes, "outcome")];
  return `${memories.join(", ")} and ${count(all.directives, "decision on directives", "decisions on directives")}`;
}

/** What an import has left out; nothing where that is nothing. */
export function countLeftOut(counts: Readonly<Record<LeftOut, number>>): string {
  const kinds = Object.keys(leftOut) as LeftOut[]; // these are its keys
  const told = kinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => count(counts[kind], leftOut[kind][0], leftOut[kind][1]));
  return told.length === 0 ? "" : `; left out: ${told.join(", ")}`;
}
