import { isFirstTurn } from "../chain/lineage.ts";
import { squeeze } from "../chain/texts.ts";
import { DeadlinePassed } from "../deadline.ts";
import type { MemoryRequest } from "../prepared.ts";
import type { SkipReason } from "../receipt.ts";
import type { TurnContext, Shown } from "../turn-context.ts";
import { placeNew } from "./block/placing.ts";
import { retrieve, type RetrieveOptions, type Retrieved } from "./retrieval/retrieve.ts";
import { budgetedTokens, tellsRules, type RuleSet } from "./rules/rules.ts";
import { select } from "./block/select.ts";
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
  const reason = silentReason(context);
  if (reason !== undefined) return { ...nothing, reason, placed: [] };
  const [ruled, found] = await Promise.all([
    changedRules(request.scope, context, options).catch((error: unknown) => failed(error, request, options)),
    unsearchedReason(context) ?? search(request, context, options),
  ]);
  const rules = typeof ruled === "string" ? undefined : ruled;
  const chosen = typeof found === "string" ? { ...nothing, reason: found } : choose(found, roomOf(context, rules));
  const place = { isFirst: isFirstTurn(context.lineage), systemInMessages: request.target.systemInMessages };
  const placed = placeNew({ items: chosen.selection.items, rules }, context.conversation, place);
  const failure = [found, ruled, chosen.reason].find(
    (each) => each === "timeout" || each === "error" || each === "words_only",
  );
  return { ...chosen, placed, ...(rules && { rules }), reason: failure ?? (rules ? undefined : chosen.reason) };
}

type Chosen = Pick<Shown, "selection" | "retrieval" | "reason">;
const nothing: Chosen = { selection: { items: [], omitted: 0 } };

/** What bears on what the user says, or why that is not known. */
async function search(
  request: MemoryRequest,
  context: TurnContext,
  options: ShowOptions,
): Promise<Retrieved | "timeout" | "error"> {
  const { conversation, compactedAt, visible, threadId } = context;
  const seen = conversation.messages.slice(Math.max(0, compactedAt));
  const said = new Set(seen.map((message) => squeeze(conversation.saidIn(message).text)));
  // A rule has a part of what the message that states it says: the rest of that may still be needed.
  const blocks = [...visible.values()].filter(({ text }) => !tellsRules(text));
  const shown = new Set(blocks.flatMap(({ memoryIds }) => memoryIds));
  const question = { text: subjectOf(conversation), threadId, said, shown };
  try {
    return await retrieve(request.scope, question, options);
  } catch (error) {
    return failed(error, request, options);
  }
}

function choose({ items, isByWordsOnly, receipt }: Retrieved, room: number): Chosen {
  const selection = select(items, room);
  const retrieval = receipt(selection.items);
  if (isByWordsOnly) return { selection, retrieval, reason: "words_only" };
  if (items.length === 0) return { ...nothing, retrieval, reason: "nothing_relevant" };
  return { selection, retrieval, ...(selection.items.length === 0 && { reason: "budget" }) };
}

function failed(error: unknown, { signal }: MemoryRequest, { onError }: ShowOptions): "timeout" | "error" {
  if (error instanceof DeadlinePassed) return "timeout";
  if (!signal.aborted) onError(error);
  return "error";
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
