import type { DirectiveType } from "../directive.ts";
import { chanceOf, labels, type RuleLabel, type TaggedWord } from "./tagged-word.ts";

/** From here on a word is a rule's. */
const leastOfWord = 0.5;
/** From here on it is one, where it begins or ends a rule whose other words are: a rule without it is none. */
const leastOfEdge = 0.25;
/** So many words on at most. */
const firstReach = 2;

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
  const startsItem = itemStarts(text);
  const isMark = ({ start, end }: TaggedWord) => !/[\p{L}\p{N}]/u.test(text.slice(start, end));
  const spans: { body: TaggedWord[]; lead: TaggedWord[] }[] = [];
  const lastWords = new Map<TaggedWord, TaggedWord>();
  let lead: TaggedWord[] = [];
  let unsure: { word: TaggedWord; type: DirectiveType; at: number } | undefined;
  for (const [at, word] of words.entries()) {
    const { type, place } = likeliest(word);
    const chance = chanceOf(word);
    const last = spans.at(-1)?.body;
    if (chance < leastOfWord) {
      if (chance < leastOfEdge) continue;
      if (place === "first") unsure = { word, type, at };
      const ends = words[at + 1] === undefined || isMark(words[at + 1]!);
      if (place === "inside" && ends && last?.at(-1) === words[at - 1]) lastWords.set(words[at - 1]!, word);
      continue;
    }
    if (place === "lead") {
      lead.push(word);
      continue;
    }
    const isLong = last && (last.length > 1 || lastWords.has(last[0]!));
    const isNew = startsItem(word) || (place === "first" && last && (isLong || type !== typeOf(last)));
    const before = place === "inside" && unsure?.type === type && at - unsure.at <= firstReach ? [unsure.word] : [];
    if (last === undefined || isNew) {
      spans.push({ body: [...before, word], lead });
      lead = [];
    } else last.push(...before, word);
    unsure = undefined;
  }
  // What limits a rule, and has none behind it, stands where it belongs.
  spans.at(-1)?.body.push(...lead);
  return spans.map(({ body, lead }) => ({
    type: typeOf(body),
    body: body.flatMap((word) => [word, ...(lastWords.has(word) ? [lastWords.get(word)!] : [])]),
    lead,
    chance: mean(body.map(chanceOf)),
  }));
}

/** Whether a word, of those that are asked for in their order, is the first that is asked for of an item of a list. */
function itemStarts(text: string): (word: TaggedWord) => boolean {
  const items = [...text.matchAll(item)].map(({ 0: mark, index }) => index + mark.length);
  let passed = 0;
  return ({ start }) => {
    const before = passed;
    while (passed < items.length && items[passed]! <= start) passed++;
    return passed > before;
  };
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
