import { randomUUID } from "node:crypto";
import { newBranch } from "./chain/branch.ts";
import type { NewEntry } from "./chain/ledger.ts";
import { isFirstTurn } from "./chain/lineage.ts";
import type { MemoryRequest, Plan } from "./prepared.ts";
import type { SkipReason } from "./receipt.ts";
import { isOff } from "./request/memory-settings.ts";
import { storedTurn } from "./stored.ts";
import type { TurnContext, Shown } from "./turn-context.ts";
import { verdictIn } from "./verdict/verdict.ts";

const dayMs = 86_400_000;

/** After these the ledger has nothing to remember of a turn: it is shown the same when it comes again. */
const withoutMemory: readonly (SkipReason | undefined)[] = [
  "off",
  "tool_results",
  "auxiliary",
  "compaction",
  "retry",
  "no_text",
  "too_short",
];

/** What is to be stored of a request, before the answer and after it. */
export function planOf(request: MemoryRequest, context: TurnContext, shown: Shown, nowMs: number): Plan {
  const { scope, reporter, target } = request;
  const { settings, lineage, threadId, conversation } = context;
  const stored = settings.mode === "on" && settings.requestClass === undefined;
  const basis = lineage?.entry;
  const wasAsked = !withoutMemory.includes(shown.reason);
  // In a conversation that is known a turn without memory may be asked again with it: then whose reply is whose must be known.
  const isKnownTurn =
    basis !== undefined && settings.requestClass === undefined && conversation.newest.userAt !== undefined;
  const isNoted = isOff(settings) && isKnownTurn && !lineage?.isAgain;
  // Of a conversation that is stored the chain must be known, whatever it was shown: it is its session.
  const entry = wasAsked || isNoted || (stored && !basis) ? entryOf(context, shown) : undefined;
  if (!entry && !stored && !(isKnownTurn && lineage?.isAgain)) {
    const isStale = basis !== undefined && nowMs - basis.usedAtMs > dayMs;
    return { scope, ...(isStale && { touchedThread: threadId }) };
  }
  const id = randomUUID();
  // What is only read leaves no branch: nothing of it is stored in place of what was said there.
  const branch = stored ? newBranch(conversation, lineage) : undefined;
  const sessionId = context.sessionId || threadId;
  const verdict = verdictIn(context, reporter);
  const facts = {
    model: target.model,
    provider: target.provider,
    ...(shown.retrieval && { retrievalId: shown.retrieval.id }),
  };
  return {
    scope,
    ...(verdict && { verdict }),
    opening: {
      id,
      threadId,
      sessionId: context.sessionId,
      root: conversation.root,
      tip: stored ? conversation.chain().at(-1)! : "", // there is a newest turn
      ...(branch && { branch }),
      ...(basis && { basis: basis.id }),
      ...(entry && { entry }),
      blocks: shown.placed.map(({ block }) => block),
      messages: stored ? storedTurn(conversation, sessionId, facts) : [],
      stored,
    },
    ending: {
      id,
      threadId,
      sessionId,
      chain: conversation.chain().at(-1)!, // there is a newest turn
      beginning: conversation.messages.slice(conversation.newest.to + 1),
      entry: entry?.id ?? (lineage?.isAgain ? basis?.id : undefined),
      stored,
      facts,
    },
  };
}

function entryOf({ settings, conversation, lineage, threadId }: TurnContext, { placed }: Shown): NewEntry {
  return {
    id: randomUUID(),
    threadId,
    chain: conversation.chain().at(-1)!, // there is a newest turn
    isFirst: isFirstTurn(lineage),
    isOff: isOff(settings),
    systemHash: conversation.systemHash(),
    toolsHash: conversation.toolsHash(),
    placements: [...(lineage?.entry.placements ?? []), ...placed.map(({ placement }) => placement)],
  };
}
