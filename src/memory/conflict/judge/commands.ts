import type { Code } from "../code/code.ts";
import { isNamed, type NamedCommand } from "../code/named.ts";
import { isAkin } from "../code/plain.ts";
import type { Verdict } from "../conflict.ts";
import { isNear, likeness, type Meaning } from "../lexicon/lexicon.ts";
import type { ReadRule } from "../rule.ts";
import type { Action } from "../text/action.ts";
import { namesMore } from "./otherwise.ts";
import { broken, doubtful, safe } from "./verdict.ts";

/** A ban of a command by its name: "rm -rf"; undefined where the rule names none, or where this does not decide it. */
export function judgeCommands(rule: ReadRule, action: Action): Verdict | undefined {
  const { command, exception } = rule;
  const { code } = action;
  if (!rule.ban || !command || !code) return undefined;
  if (!code.commands.some((each) => isNamed(command, each)))
    return !namesMore(rule) && runsOther(command, code) ? safe(rule, "the action runs another command", 1) : undefined;
  if (exception || rule.relation) return undefined;
  const said = action.steps.flatMap(({ items }) => items.map(({ meaning }) => meaning));
  const missing = command.needs.filter((need) => !said.some((meaning) => isNear(need, meaning)));
  if (missing.length === 0) return broken(rule, "the action runs this command");
  return missing.some((need) => isAnother(need, said))
    ? safe(rule, "the action runs this command elsewhere", 1)
    : doubtful(rule, "the action runs this command, but does not say enough to tell");
}

/** All that the action does is known, and nothing of it may be another spelling of the command. */
const runsOther = (named: NamedCommand, { isWhole, commands }: Code): boolean =>
  isWhole && commands.length > 0 && !commands.some((each) => isAkin(named, each));

const isAnother = (need: Meaning, said: readonly Meaning[]): boolean =>
  said.some((meaning) => ["opposed", "sibling"].includes(likeness(need, meaning)));
