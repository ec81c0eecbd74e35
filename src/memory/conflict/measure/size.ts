import type { Action, Step } from "../text/action.ts";
import { quantitiesOf } from "./quantity.ts";

export type Size = "short" | "long";

const sized = (size: Size, words: string) => words.split(" ").map((word) => [word, size] as const);

/** Bases of words for a size. */
export const sizes: ReadonlyMap<string, Size> = new Map([
  ...sized("short", "short brief concis small"),
  ...sized("long", "long lengthy larg big hug"),
]);

/** By dimension, up to which value something is short, and from which on it is long; between, it is neither. */
const bounds: Readonly<Record<string, readonly [short: number, long: number]>> = {
  words: [45, 75],
  time: [1_800, 9_000],
  "": [5, 50],
};

/** Whether the step measures something that is short or long; undefined between, and where nothing is measured. */
export function sizeOf(step: Step, action: Action): Size | undefined {
  for (const { dimension, value } of quantitiesOf(action.tokens.slice(step.from, step.to))) {
    const bound = bounds[dimension];
    if (bound && value >= bound[1]) return "long";
    if (bound && value <= bound[0] && dimension !== "") return "short";
  }
  return undefined;
}

/** What is measured is a text. */
export const isOfWords = (step: Step, action: Action): boolean =>
  quantitiesOf(action.tokens.slice(step.from, step.to)).some(({ dimension }) => dimension === "words");
