import type { Known, Shown } from "../known.ts";
import { TooLate } from "../patience.ts";
import { placeNew } from "./placing.ts";
import type { MemoryAsk } from "../prepared.ts";
import type { SkipReason } from "../receipt.ts";
import { retrieve, type RetrieveOptions } from "./retrieve.ts";
import { select } from "./select.ts";
import { changedRules, type StandingRulesOptions } from "./standing-rules.ts";
import { isTooShort, squeeze, textOf } from "../chain/texts.ts";
import { estimateTokens } from "../../estimate.ts";

/** A conversation is shown as much as so many turns may be. */
const turnsOfBudget = 8;

export type ShowOptions = RetrieveOptions & StandingRulesOptions & { onError: (error: unknown) => void };

/** What the newest turn is shown, or why nothing. A search that fails or is late is a reason. */
export async function show(ask: MemoryAsk, known: Known, options: ShowOptions): Promise<Shown> {
  const reason = skipReason(known);
  if (reason !== undefined && reason !== "too_short") return { ...nothing, reason, placed: [] };
  const [rules, found] = await Promise.all([
    changedRules(ask.scope, known, options).catch((error: unknown) => {
      failed(error, ask, options);
      return undefined;
    }),
    reason === undefined ? search(ask, known, options) : { ...nothing, reason },
  ]);
  const place = { isFirst: known.lineage === undefined, systemInMessages: ask.target.systemInMessages };
  const placed = placeNew({ items: found.selection.items, rules }, known.conversation, place);
  return { ...found, placed, ...(rules && { rules, reason: undefined }) };
}

type Found = Pick<Shown, "selection" | "retrievalId" | "reason">;
const nothing: Found = { selection: { items: [], omitted: 0 } };

/** What bears on what the user says. */
async function search(ask: MemoryAsk, known: Known, options: ShowOptions): Promise<Found> {
  const { conversation, blocks, threadId } = known;
  const said = new Set(conversation.messages.map((message) => squeeze(textOf(message))));
  const shown = new Set([...blocks.values()].flatMap(({ memoryIds }) => memoryIds));
  const question = { text: conversation.newest.text, threadId, said, shown };
  try {
    const { retrievalId, items, record } = await retrieve(ask.scope, question, options);
    const selection = select(items, roomOf(known));
    record(selection.items);
    if (items.length === 0) return { ...nothing, retrievalId, reason: "nothing_relevant" };
    return { selection, retrievalId, ...(selection.items.length === 0 && { reason: "budget" }) };
  } catch (error) {
    return { ...nothing, reason: failed(error, ask, options) };
  }
}

function failed(error: unknown, { signal }: MemoryAsk, { onError }: ShowOptions): "timeout" | "error" {
  if (error instanceof TooLate) return "timeout";
  if (!signal.aborted) onError(error);
  return "error";
}

/** The budget of this turn, or what is left of the conversation's: what it was shown before is sent with every turn. */
function roomOf({ asked, blocks }: Known): number {
  const used = [...blocks.values()].reduce((sum, { text }) => sum + estimateTokens(text), 0);
  return Math.min(asked.budgetTokens, Math.max(0, turnsOfBudget * asked.budgetTokens - used));
}

function skipReason({ asked, lineage, conversation }: Known): SkipReason | undefined {
  if (asked.mode === "off" || asked.budgetTokens === 0) return "off";
  if (asked.requestClass !== undefined) return asked.requestClass;
  if (lineage?.isRetry) return "retry";
  const { userAt, text, hasResults } = conversation.newest;
  if (userAt === undefined) return hasResults ? "tool_results" : "no_text";
  return isTooShort(text) ? "too_short" : undefined;
}
