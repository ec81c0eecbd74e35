import { wordSet } from "../language/word-set.ts";
import { textsOf, wordAt, type Token } from "./text/tokens.ts";
import { itemsOf, type Item } from "./text/item.ts";
import { isContainer } from "./lexicon/containers.ts";
import { asAct, numbered, type Meaning } from "./lexicon/lexicon.ts";
import { isWeak } from "./lexicon/weak.ts";
import { determiners, negators, timeWords } from "./text/words.ts";

/** One thing that a rule speaks of, and the part it plays. */
export type Need = {
  readonly meaning: Meaning;
  readonly word: string;
  /** `object`: the head of the verb's object; `place`: the head of a phrase with a preposition; `modifier`: of either. */
  readonly role: "object" | "place" | "modifier";
  readonly preposition?: string;
  readonly negated: boolean;
};

/** An act that a rule speaks of: "deploy", "restart the database", "peanuts". */
export type Part = {
  readonly verb?: Meaning;
  /** The verb was found in a passive: "the knives are returned". */
  readonly isPassive?: true;
  readonly needs: readonly Need[];
  readonly text: string;
};

/** The act that a range of a rule's tokens names. */
export function partOf(tokens: readonly Token[], from: number, to: number): Part {
  const each = itemsOf(tokens, from, to);
  const items = isTogether(tokens, from, to) ? each : asOne(tokens, each);
  const negatedFrom = negation(tokens, from, to);
  const text = textsOf(tokens.slice(from, to));
  const [first, ...rest] = items;
  if (!first) return { needs: [], text };
  const isVerb =
    first.meaning.act &&
    first.preposition === undefined &&
    !(first.prefixed && first.word.endsWith("ed")) && // "unsigned drivers"
    !determiners.has(wordAt(tokens, first.from - 1)) &&
    (rest.length > 0 || !first.meaning.thing || first.word.endsWith("ing"));
  const passive = isVerb ? undefined : items.find((item) => isPassive(tokens, item));
  const verb = isVerb ? first.meaning : passive && asAct(passive.meaning);
  const nouns = isVerb ? rest : items.filter((item) => item !== passive);
  const needs = needsOf(tokens, from, nouns, negatedFrom, isVerb);
  return { ...(verb && { verb }), ...(passive && { isPassive: true }), needs, text };
}

const being = new Set(["is", "are", "be", "gets", "get"]);

/** "is returned", "are kept", "has to read". */
function isPassive(tokens: readonly Token[], { from, word, meaning }: Item): boolean {
  if (!asAct(meaning).act) return false;
  const before = wordAt(tokens, from - 1);
  const isObliged = before === "must" || (before === "to" && ["has", "have"].includes(wordAt(tokens, from - 2)));
  return isObliged || (being.has(before) && /(?:ed|en|wn|ept|old|ent|ought|ut)$/.test(word));
}

/** "both node-1 and node-2": neither is meant without the other. */
const isTogether = (tokens: readonly Token[], from: number, to: number): boolean =>
  tokens.slice(from, to).some(({ word }) => word === "both" || word === "together" || word === "simultaneously");

/** "node-1 or node-2", "node-1 through node-5": one thing with all its numbers, of which each is meant. */
function asOne(tokens: readonly Token[], items: readonly Item[]): Item[] {
  const joined: Item[] = [];
  for (const item of items) {
    const before = joined.at(-1);
    const meaning = before && isListed(tokens, before, item) ? bothOf(before.meaning, item.meaning) : undefined;
    if (before && meaning) joined.splice(-1, 1, { ...before, meaning, to: item.to });
    else joined.push(item);
  }
  return joined;
}

/** The same word with the numbers of both. */
function bothOf(one: Meaning, other: Meaning): Meaning | undefined {
  if (!one.plain || !one.numbers || !other.numbers || one.base !== other.base) return undefined;
  return numbered(one.plain, {
    numbers: [...one.numbers, ...other.numbers],
    isOpen: one.isOpen === true || other.isOpen === true,
  });
}

const listing = wordSet("and or nor to through thru until till up the a an either also well as");

/** Nothing but numbers, marks and words of a list stands between the two; "from db1 to db2" is a way and no list. */
const isListed = (tokens: readonly Token[], one: Item, other: Item): boolean =>
  one.preposition !== "from" &&
  tokens.slice(one.to, other.from).every(({ kind, word }) => kind === "number" || kind === "mark" || listing.has(word));

function needsOf(
  tokens: readonly Token[],
  from: number,
  items: readonly Item[],
  negatedFrom: number,
  hasVerb: boolean,
): Need[] {
  const needs: Need[] = [];
  for (const [place, item] of items.entries()) {
    if (isSubordinate(tokens, from, item) && isWeak(item.meaning)) continue;
    if (tokens[item.from - 1]?.word === "or" && timeWords.has(wordAt(tokens, item.from - 2))) continue;
    const next = items[place + 1];
    const joined =
      next !== undefined && !isAdverb(next) && next.preposition === item.preposition && adjacent(tokens, item, next);
    const subordinate = isSubordinate(tokens, from, item);
    const before = needs.at(-1);
    const belongs = item.preposition === "of" && before !== undefined && !isContainer(before.meaning.base);
    const role =
      joined || subordinate || belongs || isAdverb(item)
        ? "modifier"
        : item.preposition === undefined || item.preposition === "of"
          ? "object"
          : "place";
    needs.push({
      meaning: item.meaning,
      word: item.word,
      role:
        item.meaning.quality && role === "object" && (needs.length > 0 || (hasVerb && manners.has(item.meaning.base)))
          ? "modifier"
          : role,
      ...(item.preposition !== undefined && { preposition: item.preposition }),
      ...(subordinate && isDuring(tokens, from, item) && { preposition: "during" }),
      negated: item.prefixed || item.from >= negatedFrom,
    });
  }
  return needs;
}

/** "individually": it says how, and needs no noun. */
const isAdverb = ({ word, meaning }: Item): boolean =>
  word.endsWith("ly") && word.length > 4 && (meaning.uses?.n ?? 0) < 1 && !meaning.thing;

/** Bases of words that say how even where they stand right behind the verb. */
const manners = new Set(["alon", "manual", "unattend"]);

const isDuring = (tokens: readonly Token[], from: number, item: Item): boolean =>
  tokens.slice(from, item.from).some(({ word }) => word === "while");

/** Tokens of a part of a rule in which a subordinate clause is looked for. */
const readMax = 100;

const subordinates = new Set(["while", "when", "that", "which", "who", "if", "until", "whose"]);

function isSubordinate(tokens: readonly Token[], from: number, item: Item): boolean {
  return tokens.slice(from, Math.min(item.from, from + readMax)).some(({ word }) => subordinates.has(word));
}

/** Nothing but marks such as a hyphen stands between the two. */
function adjacent(tokens: readonly Token[], item: Item, next: Item): boolean {
  for (let at = item.to; at < next.from; at++) if (tokens[at]!.kind !== "mark") return false;
  return true;
}

function negation(tokens: readonly Token[], from: number, to: number): number {
  for (let at = from; at < to; at++) {
    if (tokens[at]!.kind === "word" && negators.has(tokens[at]!.word)) return at;
  }
  return Infinity;
}
