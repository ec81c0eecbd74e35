import { phraseList } from "../../language/word-set.ts";
import { tokensOf, wordAt, type Token } from "./tokens.ts";
import { clausesOf, type Clause, type Opener } from "./clause.ts";
import { readCode, type Code } from "../code/code.ts";
import { isUnreadable } from "./foreign.ts";
import type { Item } from "./item.ts";
import { keyTextsOf, type KeyText } from "./key-text.ts";
import { auxiliaries, mentioning, negators, omitting, questionWords, removing } from "./words.ts";

/**
 * What an action says of a thing: that it is done, that it is not (`negated`), that it is taken away, only spoken of,
 * left out of the act (`excepted`), or only given as a reason (`claimed`).
 */
export type State = "done" | "negated" | "removed" | "mentioned" | "excepted" | "claimed";

export type Said = Item & { readonly state: State };

export type Step = Omit<Clause, "items"> & {
  readonly items: readonly Said[];
  /** The verb that governs the others by its meaning ("skip", "explain", "remove"), where there is one. */
  readonly operator?: Item;
};

export type Action = {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly steps: readonly Step[];
  readonly quotes: readonly string[];
  readonly keyTexts: readonly KeyText[];
  /** What of it is commands, statements or calls; the steps are of their words. */
  readonly code: Code | undefined;
  /** Not in English. */
  readonly isForeign: boolean;
};

/** Reads an action: what it says is done, in which order, and what not. Linear in the text. */
export function readAction(text: string): Action {
  const code = readCode(text);
  const tokens = tokensOf(code?.words ?? text);
  const clauses = clausesOf(tokens);
  const asked = informative(tokens, clauses);
  const steps: Step[] = [];
  for (const clause of clauses) {
    const before = steps.at(-1);
    const parent = before?.sentence === clause.sentence ? before : undefined;
    steps.push(stated(tokens, clause, parent, asked.has(clause.sentence)));
  }
  const isForeign = code === undefined && isUnreadable(text, tokens);
  const quotes = tokens.filter(({ kind }) => kind === "quote").map(({ text: quoted }) => quoted);
  return { text, tokens, steps, quotes, keyTexts: keyTextsOf(tokens), code, isForeign };
}

const openerState: Partial<Record<Opener, State>> = {
  without: "negated",
  instead: "removed",
  except: "excepted",
  reason: "claimed",
};

function stated(tokens: readonly Token[], clause: Clause, parent: Step | undefined, asked: boolean): Step {
  const inherited =
    parent?.operator && clause.opener !== "main" && clause.opener !== "without" ? governed(parent.operator) : undefined;
  const words = negation(tokens, clause);
  const operator = asked ? undefined : operatorOf(tokens, clause);
  const included = tokens[clause.to - 1]?.word === "included" || tokens[clause.to - 1]?.word === "too";
  const items = clause.items.map((item): Said => {
    if (included) return { ...item, state: "done" };
    let state: State = openerState[clause.opener] ?? "done";
    if (asked) state = "mentioned";
    else if (clause.opener === "instead" && words(item)) state = "done";
    else if (words(item) || item.prefixed) state = state === "negated" ? "done" : "negated";
    else if (operator && operator.governs(item)) {
      const by = governed(operator.item);
      state = state === "negated" || words(operator.item) ? "done" : by;
    } else if (
      state === "done" &&
      clause.opener === "relative" &&
      (inherited === "mentioned" || inherited === "removed")
    )
      state = inherited;
    if (state === "done" && fromSource(tokens, item)) state = "removed";
    return { ...item, state };
  });
  return { ...clause, items, ...(operator && { operator: operator.item }) };
}

function governed(operator: Item): State {
  const base = operator.meaning.base.split(" ")[0]!;
  if (omitting.has(base) || isLeftOut(operator)) return "negated";
  return mentioning.has(base) ? "mentioned" : "removed";
}

const leftOut = new Set(["leav out", "put off", "do without", "pass over"]);
const takenAway = new Set(
  phraseList("tak out|get rid|throw away|tak off|throw out|turn off|switch off|cut out|tak away"),
);
const isLeftOut = (item: Item): boolean => leftOut.has(item.meaning.base);

type Operator = { item: Item; governs: (item: Item) => boolean };

/** The first verb of the clause that takes away, leaves out or only speaks of what follows; a passive, of what goes before. */
function operatorOf(tokens: readonly Token[], clause: Clause): Operator | undefined {
  for (const [place, item] of clause.items.entries()) {
    const { base } = item.meaning;
    const head = base.split(" ")[0]!;
    const single = !base.includes(" ");
    const governs =
      (single && (omitting.has(head) || mentioning.has(head) || removing.has(head))) ||
      isLeftOut(item) ||
      takenAway.has(base);
    if (!governs) continue;
    const passive = place > 0 && auxiliaries.has(wordAt(tokens, item.from - 1));
    if (passive) return { item, governs: (other) => other.from < item.from };
    if (
      place > 2 ||
      (place > 0 &&
        item.preposition === undefined &&
        !clause.items[0]!.meaning.act &&
        !auxiliaries.has(wordAt(tokens, item.from - 1)) &&
        tokens[item.from - 1]?.word !== "to")
    )
      continue;
    if (place > 0 && clause.items[0]!.meaning.act && tokens[item.from - 1]?.word !== "to") continue;
    const end = endOfObject(tokens, item, clause, removing.has(head));
    return { item, governs: (other) => other.from > item.from && other.from < end };
  }
  return undefined;
}

/** "Replace X by Y", "remove X from Y": the verb takes X away, not Y. */
function endOfObject(tokens: readonly Token[], item: Item, clause: Clause, removes: boolean): number {
  if (!removes) return endOfMention(tokens, item, clause);
  for (let at = item.to; at < clause.to; at++) {
    if (["by", "with", "from", "before", "to", "into", "in", "as"].includes(tokens[at]!.word)) return at;
  }
  return clause.to;
}

/** "Explain it in two footnotes": the footnotes are made, not spoken of. */
function endOfMention(tokens: readonly Token[], item: Item, clause: Clause): number {
  const base = item.meaning.base;
  if (!["explain", "describ", "show", "report", "mention", "summaris", "summariz", "clarify", "warn"].includes(base))
    return clause.to;
  for (let at = item.to + 1; at < clause.to; at++) {
    if (["in", "with", "by", "as", "using"].includes(tokens[at]!.word) && tokens[at - 1]!.kind === "word") return at;
  }
  return clause.to;
}

/** "Convert from X to Y", "move X from A to B". */
function fromSource(tokens: readonly Token[], item: Item): boolean {
  if (item.preposition !== "from") return false;
  for (let at = item.to; at < Math.min(tokens.length, item.to + 5); at++) {
    if (tokens[at]!.word === "to" || tokens[at]!.word === "into") return true;
  }
  return false;
}

const idioms = new Set(["only", "later", "more", "just"]);

/** Which items of a clause are under a negation. */
function negation(tokens: readonly Token[], clause: Clause): (item: Item) => boolean {
  let start = Infinity;
  for (let at = clause.from; at < clause.to && start === Infinity; at++) {
    const token = tokens[at]!;
    if (token.kind !== "word" || !negators.has(token.word)) continue;

    if ((token.word === "not" || token.word === "no") && idioms.has(wordAt(tokens, at + 1))) continue;
    if (token.word === "not" && tokens[at - 2]?.word === "why") continue;
    const auxiliary = auxiliaries.has(wordAt(tokens, at - 1));
    start = auxiliary && clause.opener !== "relative" ? clause.from : at;
    if (token.word === "nobody" || token.word === "none") start = at;
    if (isObject(tokens, at, clause)) start = clause.from;
  }
  if (start === Infinity && isUnneeded(tokens, clause)) start = clause.from;
  return (item) => item.from >= start;
}

const noObjects = new Set(["nothing", "nobody", "none"]);

/** "Offer the guest nothing", "page nobody": nothing else is done to; not "nothing but the title". */
function isObject(tokens: readonly Token[], at: number, clause: Clause): boolean {
  const next = wordAt(tokens, at + 1);
  return (
    noObjects.has(tokens[at]!.word) &&
    clause.items.some(({ to, meaning }) => to <= at && meaning.act) &&
    !clause.items.some(({ from }) => from > at) &&
    !["but", "except", "else", "other", "besides", "less", "more", "beyond"].includes(next)
  );
}

const wanting = new Set(["lacking", "missing", "expired", "invalid", "absent", "left"]);

function isUnneeded(tokens: readonly Token[], clause: Clause): boolean {
  for (let at = clause.from; at < clause.to; at++) {
    const { word } = tokens[at]!;
    const before = wordAt(tokens, at - 1);
    if (word === "left" && ["has", "have", "had", "will"].includes(before)) continue;
    if (wanting.has(word) && at > clause.from && auxiliaries.has(before)) return true;
  }
  return false;
}

const proposals = ["right", "ok", "okay", "fine", "allowed", "acceptable", "better"];

/** The sentences that ask for information rather than propose an act. */
function informative(tokens: readonly Token[], clauses: readonly Clause[]): ReadonlySet<number> {
  const asked = new Set<number>();
  const ends = new Map<number, number>();
  const starts = new Map<number, number>();
  for (const { sentence, from, to } of clauses) {
    ends.set(sentence, to);
    if (!starts.has(sentence)) starts.set(sentence, from);
  }
  for (const [sentence, end] of ends) {
    if (tokens[end]?.text !== "?") continue;
    let start = starts.get(sentence)!;
    while (start > 0 && tokens[start - 1]!.kind === "word") start--;
    const words = tokens.slice(start, end).map(({ word }) => word);
    const [first = "", second = ""] = words;
    if (first === "why" && (second === "not" || words[2] === "not")) continue;
    if (first === "how" && second === "about") continue;
    if (first === "what" && (second === "if" || second === "about")) continue;
    if (questionWords.has(first)) asked.add(sentence);
    else if (["is", "are", "does", "did", "was", "has", "have", "were"].includes(first)) {
      if (!words.some((word) => proposals.includes(word))) asked.add(sentence);
    }
  }
  return asked;
}
