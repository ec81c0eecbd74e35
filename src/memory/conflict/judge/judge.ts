import type { Action } from "../text/action.ts";
import type { Verdict } from "../conflict.ts";
import { judgeForm } from "../form/form.ts";
import type { Part } from "../part.ts";
import type { ReadRule } from "../rule.ts";
import { judgeBan } from "./ban.ts";
import { isDutyUnsure, isMoreOften, leavesOut, sayingOfDuty } from "./certainty.ts";
import { judgeCommands } from "./commands.ts";
import { deniesDuty } from "./denial.ts";
import { judgeChoice, judgeDuty } from "./duty.ts";
import { judgeException } from "./exception.ts";
import { judgeLimit } from "./limits.ts";
import { judgeOrder } from "./order.ts";
import { otherwise } from "./otherwise.ts";
import { judgeUnread } from "./unread.ts";
import { asUnsure, broken, doubtfulAtLeast, safe, unsure } from "./verdict.ts";
import { judgeWindow } from "./window.ts";

/** What an action means to one rule. */
export function judge(rule: ReadRule, action: Action): Verdict {
  const saying = sayingOfDuty(rule, action);
  if (saying === "only") return safe(rule, "the action is exactly this", 1);
  const form = judgeForm(rule, action);
  if (form === "broken") return broken(rule, "the text in the action goes against this");
  if (form === "met")
    return (leavesOut(rule, action) ? unsure : safe)(rule, "the text in the action complies with this", 1);
  const named = judgeCommands(rule, action);
  if (named) return named;
  if (rule.isForeign) return judgeUnread(rule, action);
  const verdict = judgeByLanguage(rule, action, saying);
  return verdict.status === "SAFE" && action.isForeign ? judgeUnread(rule, action) : verdict;
}

/** What the rules of language say; of an action in another language, what is English in it. */
function judgeByLanguage(rule: ReadRule, action: Action, saying: ReturnType<typeof sayingOfDuty>): Verdict {
  const first = judgeBy(rule, action);
  const isDenied = rule.strict && first.status !== "CONFLICT" && deniesDuty(rule, action);
  const verdict = isDenied ? broken(rule, "the action says that it will not do this", first.similarity) : first;
  const occasion = verdict.status === "SAFE" ? occasionOf(rule) : undefined;
  const other = occasion && otherwise(rule, occasion, action);
  if (other !== undefined) return safe(rule, other, 1);
  if (verdict.status !== "SAFE" && rule.exception) return judgeException(rule, action, verdict);
  if (verdict.status === "SAFE" && saying === undefined && verdict.similarity > 0 && isMoreOften(rule, action))
    return doubtfulAtLeast(rule, "the action does this more often than the rule says", verdict.similarity);
  const isUnsure = saying === undefined && isDutyUnsure(rule, action);
  return verdict.status === "SAFE" && isUnsure ? asUnsure(verdict) : verdict;
}

/** What a rule speaks of, where it demands nothing else of it: what it bans, or what its duty falls due with. */
function occasionOf({ ban, main, relation, second }: ReadRule): Part | undefined {
  if (ban || relation === "without") return main;
  return relation === "over" ? undefined : second;
}

function judgeBy(rule: ReadRule, action: Action): Verdict {
  if (rule.limit) return judgeLimit(rule, action);
  if (rule.window) return judgeWindow(rule, action);
  if (rule.relation === "over") return judgeChoice(rule, action);
  if (rule.relation) return judgeOrder(rule, action);
  return rule.ban ? judgeBan(rule, action) : judgeDuty(rule, action);
}
