import type { Retrieval, RetrievalStore } from "../entity/retrieval.ts";
import { systemUser, type Scope } from "../scope.ts";
import { WriteBehind, type WriteBehindOptions } from "./write-behind.ts";

export type ReceiptsOptions = WriteBehindOptions & {
  /** While the store takes none, so much of their texts and results together is kept. */
  keptBytes?: number;
};

/**
 * Receipts of searches, written behind the answers, many at once. One that is asked for is written first, as what it names
 * may have been erased since: what is stored has lost that. Where the store takes none, `get` sees those that wait.
 */
export class Receipts {
  readonly #store: RetrievalStore;
  readonly #waiting: WriteBehind<string, Retrieval>;

  constructor(store: RetrievalStore, { keptBytes = 2 ** 25, ...options }: ReceiptsOptions = {}) {
    this.#store = store;
    this.#waiting = new WriteBehind(
      {
        write: (receipts) => store.record(receipts),
        merge: (_, latest) => latest,
        size: { of: bytesOf, max: keptBytes },
      },
      options,
    );
  }

  add(retrieval: Retrieval): void {
    this.#waiting.add(retrieval.id, retrieval);
  }

  async get(scope: Scope, id: string): Promise<Retrieval | undefined> {
    const waiting = this.#waiting.get(id);
    if (waiting && !isReadable(waiting, scope)) return undefined;
    if (waiting && !this.#waiting.isFailing) await this.drain();
    return this.#waiting.get(id) ?? this.#store.get(scope, id);
  }

  /** Ends when all that was added before is written, or could not be: then it is tried again in its time. */
  drain(): Promise<void> {
    return this.#waiting.drain();
  }

  /** Drains, and stops: what could not be written is not tried again. */
  close(): Promise<void> {
    return this.#waiting.close();
  }
}

function isReadable({ account, user }: Scope, by: Scope): boolean {
  return account === by.account && [user, systemUser].includes(by.user);
}

/** Roughly, and no less than it takes: two bytes for a character, and an id in each result. */
function bytesOf({ query = "", results, gateway }: Retrieval): number {
  const ofGateway = gateway === undefined ? 0 : 500 + 250 * gateway.losses.length;
  return 500 + 2 * query.length + 150 * results.length + ofGateway;
}
