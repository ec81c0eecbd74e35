import type { Action } from "../text/action.ts";
import type { Verdict } from "../conflict.ts";
import { judgeForm } from "../form.ts";
import { quantitiesOf, type Quantity } from "../measure/quantity.ts";
import type { Part } from "../part.ts";
import type { ReadRule } from "../rule.ts";
import { judgeBan } from "./ban.ts";
import { isTooClose } from "./caution.ts";
import { deniesDuty } from "./denial.ts";
import { judgeChoice, judgeDuty } from "./duty.ts";
import { judgeException } from "./exception.ts";
import { judgeLimit } from "./limits.ts";
import { judgeOrder } from "./order.ts";
import { otherwise } from "./otherwise.ts";
import { asUnsure, broken, doubtful, safe, type Judged } from "./verdict.ts";
import { judgeWindow } from "./window.ts";

/** What an action means to one rule. */
export function judge(rule: ReadRule, action: Action): Verdict {
  const form = judgeForm(rule, action);
  if (form === "broken") return broken(rule, "the text in the action is against this");
  if (form === "met") return safe(rule, "the text in the action is as it says", 1);
  const { isGuess, ...first } = judgeBy(rule, action);
  const isDenied = rule.strict && first.status !== "CONFLICT" && deniesDuty(rule, action);
  const verdict = isDenied ? broken(rule, "the action says that it does not do this", first.similarity) : first;
  const occasion = verdict.status === "SAFE" ? occasionOf(rule) : undefined;
  const other = occasion && otherwise(occasion, action);
  if (other !== undefined) return safe(rule, other, 1);
  if (isGuess && !isDenied && rule.strict && isTooClose(rule, action))
    return doubtful(rule, "the action speaks of the same; how it bears on this is not understood", verdict.similarity);
  if (verdict.status !== "SAFE" && rule.exception) return judgeException(rule, action, verdict);
  return isMisreadable(rule, verdict) || leavesLeadUnsaid(rule, verdict, action) ? asUnsure(verdict) : verdict;
}

/** "Two days before the arrival": the action is done before it, and says no span that could be held against the two days. */
function leavesLeadUnsaid({ ban, tokens }: ReadRule, { status }: Verdict, action: Action): boolean {
  if (ban || status !== "SAFE") return false;
  const isLead = ({ dimension, to }: Quantity) =>
    dimension === "time" && ["before", "after", "ahead"].includes(tokens[to]?.word ?? "");
  return (
    quantitiesOf(tokens).some(isLead) && !quantitiesOf(action.tokens).some(({ dimension }) => dimension === "time")
  );
}

/** Words that a duty may turn on, and that are not read as needs: "in the first line", "with the same key". */
const unread = new Set(["only", "same", "other", "first", "last", "both"]);

/** "All knives are returned to the block": a duty whose verb does not stand first may be misread, and its opposite taken for it. */
const isMisreadable = ({ ban, main, relation, tokens }: ReadRule, { status }: Verdict): boolean =>
  status === "SAFE" &&
  !ban &&
  relation !== "without" &&
  relation !== "over" &&
  (main.verb === undefined || main.isPassive === true || tokens.some(({ word }) => unread.has(word)));

/** What a rule speaks of, where it demands nothing else of it: what it bans, or what its duty falls due with. */
function occasionOf({ ban, main, relation, second }: ReadRule): Part | undefined {
  if (ban || relation === "without") return main;
  return relation === "over" ? undefined : second;
}

function judgeBy(rule: ReadRule, action: Action): Judged {
  if (rule.limit) return judgeLimit(rule, action);
  if (rule.window) return judgeWindow(rule, action);
  if (rule.relation === "over") return judgeChoice(rule, action);
  if (rule.relation) return judgeOrder(rule, action);
  return rule.ban ? judgeBan(rule, action) : judgeDuty(rule, action);
}
