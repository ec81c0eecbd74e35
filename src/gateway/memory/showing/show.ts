import type { Known, Shown } from "../known.ts";
import { TooLate } from "../patience.ts";
import { placeNew } from "./placing.ts";
import type { MemoryAsk } from "../prepared.ts";
import type { SkipReason } from "../receipt.ts";
import { retrieve, type RetrieveOptions } from "./retrieve.ts";
import { select } from "./select.ts";
import { isTooShort, squeeze, textOf } from "../chain/texts.ts";
import { estimateTokens } from "../../estimate.ts";

/** A conversation is shown as much as so many turns may be. */
const turnsOfBudget = 8;

/** What the newest turn is shown, or why nothing. A search that fails or is late is a reason. */
export async function show(
  ask: MemoryAsk,
  known: Known,
  options: RetrieveOptions & { onError: (error: unknown) => void },
): Promise<Shown> {
  const nothing = { placed: [], selection: { items: [], omitted: 0 } };
  const reason = skipReason(known);
  if (reason !== undefined) return { ...nothing, reason };
  const { conversation, lineage, blocks, threadId } = known;
  const said = new Set(conversation.messages.map((message) => squeeze(textOf(message))));
  const shown = new Set([...blocks.values()].flatMap(({ memoryIds }) => memoryIds));
  const question = { text: conversation.newest.text, threadId, said, shown, signal: ask.signal };
  try {
    const { retrievalId, items, record } = await retrieve(ask.scope, question, options);
    const selection = select(items, roomOf(known));
    record(selection.items);
    if (items.length === 0) return { ...nothing, retrievalId, reason: "nothing_relevant" };
    if (selection.items.length === 0) return { placed: [], selection, retrievalId, reason: "budget" };
    const place = { isFirst: lineage === undefined, systemInMessages: ask.target.systemInMessages };
    return { placed: placeNew(selection.items, conversation, place), selection, retrievalId };
  } catch (error) {
    if (error instanceof TooLate) return { ...nothing, reason: "timeout" };
    if (!ask.signal.aborted) options.onError(error);
    return { ...nothing, reason: "error" };
  }
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
