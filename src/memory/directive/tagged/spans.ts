import type { DirectiveType } from "../directive.ts";
import { chanceOf, labels, type RuleLabel, type TaggedWord } from "./tagged-word.ts";

/** From here on a word is a rule's. */
const leastOfWord = 0.5;

/** The words of one rule. */
export type Span = {
  readonly type: DirectiveType;
  readonly body: readonly TaggedWord[];
  /** What limits it and stands before it in the message. */
  readonly lead: readonly TaggedWord[];
  /** The mean chance of its words to be a rule's. */
  readonly chance: number;
};

const item = /^[ \t]*(?:[-*•–—+·]|\d{1,2}[.)])[ \t]+/gmu;

/**
 * The rules of a message by their words' likeliest labels. A rule has the type that its words have most of, and ends with its
 * item of a list.
 */
export function spansOf(words: readonly TaggedWord[], text: string): Span[] {
  const items = [...text.matchAll(item)].map(({ 0: mark, index }) => index + mark.length);
  let next = 0;
  const spans: { body: TaggedWord[]; lead: TaggedWord[] }[] = [];
  let lead: TaggedWord[] = [];
  for (const word of words) {
    if (chanceOf(word) < leastOfWord) continue;
    const label = likeliest(word);
    if (label.place === "lead") {
      lead.push(word);
      continue;
    }
    const last = spans.at(-1);
    let begins = false;
    for (; next < items.length && items[next]! <= word.start; next++) begins = true;
    if (last === undefined || begins || (label.place === "first" && last.body.length > 1)) {
      spans.push({ body: [word], lead });
      lead = [];
    } else last.body.push(word);
  }
  // What limits a rule, and has none behind it, stands where it belongs.
  spans.at(-1)?.body.push(...lead);
  return spans.map((span) => ({ ...span, type: typeOf(span.body), chance: mean(span.body.map(chanceOf)) }));
}

function likeliest({ chances }: TaggedWord): RuleLabel {
  let best = 1;
  for (let at = 2; at < labels.length; at++) if (chances[at]! > chances[best]!) best = at;
  return labels[best] as RuleLabel; // the first one alone is "none"
}

function typeOf(words: readonly TaggedWord[]): DirectiveType {
  const sums = new Map<DirectiveType, number>();
  for (const { chances } of words) {
    for (const [at, label] of labels.entries()) {
      if (label !== "none") sums.set(label.type, (sums.get(label.type) ?? 0) + chances[at]!);
    }
  }
  return [...sums].reduce((one, other) => (other[1] > one[1] ? other : one))[0];
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
