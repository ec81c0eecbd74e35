import type { Action } from "../text/action.ts";
import { fits } from "../match.ts";
import type { Verdict } from "../conflict.ts";
import type { ReadRule } from "../rule.ts";
import { overlap, whenOf } from "../measure/time.ts";
import { byLevel } from "./ban.ts";
import { judgeDuty } from "./duty.ts";
import { shortage } from "./shortage.ts";
import { broken, doubtful, safe, unsure } from "./verdict.ts";

/** A rule about a time: of a ban the forbidden one, of a duty the only one allowed. */
export function judgeWindow(rule: ReadRule, action: Action): Verdict {
  const [fit] = fits(rule.main, action).filter(({ state }) => state === "done");
  const said = overlap(whenOf(action.tokens), rule.window!);
  if (!fit && rule.strict && !rule.ban && said !== "outside") return judgeDuty(rule, action);
  if (!fit) return safe(rule, "the action does not do this");
  const short = shortage(rule, action);
  if (short !== undefined) return broken(rule, `the action falls short of this (${short})`, fit.share);
  if (rule.ban) {
    if (said === "outside") return safe(rule, "the action takes place outside this time", fit.share);
    if (said === "inside") return byLevel(rule, action, fit);
    if (said === "unsaid" && !rule.strict) return safe(rule, "the action names no time", fit.share);
    return doubtful(rule, "the action may take place within this time", fit.share);
  }
  if (said === "outside" && fit.level === "full")
    return broken(rule, "the action takes place outside this time", fit.share);
  if (said === "partly" && rule.strict) return doubtful(rule, "the action may take place outside this time", fit.share);
  return said === "inside"
    ? safe(rule, "the action takes place within this time", fit.share)
    : unsure(rule, "the action names no other time", fit.share);
}
