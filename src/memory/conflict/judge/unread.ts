import type { Verdict } from "../conflict.ts";
import type { ReadRule } from "../rule.ts";
import type { Action } from "../text/action.ts";
import { broken, doubtful, safe } from "./verdict.ts";

/** What is not in English is not understood: only the very words of a rule are found in an action. */
export function judgeUnread(rule: ReadRule, action: Action): Verdict {
  const [wanted, said] = [plain(rule.rule.rule), plain(action.text)];
  if (said === wanted)
    return rule.ban ? broken(rule, "the action is just this") : safe(rule, "the action is to do this", 1);
  if (said.includes(wanted)) return doubtful(rule, "the action has its words, and is not in English");
  return {
    ...safe(rule, `the ${action.isForeign ? "action" : "rule"} is not in English, and was not read`),
    isUnread: true,
  };
}

/** Without marks around it, and with one case. */
const plain = (text: string): string => text.replace(/^[\p{P}\s]+|[\p{P}\s]+$/gu, "").toLowerCase();
