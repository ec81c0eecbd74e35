import { hash, randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Scope } from "../../../memory/scope.ts";
import type { Conversation } from "./conversation.ts";

/** Within this time a turn is in the ledger, if it is stored at all. */
const storedWithinMs = 10_000;
const threadsMax = 10_000;

/**
 * The threads of turns that the ledger may not know yet. Who sends the same at the same time, by a double click or as a
 * client that tries again too soon, joins the thread, as it would a moment later: then what was said is stored once.
 */
export class BeginningThreads {
  /** By a hash, so that no user's name stays here. */
  readonly #threads = new LRUCache<string, { id: string; sinceMs: number }>({ max: threadsMax });

  /** `sessionId`: as the caller named it, or empty. */
  threadOf({ account, user }: Scope, sessionId: string, conversation: Conversation, nowMs: number): string {
    const place = [conversation.chain().at(-1), conversation.systemHash(), conversation.toolsHash()];
    const turn = hash("sha256", JSON.stringify([account, user, sessionId, ...place]));
    const known = this.#threads.get(turn);
    if (known !== undefined && nowMs - known.sinceMs < storedWithinMs) return known.id;
    const id = newThread();
    this.#threads.set(turn, { id, sinceMs: nowMs });
    return id;
  }
}

/** The id of a thread, which is its session's where none is named. */
export function newThread(): string {
  return `conv-${randomUUID()}`;
}
