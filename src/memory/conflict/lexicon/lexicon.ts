import { baseForm } from "../../language/base-form.ts";
import { acts } from "./acts.ts";
import { actKinds, kinds } from "./kinds.ts";
import { choices, opposites } from "./opposites.ts";
import { qualities } from "./qualities.ts";
import { isWeak } from "./weak.ts";
import { usesOf, type Uses } from "../../language/wordnet.ts";
import { things } from "./things.ts";

/** What a word or a phrase can mean. */
export type Meaning = {
  base: string;
  /** Its own names: two words mean the same where they share one. */
  own: ReadonlySet<string>;
  /** Names of all that it is a kind of, its own among them. */
  up: ReadonlySet<string>;
  /** Names of what it cannot be at the same time. */
  opposed: ReadonlySet<string>;
  act: boolean;
  thing: boolean;
  quality: boolean;
  /** The numbers that say which one is meant: "node-1", "ports 80 and 443". */
  numbers?: readonly string[];
  /** More than those numbers are meant: "nodes 1 to 3", "TLS 1.1 or older". */
  isOpen?: boolean;
  /** The same without them. */
  plain?: Meaning;
  /** How WordNet knows it used; undefined for a word that it does not know. */
  uses: Uses | undefined;
  /** In one of the tables written by hand. */
  isListed: boolean;
};

/** The longest phrase, in words. */
export const phraseMax = 6;

const linesOf = (table: string): string[][] =>
  table
    .split(/[\n|]/)
    .map((line) =>
      line
        .replace(":", " ")
        .split(/\s+/)
        .filter((word) => word !== ""),
    )
    .filter((words) => words.length > 0);

const rawWords = new Set<string>();
const bare = (word: string): string => baseForm(word, () => false);
for (const table of [acts, things, qualities, kinds, actKinds, opposites]) {
  for (const line of linesOf(table))
    for (const phrase of line) for (const word of phrase.split("_")) rawWords.add(bare(word));
}

/** The key of a word: the same for all its forms. */
export function baseOf(word: string): string {
  let base = bases.get(word);
  if (base === undefined) {
    base = baseForm(singular(word), (each) => rawWords.has(each));
    if (bases.size >= knownMax) bases.clear();
    bases.set(word, base);
  }
  return base;
}

/** "largest" is "large", where that is an adjective. */
function positive(word: string): string {
  const root = word.slice(0, -3);
  const forms = [root, `${root}e`, root.slice(0, -1), root.endsWith("i") ? `${root.slice(0, -1)}y` : root];
  return forms.find((form) => (usesOf(bare(form))?.a ?? 0) > 3) ?? word;
}

/** "ads" is "ad": the index's stemmer leaves words of three letters alone. */
function singular(word: string): string {
  if (word.length > 5 && word.endsWith("est")) return positive(word);
  if (word.length > 5 && word.endsWith("eed") && usesOf(word.slice(0, -2)) !== undefined) return word.slice(0, -1);
  if (word.length !== 3 || !word.endsWith("s") || word.endsWith("ss")) return word;
  return usesOf(word) === undefined && usesOf(word.slice(0, 2)) !== undefined ? word.slice(0, 2) : word;
}

const bases = new Map<string, string>();
/** How many words and meanings are remembered. */
const knownMax = 20_000;

const keyOf = (phrase: string): string => phrase.split("_").map(bare).join(" ");

const lines = new Map<string, Set<string>>();
const parents = new Map<string, Set<string>>();
const excluded = new Map<string, Set<string>>();
const actWords = new Set<string>();
const thingWords = new Set<string>();
const qualityWords = new Set<string>();

function put<Key>(map: Map<Key, Set<string>>, key: Key, value: string): void {
  const set = map.get(key);
  if (set) set.add(value);
  else map.set(key, new Set([value]));
}

function readSynonyms(table: string, sort: string, words: Set<string>): void {
  for (const [place, line] of linesOf(table).entries()) {
    for (const phrase of line) {
      const key = keyOf(phrase);
      words.add(key);
      put(lines, key, `${sort}${place}`);
    }
  }
}

function readKinds(table: string, words: Set<string>): void {
  for (const line of linesOf(table)) {
    const [parent, ...children] = line.map(keyOf);
    words.add(parent!);
    for (const child of children) {
      words.add(child);
      put(parents, child, parent!);
    }
  }
}

readSynonyms(acts, "act ", actWords);
readSynonyms(things, "thing ", thingWords);
readSynonyms(qualities, "quality ", qualityWords);
readKinds(kinds, thingWords);
readKinds(actKinds, actWords);
for (const line of linesOf(opposites)) {
  for (const one of line) {
    qualityWords.add(keyOf(one));
    for (const other of line) if (one !== other) put(excluded, keyOf(one), keyOf(other));
  }
}

const phrases = new Set([...actWords, ...thingWords, ...qualityWords]);
const starts = new Set([...phrases].filter((key) => key.includes(" ")).map((key) => key.slice(0, key.indexOf(" "))));

export const isPhrase = (key: string): boolean => phrases.has(key);
export const startsPhrase = (base: string): boolean => starts.has(base);

/** A word that no table has is an act if at least this many ninths of its uses are a verb's. */
const verbShare = 5;

const known = new Map<string, Meaning>();

/** The meaning of a base or of bases joined by spaces. */
export function meaningOf(key: string): Meaning {
  const found = known.get(key);
  if (found) return found;
  const own = new Set([key, ...(lines.get(key) ?? [])]);
  const up = new Set(own);
  const opposed = new Set<string>();
  climb(key, up, 0);
  const head = headOf(key);
  if (head) {
    for (const name of meaningOf(head).up) up.add(name);
    up.add(key.slice(0, key.indexOf(" ")));
  }
  for (const line of [key, ...synonymsOf(own)]) {
    for (const other of excluded.get(line) ?? []) opposed.add(other);
  }
  const contrary = key.startsWith("un") ? key.slice(2) : `un${key}`;
  if (phrases.has(contrary)) opposed.add(contrary);
  const uses = usesOf(key);
  const isListed = phrases.has(key) || isWeak({ base: key });
  const meaning: Meaning = {
    base: key,
    uses,
    isListed,
    own,
    up,
    opposed,
    act: isListed ? actWords.has(key) || isWeak({ base: key }) : (uses?.v ?? 0) >= verbShare,
    thing: thingWords.has(key),
    quality: qualityWords.has(key),
  };
  if (known.size >= knownMax) known.clear();
  known.set(key, meaning);
  return meaning;
}

const asActs = new WeakMap<Meaning, Meaning>();

/** The meaning as a verb, where the word can be one. */
export function asAct(meaning: Meaning): Meaning {
  if (meaning.act || meaning.uses?.v === undefined) return meaning;
  let act = asActs.get(meaning);
  if (!act)
    asActs.set(meaning, (act = { ...meaning, act: true, ...(meaning.plain && { plain: asAct(meaning.plain) }) }));
  return act;
}

/** The meaning of a word with what it is numbered by. */
export const numbered = (
  meaning: Meaning,
  numbering: { numbers: readonly string[]; isOpen: boolean } | undefined,
): Meaning => (numbering === undefined ? meaning : { ...meaning, ...numbering, plain: meaning });

const asNames = new WeakMap<Meaning, Meaning>();

/** The meaning as no verb: "node-1" nods to nobody. */
export function asName(meaning: Meaning): Meaning {
  if (!meaning.act) return meaning;
  let name = asNames.get(meaning);
  if (!name) asNames.set(meaning, (name = { ...meaning, act: false }));
  return name;
}

/** "customer data" is data: the last word of a thing in several words. */
function headOf(key: string): string | undefined {
  if (!key.includes(" ") || !thingWords.has(key) || actWords.has(key)) return undefined;
  const head = key.slice(key.lastIndexOf(" ") + 1);
  return thingWords.has(head) || actWords.has(head) ? head : undefined;
}

const members = new Map<string, string[]>();
for (const [key, names] of lines) for (const name of names) members.set(name, [...(members.get(name) ?? []), key]);

function synonymsOf(own: ReadonlySet<string>): string[] {
  return [...own].filter((name) => name.startsWith("quality ")).flatMap((name) => members.get(name) ?? []);
}

function climb(key: string, up: Set<string>, depth: number): void {
  if (depth > 3) return;
  const same = [
    key,
    ...[...(lines.get(key) ?? [])]
      .filter((name) => name.startsWith("thing "))
      .flatMap((name) => members.get(name) ?? []),
  ];
  for (const each of depth === 0 ? same : [key]) {
    for (const parent of parents.get(each) ?? []) {
      up.add(parent);
      for (const line of lines.get(parent) ?? []) if (!line.startsWith("act ")) up.add(line);
      climb(parent, up, depth + 1);
    }
  }
}

/** A word that, before a noun, says which sort it is, not how it is. */
export const isSort = ({ act, quality, thing, uses }: Meaning): boolean =>
  !act && !quality && (thing || (uses?.n ?? 0) > 4);

const choiceNames = new Set(choices.split(/\s+/).map(keyOf));

/** Both are of a kind of which only one is chosen at a time: two languages, two ways to pay. */
function isOtherChoice(rule: Meaning, action: Meaning): boolean {
  for (const name of choiceNames) {
    if (rule.up.has(name) && action.up.has(name) && !rule.own.has(name) && !action.own.has(name)) return true;
  }
  return false;
}

/** How an action's word relates to a rule's. */
export type Likeness = "same" | "wider" | "opposed" | "sibling" | "unrelated";

/** `wider`: the action's word may mean the rule's ("nuts" for "peanuts"); `sibling`: another kind of the same thing. */
export function likeness(rule: Meaning, action: Meaning): Likeness {
  return byNumber(rule, action, plainLikeness(rule.plain ?? rule, action.plain ?? action));
}

export const isSame = (rule: Meaning, action: Meaning): boolean => likeness(rule, action) === "same";

/** Whether what is said is what is meant, or may be. */
export const isNear = (rule: Meaning, action: Meaning): boolean => ["same", "wider"].includes(likeness(rule, action));

/** Remembered. */
function plainLikeness(rule: Meaning, action: Meaning): Likeness {
  let ofRule = likenesses.get(rule);
  if (!ofRule) likenesses.set(rule, (ofRule = new WeakMap()));
  let like = ofRule.get(action);
  if (like === undefined) ofRule.set(action, (like = compared(rule, action)));
  return like;
}

/** "node-2" is another of the same kind as "node-1", and "the node" or "nodes 0 to 3" may be it. */
function byNumber({ numbers, isOpen }: Meaning, action: Meaning, like: Likeness): Likeness {
  if (numbers === undefined || (like !== "same" && like !== "wider")) return like;
  const said = action.numbers ?? [];
  if (numbers.some((number) => said.some((each) => each === number || each.startsWith(`${number}.`)))) return like;
  if (isOpen && said.some((each) => isBetween(each, numbers))) return like;
  if (action.isOpen && numbers.some((each) => isBetween(each, said))) return like;
  if (isOpen || action.isOpen || said.length === 0) return "wider";
  return numbers.some((number) => said.some((each) => number.startsWith(`${each}.`))) ? "wider" : "sibling";
}

/** A whole number within a range of whole numbers. */
function isBetween(number: string, ends: readonly string[]): boolean {
  if (![number, ...ends].every((each) => /^\d+$/u.test(each))) return false;
  const values = ends.map(Number);
  return Math.min(...values) <= Number(number) && Number(number) <= Math.max(...values);
}

/** Whether an action's word is the rule's, but its number says that another is meant. */
export const isOtherNumber = (rule: Meaning, action: Meaning): boolean =>
  rule.numbers !== undefined && action.numbers !== undefined && likeness(rule, action) === "sibling";

/** Whether an action's word may be the rule's, by numbers that do not tell: "nodes 0 to 3", "Python 3". */
export const isNumberUnsure = (rule: Meaning, action: Meaning): boolean =>
  rule.numbers !== undefined && action.numbers !== undefined && likeness(rule, action) === "wider";

const likenesses = new WeakMap<Meaning, WeakMap<Meaning, Likeness>>();

function compared(rule: Meaning, action: Meaning): Likeness {
  if (intersects(rule.own, action.up)) return "same";
  if (rule.opposed.has(action.base) || action.opposed.has(rule.base) || intersects(rule.opposed, action.up))
    return "opposed";
  if (rule.act === action.act && intersects(action.own, rule.up)) return "wider";
  if (isOtherChoice(rule, action)) return "opposed";
  for (const name of action.up) if (!action.own.has(name) && rule.up.has(name) && !rule.own.has(name)) return "sibling";
  return "unrelated";
}

function intersects(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  for (const each of small) if (large.has(each)) return true;
  return false;
}
