import type { Action } from "../action.ts";
import type { Verdict } from "../conflict.ts";
import type { ReadRule } from "../rule.ts";
import { judgeBan } from "./ban.ts";
import { judgeChoice, judgeDuty } from "./duty.ts";
import { judgeLimit } from "./limits.ts";
import { judgeOrder } from "./order.ts";
import { judgeWindow } from "./window.ts";

/** What an action means to one rule. */
export function judge(rule: ReadRule, action: Action): Verdict {
  if (rule.limit) return judgeLimit(rule, action);
  if (rule.window) return judgeWindow(rule, action);
  if (rule.relation === "over") return judgeChoice(rule, action);
  if (rule.relation) return judgeOrder(rule, action);
  return rule.ban ? judgeBan(rule, action) : judgeDuty(rule, action);
}
