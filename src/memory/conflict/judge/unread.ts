import type { Verdict } from "../conflict.ts";
import type { ReadRule } from "../rule.ts";
import type { Action } from "../text/action.ts";
import { broken, doubtful, safe } from "./verdict.ts";

/** What is not in English is not understood: only the very words of a rule are found in an action. */
export function judgeUnread(rule: ReadRule, action: Action): Verdict {
  const [wanted, said] = [plain(rule.rule.rule), plain(action.text)];
  if (wanted !== "" && said === wanted)
    return rule.ban ? broken(rule, "the action is exactly this") : safe(rule, "the action is exactly this", 1);
  if (rule.ban && stands(wanted, said))
    return doubtful(rule, "the action contains these words, but only English is understood");
  return {
    ...safe(rule, `the ${action.isForeign ? "action" : "rule"} is not in English and was not checked`),
    isUnread: true,
  };
}

/** Without marks around it, and with one case. */
const plain = (text: string): string => text.replace(/^[\p{P}\s]+|[\p{P}\s]+$/gu, "").toLowerCase();

/** Whether words are in a text, and not within one of its words. */
function stands(words: string, text: string): boolean {
  if (words === "") return false;
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (!isWithin(text, at) && !isWithin(text, at + words.length)) return true;
  return false;
}

/** Scripts that have two cases part their words; others may not, or join them with particles. */
const isWithin = (text: string, at: number): boolean =>
  /\p{LC}\p{M}?$/u.test(text.slice(Math.max(0, at - 2), at)) && /^\p{LC}/u.test(text.slice(at, at + 2));
