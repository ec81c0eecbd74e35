import type { DirectiveType } from "../directive.ts";
import type { Word } from "../text/word.ts";
import { spansOf, type Span } from "./spans.ts";
import { chanceOf, type TaggedWord } from "./tagged-word.ts";

/** Below this a span is too unsure to be a rule. Tastes are told in ordinary talk, too. */
const leastChance: Readonly<Record<DirectiveType, number>> = { MUST: 0.65, NEVER: 0.65, PREFER: 0.8, AVOID: 0.8 };
/** What the readers find is no rule where the model gives its words less than this on the mean. */
const leastSupport = 0.4;

/** What a model takes for rules' words in one message. */
export class Tags {
  readonly #chances: ReadonlyMap<number, number>;
  readonly #spans: readonly Span[];

  constructor(words: readonly TaggedWord[], text: string) {
    this.#chances = new Map(words.map((word) => [word.start, chanceOf(word)]));
    this.#spans = spansOf(words, text).filter(({ chance, type }) => chance >= leastChance[type]);
  }

  /** Whether the model, too, takes these words for a rule's. Words that it did not read speak for themselves. */
  supports(words: readonly Word[], least = leastSupport): boolean {
    const chances = words.flatMap(({ start }) => this.#chances.get(start) ?? []);
    const sum = chances.reduce((total, chance) => total + chance, 0);
    return chances.length === 0 || sum / chances.length >= least;
  }

  /** The rules that begin in a part of the message. */
  within(from: number, to: number): Span[] {
    return this.#spans.filter(({ body: [first] }) => first!.start >= from && first!.start < to);
  }
}
