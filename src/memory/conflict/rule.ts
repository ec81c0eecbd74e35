import { tokensOf, wordAt, type Token } from "./text/tokens.ts";
import { isEnglish } from "../language/english.ts";
import { phraseList, wordSet } from "../language/word-set.ts";
import type { Rule } from "./conflict.ts";
import type { Meaning } from "./lexicon/lexicon.ts";
import { namedCommand, type NamedCommand } from "./code/named.ts";
import { limitOf, type Limit } from "./measure/limit.ts";
import { partOf, type Part } from "./part.ts";
import { splitOf, type Split } from "./split.ts";
import { windowOf, type When } from "./measure/time.ts";
import { keyTextsOf, type KeyText } from "./text/key-text.ts";
import { isUnreadable } from "./text/foreign.ts";
import { reworded, rewordedMax } from "./text/wording.ts";

export type ReadRule = Split & {
  readonly rule: Rule;
  readonly ban: boolean;
  /** MUST and NEVER. */
  readonly strict: boolean;
  readonly exception?: { part: Part; window?: When };
  readonly limit?: Limit;
  /** The limit only says when the duty falls due: "anything over 200 euros". */
  readonly isCondition: boolean;
  readonly window?: When;
  /** A command that it is about, by its name. */
  readonly command?: NamedCommand & { readonly needs: readonly Meaning[] };
  readonly tokens: readonly Token[];
  /** Of what it asks for; of a ban nothing. */
  readonly keyTexts: readonly KeyText[];
  /** "every", "each", "all", "any": the duty falls due with each of its occasions. */
  readonly everyTime: boolean;
  /** Not in English. */
  readonly isForeign: boolean;
};

/** Words at the beginning of a rule that only say that it is one, and are skipped. */
const frame = wordSet(
  "always never do not don please avoid prefer must should shall you we i to only no ever try strictly under circumstances make sure ensure that be from now on stop",
);
/** Words of the frame that mean something at the beginning of a rule, and are not skipped. */
const kept = new Set(["to", "make", "be", "from", "that", "on", "now", "under", "stop"]);

export function readRule(given: Rule): ReadRule {
  const rule = asDuty(withoutFree(reworded(given)));
  const all = tokensOf(rule.rule).filter(({ text }, place, tokens) => !(text === "." && place === tokens.length - 1));
  const ban = rule.type === "NEVER" || rule.type === "AVOID" || (rule.type === "MUST" && saysNot(all));
  const strict = rule.type === "MUST" || rule.type === "NEVER";
  const start = startOf(all);
  const end = exceptionAt(all, start);
  const exception = end < all.length ? exceptionOf(all, end) : undefined;
  const tokens = all.slice(start, end);
  const limit = limitOf(withFrame(all, start, end), ban && !saysAtMost(all));
  const isCondition = limit !== undefined && !ban && isOver(withFrame(all, start, end), limit);
  const body = limit ? withoutLimit(tokens, withFrame(all, start, end), limit) : tokens;
  const window = limit ? undefined : windowOf(body);
  const everyTime = all.some(({ word }) => word === "every" || word === "each" || word === "all" || word === "any");
  const command = ban ? commandOf(given.rule) : undefined;
  const split = splitOf({ tokens: body, type: rule.type, ban, window });
  const timed =
    split.relation === "before" || split.relation === "after" || split.relation === "without" ? undefined : window;
  return {
    rule: given,
    ban,
    strict,
    ...split,
    ...(exception && { exception }),
    ...(limit && {
      limit: isCondition ? { ...limit, min: undefined, max: limit.quantity.value, exclusive: undefined } : limit,
    }),
    isCondition,
    ...(timed && { window: timed }),
    ...(command && { command }),
    tokens: body,
    keyTexts: [...(isAsking(given) ? keyTextsOf(tokensOf(given.rule)) : []), ...(ban ? [] : keyTextsOf(all))],
    everyTime,
    isForeign: isUnreadable(given.rule, all) && !isEnglish(all),
  };
}

/** The command that a rule is about, with what says which of them: "in production". */
function commandOf(text: string): ReadRule["command"] {
  const named = text.length > rewordedMax ? undefined : namedCommand(text);
  if (!named) return undefined;
  const rest = tokensOf(named.rest);
  return { ...named, needs: partOf(rest, 0, rest.length).needs.map(({ meaning }) => meaning) };
}

const isAsking = ({ type }: Rule): boolean => type === "MUST" || type === "PREFER";

/** "Everything must be gluten-free" is a ban of gluten. */
function withoutFree(rule: Rule): Rule {
  if (rule.type !== "MUST" || rule.rule.length > 200) return rule;
  const words = rule.rule.split(/[\s.,]+/);
  const free = words.find((word) => word.endsWith("-free") && word.length > 7);
  return free === undefined ? rule : { type: "NEVER", rule: free.slice(0, -"-free".length) };
}

/** "Ask before ordering anything over 200 euros": the bound is a part of the occasion, and says when the duty falls due. */
function isOver(tokens: readonly Token[], limit: Limit): boolean {
  const behind = tokens
    .slice(0, limit.from)
    .some(({ word }) => ["before", "when", "if", "for", "whenever"].includes(word));
  return (
    behind &&
    limit.min !== undefined &&
    ["over", "above", "than", "exceeding"].includes(wordAt(tokens, limit.quantity.from - 1))
  );
}

const omissions = new Set(["skip", "forget", "omit", "bypass", "neglect", "skipping", "forgetting", "omitting"]);
const softened =
  phraseList(`whenever possible|if possible|where possible|when possible|as much as possible|wherever possible|
   whenever you can|at all times`).map((phrase) => ` ${phrase}`);

/** "Never skip the review" is a duty to review; "whenever possible" says nothing. */
function asDuty(rule: Rule): Rule {
  let text = rule.rule;
  for (const phrase of softened) {
    const at = text.toLowerCase().lastIndexOf(phrase);
    if (at > 0 && text.length - at - phrase.length < 2) text = text.slice(0, at);
  }
  const words = text.split(" ");
  const at = words.findIndex((word, place) => place < 4 && omissions.has(word.toLowerCase()));
  const bans =
    rule.type === "NEVER" ||
    rule.type === "AVOID" ||
    (rule.type === "MUST" && ["never", "not", "don't"].includes(words[at - 1]?.toLowerCase() ?? ""));
  if (at < 0 || !bans) return { ...rule, rule: text };
  const rest = words.slice(words[at + 1] === "to" ? at + 2 : at + 1).join(" ");
  return { type: rule.type === "AVOID" ? "PREFER" : "MUST", rule: rest };
}

const withFrame = (all: readonly Token[], start: number, end: number): Token[] =>
  all.slice(Math.max(0, start - 1), end);

/** "Do not ..." as a MUST. */
function saysNot(tokens: readonly Token[]): boolean {
  const [first, second] = tokens;
  return (
    first?.word === "never" ||
    (first?.word === "no" && tokens.length > 2) ||
    ((first?.word === "do" || first?.word === "must") && second?.word === "not")
  );
}

/** "No more than two": the rule says what is allowed, whatever its type. */
function saysAtMost(tokens: readonly Token[]): boolean {
  const [first, second] = tokens;
  return (
    (first?.word === "no" || first?.word === "not" || first?.word === "at") &&
    ["more", "less", "later", "longer", "fewer", "most", "least"].includes(second?.word ?? "")
  );
}

function startOf(tokens: readonly Token[]): number {
  let start = 0;
  while (start < tokens.length - 1 && frame.has(tokens[start]!.word) && !kept.has(tokens[start]!.word)) start++;
  return start;
}

function withoutLimit(tokens: readonly Token[], framed: readonly Token[], limit: Limit): Token[] {
  const speaks = new Set(framed.slice(limit.from, limit.to));
  return tokens.filter((token) => !speaks.has(token));
}

const exceptions = phraseList("unless|except|other than|apart from|but only|only if|only when|besides|excluding");

function exceptionAt(tokens: readonly Token[], start: number): number {
  for (let at = start + 1; at < tokens.length; at++) {
    const { word } = tokens[at]!;
    if (exceptions.some((phrase) => phrase === word || phrase === `${word} ${wordAt(tokens, at + 1)}`)) return at;
  }
  return tokens.length;
}

function exceptionOf(tokens: readonly Token[], from: number): { part: Part; window?: When } {
  const rest = tokens.slice(from + 1);
  const window = windowOf(rest);
  return { part: partOf(tokens, from + 1, tokens.length), ...(window && { window }) };
}
