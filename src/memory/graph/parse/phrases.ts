import { phraseList, wordSet } from "../../language/word-set.ts";
import { isCapital, lowerAt, textOf, type Token } from "../../language/tokens.ts";
import { adverbs, conjunctions, determiners, hedges, prepositions, pronouns } from "../words/common.ts";

/** `head`: its last word, in lower case, which says what it is. */
export type Phrase = { text: string; tokens: Token[]; head: string; start: number; end: number };

const wordsMax = 7;
const quantities =
  phraseList(`a bit of|a little bit of|a little|a lot of|lots of|plenty of|a couple of|a few|a pair of|some|any|
   a|an|the|my|our|his|her|their|all|both|this|these`).map((phrase) => phrase.split(" "));

/** What follows a verb, without its times: read from the left. `source` is the sentence's. */
export class Words {
  readonly source: string;
  readonly tokens: Token[];

  constructor(source: string, tokens: Token[]) {
    this.source = source;
    this.tokens = tokens;
  }

  lower(at: number): string {
    return lowerAt(this.tokens, at);
  }

  /** Behind one of these words, skipping adverbs; `undefined` where none of them stands. */
  after(at: number, ...wanted: string[]): number | undefined {
    const place = this.skip(at);
    return wanted.includes(this.lower(place)) ? place + 1 : undefined;
  }

  /** The first place behind one of these words. */
  find(at: number, ...wanted: string[]): number | undefined {
    const found = this.tokens.findIndex(({ lower }, place) => place >= at && wanted.includes(lower));
    return found < 0 ? undefined : found + 1;
  }

  skip(at: number): number {
    let place = at;
    while (adverbs.has(this.lower(place))) place++;
    return place;
  }

  /** The noun phrase that begins here, without its article; none at no place. `joins`: prepositions that belong to it. */
  noun(at: number | undefined, ...joins: string[]): Phrase | undefined {
    if (at === undefined) return undefined;
    const first = this.skip(at);
    const start = this.#behindQuantity(first);
    let end = start;
    while (end < Math.min(this.tokens.length, start + wordsMax) && this.#goesOn(start, end, joins)) end++;
    while (
      end > start &&
      ((adverbs.has(this.lower(end - 1)) && !isCapital(this.tokens[end - 1]!)) ||
        prepositions.has(this.lower(end - 1)) ||
        this.lower(end - 1) === "these" ||
        this.lower(end - 1) === "&")
    )
      end--;
    if (end === start) return undefined;
    const tokens = this.tokens.slice(start, end);
    return { text: textOf(this.source, tokens), tokens, head: this.lower(end - 1), start, end };
  }

  /** Noun phrases joined by commas, "and", "or". */
  nouns(at: number | undefined, ...joins: string[]): Phrase[] {
    const phrases: Phrase[] = [];
    for (let phrase = this.noun(at, ...joins); phrase && phrases.length < 12;) {
      phrases.push(phrase);
      phrase = this.noun(this.joined(phrase.end), ...joins);
    }
    return phrases;
  }

  /** Behind what joins one part of a list with the next. */
  joined(at: number): number | undefined {
    if (this.tokens[at]?.gap) return undefined;
    const word = this.lower(at);
    if (word === ",") return ["and", "or", "&"].includes(this.lower(at + 1)) ? at + 2 : at + 1;
    return ["and", "or", "&", "plus", "+", "/"].includes(word) ? at + 1 : undefined;
  }

  #behindQuantity(at: number): number {
    const found = quantities.find((phrase) => phrase.every((word, i) => this.lower(at + i) === word));
    return found === undefined ? at : this.#behindQuantity(at + found.length);
  }

  /** Of a time that no date was read from: "last quarter", "earlier", "two semesters ago", "end of term". */
  #opensTime(at: number): boolean {
    if (isCapital(this.tokens[at]!)) return false;
    const [word, next] = [this.lower(at), this.lower(at + 1)];
    if (word === "first") return next === "thing";
    if (partsOfTime.has(word)) return next === "of" && timesWhole.has(this.lower(at + 2));
    return timeOpeners.has(word) || (this.lower(at + 2) === "ago" && next !== "");
  }

  #goesOn(start: number, at: number, joins: string[]): boolean {
    const { lower, gap } = this.tokens[at]!;
    if (at > start && (gap || this.#opensTime(at))) return false;
    if (/^[^\p{L}\p{N}@#'&+]/u.test(lower)) return false;
    if (noNouns.has(lower)) return false;
    if (lower === "&") return at > start;
    if (joins.includes(lower)) return at > start;
    if (at > start && ["of", "de", "la"].includes(lower)) return true;
    if (prepositions.has(lower) || conjunctions.has(lower) || hedges.has(lower)) return false;
    if (
      pronouns.has(lower) ||
      (determiners.has(lower) && at > start && !joins.includes(this.lower(at - 1)) && this.lower(at - 1) !== "of")
    )
      return false;
    return !(adverbs.has(lower) && at > start && !nounAdverbs.has(lower) && !isCapital(this.tokens[at]!));
  }
}

const noNouns = wordSet(
  `not n't never no is are was were am be been have has had do
   does did will 'm 're 've 'll 'd please lol haha ha hm`,
);

const timeOpeners = wordSet("last next earlier");
const partsOfTime = wordSet("end start beginning middle");
const timesWhole = wordSet("the this last next term season");

/** They are adverbs elsewhere. */
const nounAdverbs = new Set(["pretty"]);
