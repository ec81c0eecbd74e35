import { asSeen } from "../../language/as-seen.ts";
import type { Action, Said } from "../text/action.ts";
import type { Verdict } from "../conflict.ts";
import { isSame, isSort, likeness, type Meaning } from "../lexicon/lexicon.ts";
import { fits } from "../match.ts";
import { partOf, type Part } from "../part.ts";
import { readRule } from "../rule.ts";
import { tokensOf } from "../text/tokens.ts";

/** What of a pattern bears on an action; an anti-pattern is judged as an AVOID. */
export type WarnedPattern = {
  antiPatterns: readonly string[];
  /** An action that does this is against no anti-pattern, unless it has all the words of one. */
  solution?: string;
  /** Where the action denies one of them, the pattern does not bear on it. */
  conditions?: readonly string[];
};

/** Conditions of a pattern that are read, and clauses of its solution. */
const readMax = 16;
/** Characters that are read of a condition, and of a solution. */
const charsMax = 2_048;

/** Why a pattern does not bear on an action although `found` says so; undefined where it does. */
export function excused(pattern: WarnedPattern, action: Action, found: Verdict): string | undefined {
  if (pattern.conditions?.slice(0, readMax).some((condition) => isDenied(wholePart(condition), action)))
    return "the action says that the pattern's conditions do not apply";
  if (found.similarity < 1 && pattern.solution !== undefined && follows(pattern.solution, action))
    return "the action follows the pattern's solution";
  return undefined;
}

function wholePart(text: string): Part {
  const tokens = tokensOf(asSeen(text.slice(0, charsMax)));
  return partOf(tokens, 0, tokens.length);
}

/** The action negates a condition, names what excludes it, or another sort of its head: "shortcrust dough" for "yeast dough". */
function isDenied({ needs }: Part, action: Action): boolean {
  const said = action.steps.flatMap(({ items }) => items);
  const isSaid = (meaning: Meaning) => said.some((item) => isSame(meaning, item.meaning) && item.state !== "negated");
  if (needs.some(({ meaning }) => !isSaid(meaning) && said.some((item) => denies(item, meaning)))) return true;
  const head = needs.find(({ role }) => role === "object");
  const modifier = needs.find(({ role }) => role === "modifier");
  if (!head || !modifier || isSaid(modifier.meaning)) return false;
  return action.steps.some(({ items }) =>
    items.some(
      (item, at) =>
        isSame(head.meaning, item.meaning) && items[at - 1]?.to === item.from && mayBeSort(items[at - 1]!.meaning),
    ),
  );
}

/** A word that neither the tables nor WordNet know is taken for a sort: "shortcrust". */
const mayBeSort = (meaning: Meaning): boolean => isSort(meaning) || (!meaning.uses && !meaning.isListed);

const denies = (item: Said, meaning: Meaning): boolean => {
  const like = likeness(meaning, item.meaning);
  return like === "same" ? item.state === "negated" : like === "opposed" && item.state === "done";
};

/** The action does one of the things that a solution says. */
function follows(solution: string, action: Action): boolean {
  return asSeen(solution.slice(0, charsMax))
    .split(/[,;.]| and /)
    .filter((clause) => clause.trim().includes(" "))
    .slice(0, readMax)
    .some((clause) =>
      fits(readRule({ type: "PREFER", rule: clause.trim() }).main, action).some(
        ({ level, state, hasVerb }) => level === "full" && state === "done" && hasVerb,
      ),
    );
}
