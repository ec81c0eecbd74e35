import { textTokens } from "../estimate.ts";
import { newThread, type BeginningThreads } from "./chain/beginning-threads.ts";
import { compactionIn, readConversation } from "./chain/conversation.ts";
import type { GatewayStore } from "./chain/ledger.ts";
import { findLineage } from "./chain/lineage.ts";
import { Deadline, DeadlinePassed } from "./deadline.ts";
import { insertionEdits } from "./injection/block/insertion.ts";
import { insertionsOf, visibleBlocks } from "./injection/block/placing.ts";
import { show, type ShowOptions } from "./injection/show.ts";
import { planOf } from "./plan.ts";
import type { MemoryRequest, Prepared } from "./prepared.ts";
import { receiptHeaders, useOf, type MemoryReceipt, type SkipReason } from "./receipt.ts";
import { sessionOf } from "./request/identity.ts";
import { isOff } from "./request/memory-settings.ts";
import type { TurnContext } from "./turn-context.ts";

export type PreparationOptions = Omit<ShowOptions, "store" | "deadline"> & {
  /** How long all that is looked up and searched for may take. */
  timeoutMs: number;
  store: Pick<GatewayStore, "knows" | "find" | "blocks" | "sources">;
  beginning: BeginningThreads;
};

/** Reads, looks up, retrieves, places. Errors: the caller's reason; what the store throws. */
export async function prepare(request: MemoryRequest, options: PreparationOptions): Promise<Prepared> {
  const startedMs = performance.now();
  using deadline = new Deadline(request.signal, options.timeoutMs);
  const context = await deadline.wait(readContext(request, options)).catch(reasonIfLate);
  if (context === undefined || context === "timeout") {
    return untouched(context ?? "no_text", sessionOf(request.headers, request.json), request, startedMs);
  }
  const { conversation, lineage, blocks } = context;
  const shown = await show(request, context, { ...options, deadline });
  const earlier = lineage?.entry.placements ?? [];
  const replayed = earlier.filter(({ block }) => blocks.has(block)).length;
  const placements = [...earlier, ...shown.placed.map(({ placement }) => placement)];
  const allBlocks = new Map([...blocks, ...shown.placed.map(({ block }) => [block.hash, block] as const)]);
  const body = { dialect: request.dialect, bytes: request.body, leading: conversation.leading };
  const editsFor: Prepared["editsFor"] = ({ systemInMessages }) =>
    insertionEdits(body, insertionsOf(placements, allBlocks, conversation, systemInMessages));
  const plan = planOf(request, context, shown, options.now());
  const isKept = lineage !== undefined || plan.opening !== undefined;
  const receipt: MemoryReceipt = {
    reason: shown.reason,
    sessionId: context.sessionId || (isKept ? context.threadId : ""),
    retrievalId: shown.retrieval?.id,
    items: shown.selection.items.length,
    ...(shown.rules && { rules: shown.rules.rules.length }),
    omitted: shown.selection.omitted + (shown.rules?.omitted ?? 0),
    tokens: shown.placed.reduce((sum, { block }) => sum + textTokens(block.text), 0),
    positions: shown.placed.map(({ placement }) => placement.slot),
    replayed,
    replay: replayOf(context, replayed),
    ms: performance.now() - startedMs,
  };
  const edits = editsFor(request.target);
  const retrieval = shown.retrieval && { ...shown.retrieval, gateway: useOf(receipt) };
  return { edits, editsFor, receipt, headers: receiptHeaders(receipt), plan, retrieval };
}

/** A request that memory leaves alone. */
export function untouched(
  reason: SkipReason,
  sessionId: string,
  { scope }: MemoryRequest,
  startedMs: number,
): Prepared {
  const nothing = { items: 0, omitted: 0, tokens: 0, positions: [], replayed: 0, replay: "none" as const };
  const receipt = { ...nothing, reason, sessionId, ms: performance.now() - startedMs };
  return { edits: [], editsFor: () => [], receipt, headers: receiptHeaders(receipt), plan: { scope } };
}

async function readContext(
  request: MemoryRequest,
  { store, now, beginning }: PreparationOptions,
): Promise<TurnContext | undefined> {
  const sessionId = sessionOf(request.headers, request.json);
  const conversation = readConversation(request.dialect, request.json);
  if (conversation === undefined) return undefined;
  const nowMs = now();
  const { scope, settings } = request;
  const lineage = await findLineage(store, scope, conversation, { sessionId, isOff: isOff(settings), nowMs });
  const begun = () =>
    settings.mode === "on" ? beginning.threadOf(scope, sessionId, conversation, nowMs) : newThread();
  const threadId = lineage?.entry.threadId ?? begun();
  const placements = lineage?.entry.placements ?? [];
  const hashes = placements.map(({ block }) => block);
  const blocks = hashes.length === 0 ? [] : await store.blocks(scope, threadId, hashes);
  const byHash = new Map(blocks.map((block) => [block.hash, block]));
  const compactedAt = compactionIn(conversation.messages);
  const visible = visibleBlocks(placements, byHash, compactedAt);
  return {
    settings,
    sessionId,
    threadId,
    conversation,
    lineage,
    compactedAt,
    blocks: byHash,
    visible,
  };
}

function reasonIfLate(error: unknown): "timeout" {
  if (error instanceof DeadlinePassed) return "timeout";
  throw error;
}

function replayOf({ lineage, conversation }: TurnContext, replayed: number): MemoryReceipt["replay"] {
  if (lineage === undefined) return conversation.newest.from === 0 ? "none" : "unknown";
  const { placements } = lineage.entry;
  if (placements.length === 0) return "none";
  return replayed === placements.length ? "complete" : "incomplete";
}
