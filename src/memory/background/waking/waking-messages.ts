import type { Message, MessageEdit, MessageStore, NewMessage, Session } from "../../message.ts";
import type { Once } from "../../once.ts";
import type { Page, PageRequest } from "../../page.ts";
import type { Scope } from "../../scope.ts";
import type { BackgroundWorker } from "../background-worker.ts";

/** Messages whose writes wake the queue that gives them vectors. */
export class WakingMessages implements MessageStore {
  readonly #store: MessageStore;
  readonly #queue: Pick<BackgroundWorker, "wake">;

  constructor(store: MessageStore, behind: { queue: Pick<BackgroundWorker, "wake"> }) {
    this.#store = store;
    this.#queue = behind.queue;
  }

  async add(scope: Scope, messages: NewMessage[], once?: Once): Promise<{ ids: string[]; createdAtMs: number[] }> {
    const added = await this.#store.add(scope, messages, once);
    this.#queue.wake();
    return added;
  }

  get(scope: Scope, id: string): Promise<Message | undefined> {
    return this.#store.get(scope, id);
  }

  async edit(scope: Scope, id: string, edit: MessageEdit, once?: Once): Promise<Message | undefined> {
    const message = await this.#store.edit(scope, id, edit, once);
    if (message) this.#queue.wake();
    return message;
  }

  list(scope: Scope, sessionId: string, page: PageRequest): Promise<Page<Message> | undefined> {
    return this.#store.list(scope, sessionId, page);
  }

  sessions(scope: Scope, page: PageRequest): Promise<Page<Session>> {
    return this.#store.sessions(scope, page);
  }
}
