import type { Scope } from "../../../../memory/scope.ts";
import type { GatewayStore, Source } from "../../chain/ledger.ts";
import type { Deadline } from "../../deadline.ts";
import type { TurnContext } from "../../turn-context.ts";
import { rulesShown, ruleSet, type Rule, type RuleSet } from "./rules.ts";

/** The rules that bind a user and hold: MUST, NEVER, PREFER, AVOID, the weightiest of a type first. */
export type RulesOf = (scope: Scope) => Promise<Rule[]>;

export type StandingRulesOptions = {
  rulesOf: RulesOf;
  store: Pick<GatewayStore, "sources">;
  /** Ends where all that memory does for the request takes too long. */
  deadline: Pick<Deadline, "wait">;
};

/**
 * The rules that hold, if they differ from those that the conversation was shown. What the user stated in this very
 * thread is left out: it stands there, unless the model no longer sees all of it. Errors: DeadlinePassed, the caller's
 * reason, and what the store throws.
 */
export async function changedRules(
  scope: Scope,
  context: TurnContext,
  { rulesOf, store, deadline }: StandingRulesOptions,
): Promise<RuleSet | undefined> {
  const rules = await deadline.wait(rulesOf(scope));
  const before = rulesShown(context.lineage?.entry.placements ?? [], context.visible);
  if (rules.length === 0 && before === undefined) return undefined;
  const now = await shownOf(rules, context, before, (ids) =>
    deadline.wait(store.sources(scope, context.threadId, ids)),
  );
  const isSame = now.rules.length === 0 ? before === undefined : now.text === before;
  return isSame ? undefined : now;
}

/** Of the rules those that are to be shown. Most conversations stated none of them, so those that fit are looked up first. */
async function shownOf(
  rules: readonly Rule[],
  { settings: { budgetTokens }, compactedAt }: TurnContext,
  before: string | undefined,
  sourcesOf: (ids: string[]) => Promise<Map<string, Source>>,
): Promise<RuleSet> {
  const fitting = ruleSet(rules, budgetTokens, before);
  const isNew = (sources: ReadonlyMap<string, Source>) => {
    const stands = (id: string) => compactedAt < 0 && sources.get(id)!.isOwn;
    // What is not known any more was erased since, and its words may be the rule's: what is left is read anew by the next turn.
    return ({ memoryIds }: Rule) => memoryIds.every((id) => sources.has(id)) && !memoryIds.every(stands);
  };
  if (fitting.rules.every(isNew(await sourcesOf(idsOf(fitting.rules))))) return fitting;
  return ruleSet(rules.filter(isNew(await sourcesOf(idsOf(rules)))), budgetTokens, before);
}

function idsOf(rules: readonly Rule[]): string[] {
  return [...new Set(rules.flatMap(({ memoryIds }) => memoryIds))];
}
