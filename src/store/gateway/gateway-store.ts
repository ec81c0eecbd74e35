import type { Block, Ending, Entry, GatewayStore, Opening, Source } from "../../gateway/memory/chain/ledger.ts";
import type { NewMessage } from "../../memory/entity/message.ts";
import type { Scope } from "../../memory/scope.ts";
import { takeSeqs } from "../account/seqs.ts";
import type { Database } from "../database.ts";
import type { Tx } from "../engine.ts";
import { prepareAll, sliceRows, type PreparedMessage } from "../memory/message-row.ts";
import { contentOf } from "../memory/pattern-row.ts";
import type { Pause } from "../writer.ts";
import { addReply } from "./add-reply.ts";
import { leaveAllBut } from "./branches.ts";
import { blockOf, entryOf } from "./entry-row.ts";
import { closeOpenExchanges, endExchange, openExchange } from "./exchanges.ts";
import { blocksOf, entriesAt, patternsAt, sourcesOf, threadAt } from "./ledger-reads.ts";
import { addBlocks, addEntry, useEntry, useThread } from "./ledger-writes.ts";
import { storeMessages } from "./store-messages.ts";
import { retrievalOf } from "./turn-retrieval.ts";

/** A ledger's thread that was not used for so long has expired. */
export const threadKeptMs = 30 * 86_400_000;

export class SqlGatewayStore implements GatewayStore {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(db: Database, now: () => number = Date.now) {
    this.#db = db;
    this.#now = now;
  }

  async knows({ account, user }: Scope, session: string, root: string): Promise<boolean> {
    return (await threadAt(this.#db.read, { account, user, session, root })).length > 0;
  }

  async find({ account, user }: Scope, session: string, chains: readonly string[]): Promise<Entry[]> {
    const since = this.#now() - threadKeptMs;
    return (await entriesAt(this.#db.read, { account, user, session, since }, chains)).map(entryOf);
  }

  async blocks({ account, user }: Scope, thread: string, hashes: readonly string[]): Promise<Block[]> {
    return (await blocksOf(this.#db.read, { account, user, thread }, hashes)).map(blockOf);
  }

  async sources({ account, user }: Scope, thread: string, ids: readonly string[]): Promise<Map<string, Source>> {
    const rows = await sourcesOf(this.#db.read, { account, user, thread }, ids);
    const patternIds = rows.flatMap(({ id, layer }) => (layer === "patterns" ? [id] : []));
    const patterns = patternIds.length === 0 ? [] : await patternsAt(this.#db.read, { account }, patternIds);
    const contents = new Map(patterns.map((row) => [row.id, contentOf(row)]));
    return new Map(
      rows.map(({ id, origin, own }) => {
        const pattern = contents.get(id);
        return [id, { origin, isOwn: own !== null, ...(pattern && { pattern }) }];
      }),
    );
  }

  async begin(scope: Scope, opening: Opening): Promise<void> {
    const prepared = await prepareAll(opening.messages.map(({ message }) => message));
    await this.#begin(scope, opening, prepared);
  }

  async finish(scope: Scope, ending: Ending): Promise<void> {
    await this.#finish(scope, ending, await prepareAll(replyOf(ending)));
  }

  async record(scope: Scope, opening: Opening, ending: Ending): Promise<void> {
    const said = opening.messages.map(({ message }) => message);
    const prepared = await prepareAll([...said, ...replyOf(ending)]);
    // The writer keeps their order, and shares a commit among those that wait.
    const begun = this.#begin(scope, opening, prepared.slice(0, said.length));
    const finished = this.#finish(scope, ending, prepared.slice(said.length));
    const failed = (await Promise.allSettled([begun, finished])).find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  }

  #begin(scope: Scope, opening: Opening, prepared: PreparedMessage[]): Promise<void> {
    const { threadId, sessionId, root, tip, branch, messages, entry, basis, blocks } = opening;
    const work = async (tx: Tx, pause?: Pause) => {
      const now = this.#now();
      const firstSeq = await takeSeqs(tx, scope.account, messages.length);
      await useThread(tx, scope, { id: threadId, sessionId, root, tip }, now);
      if (basis !== undefined) await useEntry(tx, scope, basis, now);
      await storeMessages(tx, scope, threadId, { messages, prepared, firstSeq }, pause);
      if (branch) await leaveAllBut(tx, scope, threadId, branch);
      if (entry) {
        await addBlocks(tx, scope, threadId, blocks);
        await addEntry(tx, scope, { ...entry, sessionId }, now);
      }
      if (opening.stored) await openExchange(tx, scope, opening, now);
    };
    const { writer } = this.#db;
    return messages.length > sliceRows ? writer.exclusive(work) : writer.write(work);
  }

  #finish(scope: Scope, ending: Ending, prepared: PreparedMessage[]): Promise<void> {
    const messages = ending.reply ? [ending.reply] : [];
    return this.#db.writer.write(async (tx) => {
      const now = this.#now();
      const firstSeq = await takeSeqs(tx, scope.account, messages.length);
      if (!(await endExchange(tx, scope, ending, now)) && ending.begun) return;
      await storeMessages(tx, scope, ending.threadId, { messages, prepared, firstSeq });
      const { threadId: thread, turn, entry, fingerprint } = ending;
      if (fingerprint === undefined) return;
      await addReply(tx, scope, { thread, turn, entry, fingerprint, isStored: ending.reply !== undefined });
    });
  }

  /** The retrieval that a stored turn was shown, by the places of its messages; `undefined` where none is known. */
  retrievalOf(scope: Scope, thread: string, chains: readonly string[]): Promise<string | undefined> {
    return retrievalOf(this.#db.read, scope, thread, chains);
  }

  /**
   * For a start: an exchange that is found open was left by a process that died, and becomes partial. A process that
   * still lives ends its own later, and says then how. Answers how many there were.
   */
  closeOpen(): Promise<number> {
    return this.#db.writer.write((tx) => closeOpenExchanges(tx, this.#now()));
  }

  async touch(scope: Scope, threadId: string): Promise<void> {
    await this.#db.writer.write((tx) =>
      tx
        .updateTable("gateway_thread")
        .set({ used_at: this.#now() })
        .where("account_id", "=", scope.account)
        .where("user_id", "=", scope.user)
        .where("id", "=", threadId)
        .execute(),
    );
  }
}

function replyOf({ reply }: Ending): NewMessage[] {
  return reply ? [reply.message] : [];
}
