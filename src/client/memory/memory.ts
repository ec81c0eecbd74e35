import type { AddMessageRequest } from "../../../gen/client/types.ts";
import { blockOf } from "./block.ts";
import { chainOf, isQuestion, textOf, withText, type Message } from "./conversation.ts";
import type { MemorySettings } from "./options.ts";
import { queryOf, storedOf } from "./text.ts";

/** What a question was shown. It is shown the same again whenever the conversation is sent again. */
type Shown = {
  retrieval_id: string | undefined;
  block: string | undefined;
  stored: boolean;
  /** Ends when what was said to the question so far is stored, or was tried to be. */
  writes: Promise<void>;
};

/** A conversation that is about to be sent on, with what it was and is shown. */
export type Turn<M extends Message> = {
  messages: M[];
  retrieval_id: string | undefined;
  /**
   * Stores the question, if it is new, and what was answered; what waits behind others may still be stored after it has ended.
   * Never fails; who takes the call back does not wait for it.
   */
  remember(said: string): Promise<void>;
};

/** Questions whose memory is kept; the oldest are forgotten first. */
const questionsMax = 1_000;

/** The memory of one session: what was found for each question, and what of it is stored. */
export class Memory {
  readonly #settings: MemorySettings;
  readonly #shown = new Map<string, Shown>();

  constructor(settings: MemorySettings) {
    this.#settings = settings;
  }

  async begin<M extends Message>(messages: readonly M[], signal: AbortSignal | undefined): Promise<Turn<M>> {
    const chain = chainOf(messages);
    const at = messages.findLastIndex(isQuestion);
    const question = messages[at];
    const name = chain[at];
    // Only what was said last is new: behind it may stand what tools answered.
    if (question && name !== undefined && !this.#shown.has(name)) {
      const found = await this.#search(textOf(question), new Set(messages.map(textOf)), signal);
      // Calls at the same time are shown what the first of them found.
      if (!this.#shown.has(name)) this.#keep(name, found);
    }
    const shown = name === undefined ? undefined : this.#shown.get(name);
    return {
      messages: messages.map((message, index) => {
        const block = isQuestion(message) ? this.#shown.get(chain[index]!)?.block : undefined;
        return block === undefined ? message : withText(message, block);
      }),
      retrieval_id: shown?.retrieval_id,
      remember: (said) => {
        const store = () => this.#store(shown, question ? textOf(question) : "", said);
        // One behind the other: whether the question is stored is known when the one before has ended.
        const stored = shown ? (shown.writes = shown.writes.then(store, store)) : store();
        return until(stored, this.#settings.storeTimeoutMs, signal);
      },
    };
  }

  #keep(name: string, shown: Shown): void {
    this.#shown.set(name, shown);
    const [oldest] = this.#shown.keys();
    if (this.#shown.size > questionsMax && oldest !== undefined) this.#shown.delete(oldest);
  }

  /** What the conversation says itself needs no memory. */
  async #search(text: string, said: ReadonlySet<string>, signal: AbortSignal | undefined): Promise<Shown> {
    const { cairn, user_id, limit, min_similarity, searchTimeoutMs, onError } = this.#settings;
    const sources = ["patterns", "graph", "signals"] as const;
    try {
      const request = { query: queryOf(text), limit, min_similarity, user_id, sources };
      const found = await cairn.search(request, { timeoutMs: searchTimeoutMs, signal });
      const fresh = found.results.filter(({ content }) => !said.has(content));
      return { retrieval_id: found.retrieval_id, block: blockOf(fresh), ...unstored() };
    } catch (error) {
      signal?.throwIfAborted();
      onError(error);
      return { retrieval_id: undefined, block: undefined, ...unstored() };
    }
  }

  async #store(shown: Shown | undefined, question: string, said: string): Promise<void> {
    const { cairn, session_id, user_id, source, storeTimeoutMs, onError } = this.#settings;
    const message = (role: "user" | "assistant", content: string): AddMessageRequest[] =>
      content.trim() === "" ? [] : [{ role, ...storedOf(content), session_id, user_id, source }];
    const asked = shown && !shown.stored ? message("user", question) : [];
    const messages = [...asked, ...message("assistant", said)];
    if (messages.length === 0) return;
    try {
      await cairn.addMessages({ messages }, { timeoutMs: storeTimeoutMs });
      if (shown) shown.stored = true;
    } catch (error) {
      onError(error);
    }
  }
}

/** Ends with the work, which never fails, or before it with the time or the signal. */
function until(work: Promise<void>, timeoutMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, timeoutMs);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
    void work.then(end);
  });
}

function unstored(): Pick<Shown, "stored" | "writes"> {
  return { stored: false, writes: Promise.resolve() };
}
