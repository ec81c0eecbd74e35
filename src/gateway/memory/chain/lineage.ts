import type { Scope } from "../../../memory/scope.ts";
import type { Conversation } from "./conversation.ts";
import type { Entry, GatewayStore } from "./ledger.ts";
import { repliesAfter } from "./reply.ts";

/** How long the same first turn counts as a retry, and a first reply may be edited where no session is named. */
const retryMs = 600_000;

/** What is known of a conversation: the entry at the deepest place of its chain. */
export type Lineage = {
  entry: Entry;
  /** Fingerprints of the replies that the turn there got, asked with memory or without. */
  replies: string[];
  /** Whether that is its newest turn, which comes again. */
  isAgain: boolean;
  /** Whether that is shown what it was shown: it was not asked without memory before, and with it now. */
  isRetry: boolean;
};

/** Whether nothing was known of the conversation before its newest turn. */
export function isFirstTurn(lineage: Lineage | undefined): boolean {
  return lineage === undefined || (lineage.isAgain && lineage.entry.isFirst);
}

/** How many places are looked up first: an agent's turn rarely has more messages. Then twice as many, and so on. */
const firstWindow = 16;

/** `sessionId`: as the caller named it, or empty. `isOff`: nothing is asked for at the newest turn, as where an entry says the same. */
type Turn = { sessionId: string; isOff: boolean; nowMs: number };

/**
 * The deepest entry that belongs to the conversation; `undefined` where none is known. Where memory is asked for, what
 * went before is known better by the turn before than by the newest one's own entry of when it was asked without.
 */
export async function findLineage(
  store: Pick<GatewayStore, "knows" | "find">,
  scope: Scope,
  conversation: Conversation,
  turn: Turn,
): Promise<Lineage | undefined> {
  const { sessionId, isOff } = turn;
  if (!(await store.knows(scope, sessionId, conversation.root))) return undefined;
  const chain = conversation.chain();
  let withoutMemory: Lineage | undefined;
  for (let end = chain.length, size = firstWindow; end > 0; end -= size, size *= 2) {
    const start = Math.max(0, end - size);
    const byChain = Map.groupBy(await store.find(scope, sessionId, chain.slice(start, end)), (entry) => entry.chain);
    for (let at = end - 1; at >= start; at--) {
      const entries = byChain.get(chain[at]!) ?? [];
      const entry = choose(entries, conversation, at, turn);
      if (!entry) continue;
      const isAgain = at === conversation.newest.to;
      const isRetry = isAgain && (isOff || !entry.isOff);
      const lineage = { entry, replies: repliesOf(entry, entries), isAgain, isRetry };
      if (isRetry || !isAgain) return lineage;
      withoutMemory = lineage;
    }
  }
  return withoutMemory;
}

/**
 * Of the entries at one place the one that this conversation belongs to. At its newest turn that comes again; a first turn
 * does for ten minutes only, and only with the same system text and tools; where memory is asked for, one of a turn without
 * it comes last. At earlier turns the reply tells branches apart.
 */
function choose(
  entries: readonly Entry[],
  conversation: Conversation,
  at: number,
  { sessionId, isOff, nowMs }: Turn,
): Entry | undefined {
  const { systemHash, toolsHash, messages, newest } = conversation;
  const isSame = (entry: Entry) => Number(entry.systemHash === systemHash()) + Number(entry.toolsHash === toolsHash());
  if (at === newest.to) {
    const own = entries.filter(
      (entry) => !entry.isFirst || (nowMs - entry.createdAtMs <= retryMs && isSame(entry) === 2),
    );
    return best(own, (entry) => [Number(isOff || !entry.isOff), isSame(entry), entry.usedAtMs]);
  }
  const sentBack = repliesAfter(messages, at);
  const fits = ({ replies }: Entry) => {
    if (sentBack === undefined || replies.length === 0) return 1;
    return sentBack.some((reply) => replies.includes(reply)) ? 2 : 0;
  };
  const own = entries.filter(
    (entry) => sessionId !== "" || !entry.isFirst || fits(entry) > 0 || nowMs - entry.usedAtMs <= retryMs,
  );
  return best(own, (entry) => [fits(entry), isSame(entry), entry.usedAtMs]);
}

/** Its thread may have two entries of the turn; and the thread itself knows what was asked when it had none. */
function repliesOf({ threadId, chain, tip, tipReplies }: Entry, entries: readonly Entry[]): string[] {
  const own = entries.filter((entry) => entry.threadId === threadId).flatMap(({ replies }) => replies);
  return [...new Set([...own, ...(tip === chain ? tipReplies : [])])];
}

/** The one with the highest rank; of equals the last, by id. */
function best(entries: readonly Entry[], rank: (entry: Entry) => number[]): Entry | undefined {
  const sorted = entries.toSorted((one, other) => {
    const [mine, its] = [rank(one), rank(other)];
    const at = mine.findIndex((value, i) => value !== its[i]);
    return at < 0 ? (one.id < other.id ? -1 : 1) : mine[at]! - its[at]!;
  });
  return sorted.at(-1);
}
