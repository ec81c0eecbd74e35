import { tokensOf, type Token } from "../language/token.ts";
import type { Rule } from "./conflict.ts";
import { baseOf, meaningOf } from "./lexicon/lexicon.ts";
import { limitOf, type Limit } from "./measure/limit.ts";
import { partOf, type Part } from "./part.ts";
import { determiners, negators, prepositions } from "./text/words.ts";
import { windowOf, type When } from "./measure/time.ts";
import { reworded } from "./text/wording.ts";

/** How the second act of a rule bears on the first. */
export type Relation =
  /** The first has to come before (after) the second; of a ban: must not. */
  | "before"
  | "after"
  /** The first must not be without the second. */
  | "without"
  /** Whenever the second is done, the first has to be. */
  | "with"
  /** The first is chosen over the second. */
  | "over";

export type ReadRule = {
  readonly rule: Rule;
  readonly ban: boolean;
  /** MUST and NEVER. */
  readonly strict: boolean;
  readonly main: Part;
  readonly relation?: Relation;
  readonly second?: Part;
  readonly exception?: { part: Part; window?: When };
  readonly limit?: Limit;
  /** The limit only says when the duty falls due: "anything over 200 euros". */
  readonly isCondition: boolean;
  readonly window?: When;
  readonly tokens: readonly Token[];
  /** "every", "each", "all": the duty falls due with each of its occasions. */
  readonly everyTime: boolean;
};

const frame = new Set(
  "always never do not don please avoid prefer must should shall you we i to only no ever try strictly under circumstances make sure ensure that be from now on stop".split(
    " ",
  ),
);
/** These words begin a rule and mean something there. */
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
  const split = splitOf(body, rule, ban, window);
  const timed =
    split.relation === "before" || split.relation === "after" || split.relation === "without" ? undefined : window;
  return {
    rule: given,
    ban,
    strict,
    ...split,
    ...(exception && { exception }),
    ...(limit && {
      limit: isCondition ? { ...limit, min: undefined, max: limit.quantity.value, exclusive: false } : limit,
    }),
    isCondition,
    ...(timed && { window: timed }),
    tokens: body,
    everyTime,
  };
}

/** "Everything must be gluten-free" is a ban of gluten. */
function withoutFree(rule: Rule): Rule {
  if (rule.type !== "MUST" || rule.rule.length > 200) return rule;
  const words = rule.rule.split(/[\s.,]+/);
  const free = words.find((word) => word.endsWith("-free") && word.length > 7);
  return free === undefined ? rule : { type: "NEVER", rule: free.slice(0, -"-free".length) };
}

/** "Ask before ordering anything over 200 euros": behind the word that makes it an occasion. */
function isOver(tokens: readonly Token[], limit: Limit): boolean {
  const behind = tokens
    .slice(0, limit.from)
    .some(({ word }) => ["before", "when", "if", "for", "whenever"].includes(word));
  return (
    behind &&
    limit.min !== undefined &&
    ["over", "above", "than", "exceeding"].includes(tokens[limit.quantity.from - 1]?.word ?? "")
  );
}

const omissions = new Set(["skip", "forget", "omit", "bypass", "neglect", "skipping", "forgetting", "omitting"]);
const softened = [
  " whenever possible",
  " if possible",
  " where possible",
  " when possible",
  " as much as possible",
  " wherever possible",
  " whenever you can",
  " at all times",
];

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

const exceptions = [
  "unless",
  "except",
  "other than",
  "apart from",
  "but only",
  "only if",
  "only when",
  "besides",
  "excluding",
];

function exceptionAt(tokens: readonly Token[], start: number): number {
  for (let at = start + 1; at < tokens.length; at++) {
    const { word } = tokens[at]!;
    if (exceptions.some((phrase) => phrase === word || phrase === `${word} ${tokens[at + 1]?.word ?? ""}`)) return at;
  }
  return tokens.length;
}

function exceptionOf(tokens: readonly Token[], from: number): { part: Part; window?: When } {
  const rest = tokens.slice(from + 1);
  const window = windowOf(rest);
  return { part: partOf(tokens, from + 1, tokens.length), ...(window && { window }) };
}

/** Behind which token a relative clause is denied: "that has not been ..."; 0 where it is not. */
function deniedAt(tokens: readonly Token[], from: number): number {
  for (let at = from; at < Math.min(tokens.length - 1, from + 4); at++)
    if (negators.has(tokens[at]!.word)) return at + 1;
  return 0;
}

const needing = new Set(["needs", "need", "requires", "require"]);

const ordering = new Set(["before", "after", "when", "if", "must", "prior"]);

type Split = { main: Part; relation?: Relation; second?: Part };

function splitOf(tokens: readonly Token[], rule: Rule, ban: boolean, window: When | undefined): Split {
  const part = (from: number, to: number) => partOf(tokens, from, to);
  const whole: Split = { main: part(0, tokens.length) };
  for (let at = 1; at < tokens.length - 1; at++) {
    const { word } = tokens[at]!;
    const next = tokens[at + 1]!;
    const split = (relation: Relation, skip = 1): Split => ({
      main: part(0, at),
      relation,
      second: part(at + skip, tokens.length),
    });
    const timed = (word === "before" || word === "after") && windowOf(tokens.slice(at)) !== undefined;
    if (
      ban &&
      ["that", "which", "who", "you", "we", "they", "he", "she"].includes(word) &&
      deniedAt(tokens, at + 1) > 0
    ) {
      return split("without", deniedAt(tokens, at + 1) - at);
    }
    if (word === "before" && !timed) return split("before");
    if (word === "prior" && next.word === "to") return split("before", 2);
    if (word === "after" && !timed) return split("after");
    if (word === "without") return ban ? split("without") : whole;
    if (rule.type === "PREFER" || rule.type === "MUST") {
      if (
        word === "over" ||
        (rule.type === "PREFER" &&
          word === "to" &&
          (next.word.endsWith("ed") || next.word.endsWith("ing") || !meaningOf(baseOf(next.word)).act))
      )
        return split("over");
      if (word === "instead" && next.word === "of") return split("over", 2);
      if (word === "rather" && next.word === "than") return split("over", 2);
      if (word === "not" && tokens[at - 1]!.text === ",") return split("over");
    }
    if (
      !ban &&
      at === 1 &&
      ["every", "each", "all"].includes(word) &&
      !tokens.some((each) => ordering.has(each.word))
    ) {
      const end = tokens.findIndex(
        (token, place) => place > at + 1 && (prepositions.has(token.word) || determiners.has(token.word)),
      );
      return { ...whole, relation: "with", second: part(at + 1, end > 0 ? end : tokens.length) };
    }
    if (!ban && ["when", "whenever", "if", "while", "once"].includes(word)) return split("with");
    const universal = next.word === "every" || next.word === "each" || next.word === "all" || next.word === "any";
    if (!ban && ["for", "on", "with", "to", "in", "of", "from"].includes(word) && universal) return split("with", 2);
    if (
      !ban &&
      (word === "must" || word === "should" || ((word === "has" || word === "have") && next.word === "to")) &&
      !window
    ) {
      return { main: part(next.word === "to" ? at + 2 : at + 1, tokens.length), relation: "with", second: part(0, at) };
    }
  }
  const opener = tokens[0]?.word ?? "";
  if (rule.type === "MUST" && !ban) {
    const verb = tokens.findIndex(({ word }, at) => at > 0 && needing.has(word));
    if (verb > 0)
      return {
        main: part(tokens[verb + 1]?.word === "to" ? verb + 2 : verb + 1, tokens.length),
        relation: "with",
        second: part(determiners.has(tokens[0]!.word) ? 1 : 0, verb),
      };
  }
  const comma = tokens.findIndex(({ text }) => text === ",");
  if (!ban && ["when", "whenever", "if", "before", "after", "for"].includes(opener) && comma > 1) {
    const relation = opener === "before" ? "before" : opener === "after" ? "after" : "with";
    return { main: part(comma + 1, tokens.length), relation, second: part(1, comma) };
  }
  return whole;
}
