import { timesWord } from "../../language/number-words.ts";
import { baseOf } from "../lexicon/lexicon.ts";
import { frequencyOf, quantitiesOf, type Quantity } from "../measure/quantity.ts";
import { deniesWord } from "./denial.ts";
import type { ReadRule } from "../rule.ts";
import { sayingOf, type Saying } from "../text/key-text.ts";
import { meaningsOf, partsOf } from "./nearness.ts";
import type { Action } from "../text/action.ts";
import { wordAt, type Token } from "../text/tokens.ts";
import { determiners, negators, omitting } from "../text/words.ts";

/** How an action says what a rule asks for in the rule's own words; undefined where it does not, or may take it back. */
export const sayingOfDuty = (rule: ReadRule, action: Action): Saying | undefined =>
  sayingOf(action.keyTexts, rule.keyTexts, () => partsOf(rule).flatMap(meaningsOf));

/** Whether what was read of a duty may turn round in what was not, so that an action that keeps it by its words may break it. */
export const isDutyUnsure = (rule: ReadRule, action: Action): boolean =>
  !rule.ban && (isMisreadable(rule) || leavesSpanUnsaid(rule, action));

/** Words that a duty may turn on, and that are not read as needs: "in the first line", "with the same key". */
const unread = new Set(["only", "same", "other", "first", "last", "both"]);

/** "All knives are returned to the block": a duty whose verb does not stand first may be misread, and its opposite taken for it. */
const isMisreadable = ({ main, relation, tokens }: ReadRule): boolean =>
  relation !== "without" &&
  relation !== "over" &&
  (main.verb === undefined || main.isPassive === true || tokens.some(({ word }) => unread.has(word)));

const around = new Set(["before", "after", "ahead"]);

/** "Two days before the arrival": the action says no span that could be held against the two days. */
function leavesSpanUnsaid({ tokens, relation, limit }: ReadRule, action: Action): boolean {
  const isTime = ({ dimension }: Quantity) => dimension === "time";
  const hasSpan =
    limit && isTime(limit.quantity)
      ? relation === "before" || relation === "after"
      : quantitiesOf(tokens).some((quantity) => isTime(quantity) && around.has(wordAt(tokens, quantity.to)));
  return hasSpan && !quantitiesOf(action.tokens).some(isTime);
}

/** "Give the insulin five times today", where it is to be given twice a day: it may be twice and no more. */
export function isMoreOften({ ban, tokens, limit }: ReadRule, action: Action): boolean {
  if (ban || limit || !tokens.some(({ word }) => timesWord(word) !== undefined || word === "times")) return false;
  const often = frequencyOf(tokens);
  return often !== undefined && (frequencyOf(action.tokens) ?? often) > often;
}

/** "Send it without "The Larch team"", "without signing it with ...": what is quoted in the action may be what is left out. */
export const leavesOut = (rule: ReadRule, action: Action): boolean =>
  deniesWord(rule, action) || action.tokens.some(({ kind }, at) => kind === "quote" && isLeftOut(action.tokens, at));

/** A negator or "skip" stands directly before a quote, but for an article. */
function isLeftOut(tokens: readonly Token[], quote: number): boolean {
  let at = quote - 1;
  while (at >= 0 && determiners.has(tokens[at]!.word) && !negators.has(tokens[at]!.word)) at--;
  const word = wordAt(tokens, at);
  return negators.has(word) || omitting.has(baseOf(word));
}
