import { phraseList } from "../../language/word-set.ts";
import { wordAt, type Token } from "./tokens.ts";
import { asAct, baseOf, meaningOf } from "../lexicon/lexicon.ts";
import { itemsOf, type Item } from "./item.ts";
import { isJoinedAt } from "./numbers.ts";
import { determiners, earlyWords, lateWords, prepositions, subjects } from "./words.ts";

/** What opened a clause; `main` for a step of its own. */
export type Opener =
  | "main"
  | "list"
  | "before"
  | "after"
  | "until"
  | "while"
  | "if"
  | "reason"
  | "although"
  | "without"
  | "instead"
  | "except"
  | "relative";

export type Clause = {
  readonly opener: Opener;
  readonly sentence: number;
  readonly from: number;
  readonly to: number;
  readonly items: readonly Item[];
  /** Steps with a lower rank come first. */
  readonly rank: number;
};

type Marker = { opener: Opener; length: number };

/** Words, and pairs of words, that open a clause. */
const openers: Partial<Record<Opener, string>> = {
  before: "before|prior to|ahead of",
  after: "after|once|when|whenever|now that|as soon",
  until: "until",
  while: "while",
  if: "if",
  reason: "because|since|so that|to see|to find|to save|in order",
  although: "although|though|even though|even if",
  without: "without",
  instead: "instead of|rather than|in place",
  except: "except|unless|apart from|other than|except for|leaving out",
  relative: "which|who|that|whose|why|whether|where|how|what",
};
const openerOf = new Map<string, Opener>();
for (const [opener, phrases] of Object.entries(openers))
  for (const phrase of phraseList(phrases)) openerOf.set(phrase, opener as Opener); // a key of the table

/** Splits the tokens of a text into clauses, in the order of the text; their ranks are the order of the steps. */
export function clausesOf(tokens: readonly Token[]): Clause[] {
  const clauses: Clause[] = [];
  let sentence = 0;
  let rank = 0;
  let opener: Opener = "main";
  let from = 0;
  let preposed: Opener | undefined;
  const close = (to: number) => {
    const items = itemsOf(tokens, from, to);
    const hasQuote = tokens.slice(from, to).some(({ kind }) => kind === "quote");
    if (items.length === 0 && !hasQuote) return;
    const step = opener === "main" || opener === "list";
    if (step) rank += 10;
    const first = clauses.at(-1)?.sentence !== sentence;
    if (!step && first) preposed = opener;
    const shift = adverbs(tokens, from, to);
    const base = step ? rank : first ? rank + 10 : rank;
    clauses.push({ opener, sentence, from, to, items, rank: base + relation(opener) + shift });
  };
  for (let at = 0; at < tokens.length; at++) {
    const end = sentenceEnd(tokens, at);
    if (end) {
      close(at);
      if (end === "sentence") sentence++;
      opener = "main";
      from = at + 1;
      preposed = undefined;
      continue;
    }
    const marker = markerAt(tokens, at, from);
    if (marker) {
      close(at);
      opener = marker.opener;
      from = at + marker.length;
      at = from - 1;
      continue;
    }
    const joint = jointAt(tokens, at, from);
    if (joint) {
      close(at);
      const goesOn = joint === "list" && opener !== "main" && !preposed && !beginsStep(tokens, at + 1);
      if (!goesOn) opener = "main";
      preposed = undefined;
      from = at + 1;
    }
  }
  close(tokens.length);
  return clauses;
}

function relation(opener: Opener): number {
  if (opener === "before" || opener === "until") return 5;
  if (opener === "after" || opener === "if") return -5;
  return 0;
}

/** How far adverbs move the rank: "first" before all others, "later" behind them, "has been" before what is done now. */
function adverbs(tokens: readonly Token[], from: number, to: number): number {
  let shift = 0;
  for (let at = from; at < to; at++) {
    const { word } = tokens[at]!;
    const next = wordAt(tokens, at + 1);
    const isOfNoun = determiners.has(wordAt(tokens, at - 1));
    if (earlyWords.has(word) && !isOfNoun) shift -= 500;
    else if (lateWords.has(word) && word !== "then" && !isOfNoun) shift += 500;
    else if (word === "after" && next === "that") shift += 500;
    else if ((word === "has" || word === "have") && next === "been") shift -= 300;
  }
  return Math.max(-500, Math.min(500, shift));
}

function sentenceEnd(tokens: readonly Token[], at: number): "sentence" | "part" | undefined {
  const token = tokens[at]!;
  if (token.kind !== "mark") return undefined;
  const next = tokens[at + 1];
  const spaced = !next || next.start > token.start + 1;
  if ((token.text === "." || token.text === "!" || token.text === "?") && spaced) return "sentence";
  if ((token.text === ";" || token.text === ":") && spaced) return "part";
  return token.text === "&" || token.text === "|" ? "part" : undefined;
}

function markerAt(tokens: readonly Token[], at: number, from: number): Marker | undefined {
  const { word, kind } = tokens[at]!;
  if (kind !== "word") return undefined;
  const next = wordAt(tokens, at + 1);
  if (word === "as" && tokens[at - 1]?.text === "," && (determiners.has(next) || subjects.has(next))) {
    return { opener: "reason", length: 1 };
  }
  const pair = openerOf.get(`${word} ${next}`);
  if (pair) return { opener: pair, length: 2 };
  const opener = openerOf.get(word);
  if (!opener) return undefined;
  if (word === "after" && next === "that") return undefined;
  if (word === "that" && (at === from || next === "" || prepositions.has(wordAt(tokens, at - 1)))) return undefined;
  if (word === "that" && determinesNoun(tokens, at)) return undefined;
  if (word !== "that" && articles.has(wordAt(tokens, at - 1))) return undefined;
  if (["who", "which", "why", "how", "where", "what", "whether"].includes(word) && at === from) return undefined;
  if (word === "once" && (next === "a" || next === "more" || next === "")) return undefined;
  if ((word === "when" || word === "since") && at === from && tokens.at(-1)?.text === "?") return undefined;
  return { opener, length: 1 };
}

/** "a WHERE clause", "the before picture": what stands behind one opens no clause. */
const articles = new Set(["a", "an", "the"]);

/** "that file": the word belongs to a noun, and opens no clause. */
function determinesNoun(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  return before?.kind !== "word" || before.word === "and";
}

/** Where "and", "or", "but", "then" a comma or a dash begins a new step. */
function jointAt(tokens: readonly Token[], at: number, from: number): "main" | "list" | undefined {
  const token = tokens[at]!;
  if (token.text === "," || token.text === "—") return at > from ? "list" : undefined;
  if (
    (token.text === "-" || token.text === "–") &&
    tokens[at + 1] &&
    tokens[at - 1] &&
    token.start > tokens[at - 1]!.start + tokens[at - 1]!.text.length
  ) {
    return "list";
  }
  if (token.kind !== "word" || at === from) return undefined;
  if (token.word === "then" || token.word === "but") return "main";
  if (token.word !== "and" && token.word !== "or") return undefined;
  const next = tokens[at + 1];
  if (!next || next.kind !== "word" || namesAnother(tokens, at + 1)) return undefined;
  if (subjects.has(next.word) || lateWords.has(next.word) || earlyWords.has(next.word)) return "main";
  if (["no", "not", "do", "don", "never", "have", "let", "just", "also"].includes(next.word)) return "main";
  if (["is", "are", "was", "be", "can", "will"].includes(next.word)) return "main";
  if (prepositions.has(next.word)) return "main";
  if (meaningOf(baseOf(next.word)).act || next.word.endsWith("ing") || takesObject(tokens, at + 1)) return "main";
  return hasOwnTime(tokens, at + 1) || hasOwnVerb(tokens, at + 1) ? "main" : undefined;
}

/** "... node-2 and node-1", "... node 2 and node 1": a word that a number follows as it did the last. */
const namesAnother = (tokens: readonly Token[], at: number): boolean =>
  isJoinedAt(tokens, at + 1) || (tokens[at - 2]?.kind === "number" && tokens[at - 3]?.word === tokens[at]!.word);

/** After a comma: a verb, a subject, or "and" before one. */
function beginsStep(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (!token || token.kind !== "word") return false;
  if (token.word === "and" || token.word === "then" || token.word === "so") return beginsStep(tokens, at + 1);
  return (
    subjects.has(token.word) ||
    meaningOf(baseOf(token.word)).act ||
    (determiners.has(token.word) && hasOwnVerb(tokens, at))
  );
}

/** "... and shape it": a word that can be a verb, before an object. */
function takesObject(tokens: readonly Token[], at: number): boolean {
  const next = wordAt(tokens, at + 1);
  return (determiners.has(next) || next === "it" || next === "them") && asAct(meaningOf(baseOf(tokens[at]!.word))).act;
}

function hasOwnTime(tokens: readonly Token[], from: number): boolean {
  for (let at = from; at < tokens.length && tokens[at]!.kind === "word"; at++) {
    const { word } = tokens[at]!;
    if (lateWords.has(word) || word === "now" || word === "today" || word === "first") return true;
    if (word === "and" || word === "but") return false;
  }
  return false;
}

/** "... and the migration is started": a subject with a form of be. */
function hasOwnVerb(tokens: readonly Token[], from: number): boolean {
  if (!determiners.has(wordAt(tokens, from)) && tokens[from + 2]?.word !== "put") return false;
  for (let at = from + 1; at < Math.min(tokens.length, from + 5); at++) {
    if (["is", "are", "was", "were", "has", "have", "will", "gets"].includes(tokens[at]!.word)) return true;
  }
  return false;
}
