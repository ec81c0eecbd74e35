import { isFirstTurn } from "../chain/lineage.ts";
import { squeeze } from "../chain/texts.ts";
import { DeadlinePassed } from "../deadline.ts";
import type { MemoryRequest } from "../prepared.ts";
import type { SkipReason } from "../receipt.ts";
import type { TurnContext, Shown } from "../turn-context.ts";
import { placeNew } from "./block/placing.ts";
import { retrieve, type RetrieveOptions, type Retrieved } from "./retrieval/retrieve.ts";
import { budgetedTokens, tellsRules, type RuleSet } from "./rules/rules.ts";
import { select, type Selection } from "./block/select.ts";
import { changedRules, type StandingRulesOptions } from "./rules/standing-rules.ts";
import { subjectOf } from "./text/subject.ts";
import { isTooShort } from "./text/too-short.ts";

/** The budget of a whole conversation, in budgets of one turn. */
const turnsOfBudget = 8;

export type ShowOptions = RetrieveOptions & StandingRulesOptions & { onError: (error: unknown) => void };

/**
 * What the newest turn is shown, or why nothing. Where a search, or the look at the rules, fails or is late, that is the
 * reason, whatever was shown.
 */
export async function show(request: MemoryRequest, context: TurnContext, options: ShowOptions): Promise<Shown> {
  const silent = silentReason(context);
  if (silent !== undefined) return { selection: nothing, placed: [], reason: silent };
  const unsearched = unsearchedReason(context);
  const [ruled, searched] = await Promise.all([
    tried(changedRules(request.scope, context, options), request, options),
    unsearched ? undefined : tried(search(request, context, options), request, options),
  ]);
  const rules = ruled.result;
  const found = searched?.result;
  const selection = found ? select(found.items, roomOf(context, rules)) : nothing;
  const place = { isFirst: isFirstTurn(context.lineage), systemInMessages: request.target.systemInMessages };
  const placed = placeNew({ items: selection.items, rules }, context.conversation, place);
  const failure = searched?.failure ?? ruled.failure ?? (found?.isByWordsOnly ? "words_only" : undefined);
  const lack = rules ? undefined : (unsearched ?? (found && lackOf(found, selection)));
  return {
    selection,
    placed,
    ...(rules && { rules }),
    ...(found && { retrieval: found.receipt(selection.items) }),
    reason: failure ?? lack,
  };
}

const nothing: Selection = { items: [], omitted: 0 };

/** What a work came to, or how it failed. */
type Tried<Result> = { result?: Result; failure?: "timeout" | "error" };

async function tried<Result>(
  work: Promise<Result>,
  { signal }: MemoryRequest,
  { onError }: ShowOptions,
): Promise<Tried<Result>> {
  try {
    return { result: await work };
  } catch (error) {
    if (error instanceof DeadlinePassed) return { failure: "timeout" };
    if (!signal.aborted) onError(error);
    return { failure: "error" };
  }
}

/** What bears on what the user says. Errors: as `retrieve`. */
async function search(request: MemoryRequest, context: TurnContext, options: ShowOptions): Promise<Retrieved> {
  const { conversation, compactedAt, visible, threadId } = context;
  const seen = conversation.messages.slice(Math.max(0, compactedAt));
  const said = new Set(seen.map((message) => squeeze(conversation.saidIn(message).text)));
  // A rule has a part of what the message that states it says: the rest of that may still be needed.
  const blocks = [...visible.values()].filter(({ text }) => !tellsRules(text));
  const shown = new Set(blocks.flatMap(({ memoryIds }) => memoryIds));
  return retrieve(request.scope, { text: subjectOf(conversation), threadId, said, shown }, options);
}

/** Why nothing of what a search found is shown. */
function lackOf(found: Retrieved, { items }: Selection): SkipReason | undefined {
  if (items.length > 0) return undefined;
  return found.items.length === 0 ? "nothing_relevant" : "budget";
}

/** The budget of this turn, or what is left of the conversation's: what it sees of before costs with every turn. */
function roomOf({ settings: { budgetTokens }, visible }: TurnContext, rules: RuleSet | undefined): number {
  const before = [...visible.values()].reduce((sum, { text }) => sum + budgetedTokens(text), 0);
  const left = Math.min(budgetTokens, turnsOfBudget * budgetTokens - before);
  return Math.max(0, left - (rules ? budgetedTokens(rules.text) : 0));
}

/** Why a turn is shown nothing, no rule either. */
function silentReason({ settings, lineage, conversation }: TurnContext): SkipReason | undefined {
  if (settings.mode === "off") return "off";
  if (settings.requestClass !== undefined) return settings.requestClass;
  if (lineage?.isRetry) return "retry";
  const { userAt, hasResults } = conversation.newest;
  if (userAt === undefined) return hasResults ? "tool_results" : "no_text";
  return undefined;
}

/** Why nothing is searched for: the rules that hold are shown nevertheless. */
function unsearchedReason({ settings, conversation }: TurnContext): SkipReason | undefined {
  if (settings.budgetTokens === 0) return "off";
  return isTooShort(conversation.newest.text) ? "too_short" : undefined;
}
