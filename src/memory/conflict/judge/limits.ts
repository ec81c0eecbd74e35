import { phraseList } from "../../language/word-set.ts";
import { ordinalWord } from "../../language/number-words.ts";
import { textsOf, tokensOf, wordsOf, type Token } from "../text/tokens.ts";
import type { Action } from "../text/action.ts";
import { meaningOf } from "../lexicon/lexicon.ts";
import { exceeds, type Limit } from "../measure/limit.ts";
import { isContainer } from "../lexicon/containers.ts";
import { fits, type Fit } from "../match.ts";
import type { Part } from "../part.ts";
import { frequencyOf, quantitiesOf, type Quantity } from "../measure/quantity.ts";
import type { Verdict } from "../conflict.ts";
import type { ReadRule } from "../rule.ts";
import { sameSort } from "../measure/same-sort.ts";
import { takesAll } from "./ban.ts";
import { deniesWord } from "./denial.ts";
import { judgeDuty } from "./duty.ts";
import { judgeOrder } from "./order.ts";
import { broken, doubtful, safe, unsure } from "./verdict.ts";
import { whenOf } from "../measure/time.ts";

const endless = ["indefinitely", "forever", "endlessly", "unlimited", "unbounded", "endless", "infinitely", "infinite"];
const endlessPhrases = phraseList(
  "until it|until they|as often as|as many as|as long as|no limit|without limit|no end|over and over|again and again",
);

/** A rule with a bound: broken where the action's quantity of the same sort passes it. */
export function judgeLimit(rule: ReadRule, action: Action): Verdict {
  const limit = rule.limit!;
  const fit = fitOf(rule, action, limit);
  if (!fit) return unsure(rule, "the action is about something else");
  const isMeasured = measuresOf(limit, action).some((quantity) => sameSort(limit.quantity, quantity));
  if (!rule.ban && !isMeasured && (fit.state === "negated" || fit.state === "removed")) {
    return broken(rule, "the action says that it will not do this", fit.share);
  }
  // "No umbrella": a duty may fall due by its bound, and the action denies it.
  const isDenied = rule.strict && !rule.ban && deniesWord(rule, action);
  if (fit.state === "negated" || fit.state === "mentioned")
    return (isDenied ? unsure : safe)(rule, "the action does not do this", fit.share);
  const passing = passes(limit, action, rule);
  if ((rule.relation === "before" || rule.relation === "after") && !rule.ban && !rule.isCondition && !passing)
    return judgeOrder(rule, action);
  if (!passing && !isMeasured && rule.ban && rule.strict && isOfAge(limit, rule) && fit.state === "done")
    return takesAll(action, fit)
      ? broken(rule, "the action applies to all of them, including those that this is about", fit.share)
      : doubtful(rule, "the action does not say which of them it applies to", fit.share);
  if (!passing)
    return !isDenied && (isMeasured || namesAny(action))
      ? safe(rule, "the action stays within the limit", fit.share)
      : unsure(rule, "the action mentions nothing outside the limit", fit.share);
  const boundsMain = rule.relation === "without" && !limit.isOfDenied;
  if (rule.second && (boundsMain || rule.isCondition)) return judgeOrder(rule, action);
  // The bound is the occasion of the only act that the rule names: "trains for anything above 200 km".
  if (rule.isCondition) return judgeDuty(rule, action);
  return broken(rule, `the action is outside the limit (${passing})`, fit.share);
}

/** The action gives some quantity or time, be it of another sort. */
function namesAny({ tokens }: Action): boolean {
  const { days, quarters } = whenOf(tokens);
  return days !== undefined || quarters !== undefined || quantitiesOf(tokens).length > 0;
}

/** The limit says which things are meant, not how much of them: "younger than 30 days". */
const isOfAge = (limit: Limit, { rule }: ReadRule): boolean =>
  limit.quantity.dimension === "time" &&
  [" younger than ", " older than ", " newer than "].some((phrase) => rule.rule.includes(phrase));

function fitOf(rule: ReadRule, action: Action, limit: Limit): Fit | undefined {
  const main = boundPart(rule);
  const [whole] = fits(main, action);
  if (whole) return whole;
  const nouns: Part = { needs: main.needs, text: main.text };
  if (nouns.needs.length > 0 && main.verb) {
    const [noun] = fits(nouns, action);
    if (noun) return noun;
  }
  return countedFit(action, limit) ?? halfFit(main, action);
}

/** The fit of one thing that the rule names, where the action misses no place of the rule. */
function halfFit(main: Part, action: Action): Fit | undefined {
  if (main.needs.length === 0 || main.needs.length > 3) return undefined;
  const found = main.needs
    .filter(({ role }) => role !== "modifier")
    .map((need) => ({ need, fit: fits({ needs: [need], text: need.word }, action)[0] }));
  const missed = found.filter(({ fit, need }) => !fit && (need.role === "place" || found.length === 1));
  const met = found.find(({ fit }) => fit?.level === "full");
  return missed.length === 0 && met ? met.fit : undefined;
}

/** Of two acts, the one that the bound is put on. */
function boundPart(rule: ReadRule): Part {
  if (rule.second === undefined || rule.ban) return rule.main;
  return rule.main.needs.length === 0 || rule.relation === "before" || rule.relation === "with"
    ? rule.second
    : rule.main;
}

/** The action counts what the limit counts: "lines", "replicas". */
function countedFit(action: Action, limit: Limit): Fit | undefined {
  if (limit.quantity.dimension !== "" || limit.quantity.of.length === 0 || isContainer(limit.quantity.of[0]!))
    return undefined;
  const [counted] = fits(
    { needs: [{ meaning: meaningOf(limit.quantity.of[0]!), word: "", role: "object", negated: false }], text: "" },
    action,
  );
  return counted;
}

/** What passes the limit, in the action's words. */
function passes(limit: Limit, action: Action, rule: ReadRule): string | undefined {
  const { tokens } = action;
  const bound = frequencyOf(tokensOf(rule.rule.rule));
  const often = bound === undefined ? undefined : frequencyOf(tokens);
  if (bound !== undefined && often !== undefined) {
    if (exceeds({ ...limit, ...(limit.max !== undefined ? { max: bound } : { min: bound }) }, often))
      return "its frequency";
    // "20 euros for the weekly shop" bounds the euros.
    if (limit.quantity.dimension === "times" || limit.quantity.dimension === "") return undefined;
  }
  if (limit.max !== undefined && limit.quantity.dimension === "times" && bound === undefined) {
    if (exceeds(limit, 2) && tokens.some(({ word }) => word === "again")) return "again";
    const ordinal = ordinalIn(tokens);
    if (ordinal && exceeds(limit, ordinal.value)) return ordinal.text;
  }
  const text = ` ${wordsOf(tokens)} `;
  if (limit.max !== undefined) {
    const word =
      endless.find((each) => text.includes(` ${each} `)) ?? endlessPhrases.find((each) => text.includes(` ${each} `));
    if (word !== undefined && (limit.quantity.dimension === "times" || limit.quantity.dimension === "")) return word;
  }
  const quantities = measuresOf(limit, action).filter((quantity) => !isStart(action, quantity));
  const nights = quantities.find(
    (quantity) =>
      quantity.dimension === "time" && limit.quantity.per !== undefined && isUnit(action, quantity, limit.quantity.per),
  );
  for (const quantity of quantities) {
    if (!sameSort(limit.quantity, quantity)) continue;
    const count = nights && nights !== quantity && quantity.per === undefined ? countOf(nights) : 1;
    const value = quantity.value / Math.max(1, count);
    if (exceeds(limit, value)) return textsOf(tokens.slice(quantity.from, quantity.to));
  }
  return undefined;
}

/** "the third time", "a second discount". */
function ordinalIn(tokens: readonly Token[]): { value: number; text: string } | undefined {
  for (const [at, { word }] of tokens.entries()) {
    const value = ordinalWord(word);
    if (value === undefined) continue;
    if (tokens[at + 1]?.word === "time") return { value, text: `${word} time` };
    if (tokens[at - 1]?.word === "a" && value > 1) return { value, text: `a ${word}` };
  }
  return undefined;
}

const yearSeconds = 31_557_600;

/** The quantities of an action; "the 12-year-old" has 12 where the limit may be an age, and nothing else is a number without a unit. */
function measuresOf({ mayBeAge }: Limit, { tokens }: Action): Quantity[] {
  const all = quantitiesOf(tokens);
  if (!mayBeAge || all.some(({ dimension }) => dimension === "")) return all;
  return all.map((quantity) =>
    quantity.dimension === "time" && quantity.of[0] === "old"
      ? { ...quantity, value: quantity.value / yearSeconds, dimension: "", of: [] }
      : quantity,
  );
}

/** "from 40 to 75": the 40 does not count. */
function isStart(action: Action, quantity: Quantity): boolean {
  if (action.tokens[quantity.from - 1]?.word !== "from") return false;
  return action.tokens.slice(quantity.to, quantity.to + 4).some(({ word }) => word === "to");
}

function isUnit(action: Action, quantity: Quantity, per: string): boolean {
  return action.tokens.slice(quantity.from, quantity.to + 1).some(({ word }) => word.startsWith(per));
}

function countOf(quantity: Quantity): number {
  return Math.round(quantity.value / 86_400) || 1;
}
