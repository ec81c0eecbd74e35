import { directiveTypes, type DirectiveType } from "../directive.ts";

/** A word of a message, and how likely each label is of it. */
export type TaggedWord = {
  /** Where it stands in the message. */
  readonly start: number;
  readonly end: number;
  /** By `labels`; their sum is 1. */
  readonly chances: ArrayLike<number>;
};

/** Of a rule's words: its first, another one, or one that limits it and stands before it ("when you book for us: ..."). */
export type Place = "first" | "inside" | "lead";

const places: readonly Place[] = ["first", "inside", "lead"];

export type RuleLabel = { readonly type: DirectiveType; readonly place: Place };

/** What a word may be: none of a rule's, then of each type its places. The order is the model's. */
export const labels: readonly ("none" | RuleLabel)[] = [
  "none",
  ...directiveTypes.flatMap((type) => places.map((place) => ({ type, place }))),
];

/** How likely a word is one of a rule's. */
export const chanceOf = ({ chances }: TaggedWord): number => 1 - chances[0]!;
