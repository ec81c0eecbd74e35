import { wordAt, type Token } from "./text/tokens.ts";
import type { RuleType } from "./conflict.ts";
import { baseOf, meaningOf } from "./lexicon/lexicon.ts";
import { windowOf, type When } from "./measure/time.ts";
import { partOf, type Part } from "./part.ts";
import { determiners, negators, prepositions } from "./text/words.ts";

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

/** The one act that a rule names, or its two acts and how they bear on each other. */
export type Split = { readonly main: Part; readonly relation?: Relation; readonly second?: Part };

/** A rule's text, and what else decides where it is split. */
type Body = {
  readonly tokens: readonly Token[];
  readonly type: RuleType;
  readonly ban: boolean;
  /** The times that it speaks of. */
  readonly window: When | undefined;
};

/** Splits a rule's text at the first word that joins two acts. */
export function splitOf(body: Body): Split {
  const { tokens } = body;
  for (let at = 1; at < tokens.length - 1; at++) {
    const split = splitAt(body, at);
    if (split) return split;
  }
  return splitByNeed(body) ?? splitByOpening(body) ?? wholeOf(body);
}

const wholeOf = ({ tokens }: Body): Split => ({ main: partOf(tokens, 0, tokens.length) });

const ordering = new Set(["before", "after", "when", "if", "must", "prior"]);

/** At one word; undefined where it joins nothing. */
function splitAt(body: Body, at: number): Split | undefined {
  const { tokens, type, ban, window } = body;
  const { word } = tokens[at]!;
  const next = tokens[at + 1]!;
  const part = (from: number, to: number) => partOf(tokens, from, to);
  const split = (relation: Relation, skip = 1): Split => ({
    main: part(0, at),
    relation,
    second: part(at + skip, tokens.length),
  });
  const timed = (word === "before" || word === "after") && windowOf(tokens.slice(at)) !== undefined;
  if (ban && ["that", "which", "who", "you", "we", "they", "he", "she"].includes(word)) {
    const denied = deniedAt(tokens, at + 1);
    if (denied > 0) return split("without", denied - at);
  }
  if (word === "before" && !timed) return split("before");
  if (word === "prior" && next.word === "to") return split("before", 2);
  if (word === "after" && !timed) return split("after");
  if (word === "without") return ban ? split("without") : wholeOf(body);
  if (type === "PREFER" || type === "MUST") {
    if (word === "over" || (type === "PREFER" && word === "to" && !isInfinitive(next))) return split("over");
    if (word === "instead" && next.word === "of") return split("over", 2);
    if (word === "rather" && next.word === "than") return split("over", 2);
    if ((word === "not" || word === "never") && tokens[at - 1]!.text === ",") return split("over");
  }
  if (!ban && at === 1 && ["every", "each", "all"].includes(word) && !tokens.some((each) => ordering.has(each.word))) {
    const end = tokens.findIndex(
      (token, place) => place > at + 1 && (prepositions.has(token.word) || determiners.has(token.word)),
    );
    return { ...wholeOf(body), relation: "with", second: part(at + 1, end > 0 ? end : tokens.length) };
  }
  if (!ban && ["when", "whenever", "if", "while", "once"].includes(word) && !isOneTime(word, next))
    return split("with");
  const universal = next.word === "every" || next.word === "each" || next.word === "all" || next.word === "any";
  if (!ban && ["for", "on", "with", "to", "in", "of", "from"].includes(word) && universal) return split("with", 2);
  const obliges = word === "must" || word === "should" || ((word === "has" || word === "have") && next.word === "to");
  const isOrdered = tokens.slice(at).some((token) => token.word === "before" || token.word === "after");
  if (!ban && obliges && !window && !isOrdered)
    return { main: part(next.word === "to" ? at + 2 : at + 1, tokens.length), relation: "with", second: part(0, at) };
  return undefined;
}

/** "once before", "once a week". */
const isOneTime = (word: string, next: Token): boolean =>
  word === "once" && ["a", "an", "every", "per", "before", "after", "more"].includes(next.word);

/** Behind which token a relative clause is denied: "that has not been ..."; 0 where it is not. */
function deniedAt(tokens: readonly Token[], from: number): number {
  for (let at = from; at < Math.min(tokens.length - 1, from + 4); at++)
    if (negators.has(tokens[at]!.word)) return at + 1;
  return 0;
}

/** "Prefer to walk" chooses nothing; "prefer tea to coffee" and "prefer walking to driving" do. */
const isInfinitive = ({ word }: Token): boolean =>
  !word.endsWith("ed") && !word.endsWith("ing") && meaningOf(baseOf(word)).act;

const needing = new Set(["needs", "need", "requires", "require"]);

/** "Every change needs a ticket": what stands behind the verb is due with what stands before it. */
function splitByNeed({ tokens, type, ban }: Body): Split | undefined {
  if (type !== "MUST" || ban) return undefined;
  const verb = tokens.findIndex(({ word }, at) => at > 0 && needing.has(word));
  if (verb < 0) return undefined;
  return {
    main: partOf(tokens, tokens[verb + 1]?.word === "to" ? verb + 2 : verb + 1, tokens.length),
    relation: "with",
    second: partOf(tokens, determiners.has(tokens[0]!.word) ? 1 : 0, verb),
  };
}

/** "When you deploy, tell the team": the occasion comes first, up to the comma. */
function splitByOpening({ tokens, ban }: Body): Split | undefined {
  const opener = wordAt(tokens, 0);
  const comma = tokens.findIndex(({ text }) => text === ",");
  if (ban || comma <= 1 || !["when", "whenever", "if", "before", "after", "for"].includes(opener)) return undefined;
  const relation = opener === "before" || opener === "after" ? opener : "with";
  return { main: partOf(tokens, comma + 1, tokens.length), relation, second: partOf(tokens, 1, comma) };
}
