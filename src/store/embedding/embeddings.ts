import { sql, type ExpressionBuilder } from "kysely";
import type { EmbeddedText, EmbeddingJob, EmbeddingStore } from "../../memory/background/embedding/embedding-store.ts";
import type { KnownVector } from "../../memory/embedder.ts";
import { takeLastSeqs } from "../account/seqs.ts";
import type { Database } from "../database.ts";
import type { Db, Tx } from "../engine.ts";
import { hasCome } from "../has-come.ts";
import { findCurrent } from "../memory/memory-row.ts";
import { excluded } from "../on-conflict.ts";
import type { Schema } from "../schema.ts";
import { params, statement } from "../statement.ts";
import { encodeF16, toF16 } from "./f16.ts";
import type { VectorTable } from "./tables.ts";
import { activeFingerprint, unembedded } from "./vector-space.ts";

const embedAfter = sql.ref<number>("memory.embed_after");

/** A claim is shared by at least so many accounts, if as many have something to do. */
const accountsPerClaim = 4;

export class SqlEmbeddingStore implements EmbeddingStore {
  readonly #db: Database;
  readonly #now: () => number;
  /** The account served last: the next claim goes on after it. */
  #served = "";

  constructor(db: Database, now: () => number = Date.now) {
    this.#db = db;
    this.#now = now;
  }

  async claim(fingerprint: string, limit: number, leaseMs: number): Promise<EmbeddingJob[]> {
    const now = this.#now();
    // The queue of rows is the active embedder's. Looking first spares an idle server a write.
    if ((await activeFingerprint(this.#db.read)) !== fingerprint) return [];
    if ((await nextAccount(this.#db.read, "", now)) === undefined) return [];
    const share = Math.max(1, Math.ceil(limit / accountsPerClaim));
    return this.#db.writer.write(async (tx) => {
      const jobs: EmbeddingJob[] = [];
      while (jobs.length < limit) {
        const account = (await nextAccount(tx, this.#served, now)) ?? (await nextAccount(tx, "", now));
        if (account === undefined) break;
        const most = Math.min(share, limit - jobs.length);
        jobs.push(...(await claimRows(tx, { account, limit: most, now, until: now + leaseMs })));
        this.#served = account;
      }
      return jobs;
    });
  }

  async complete(fingerprint: string, done: EmbeddedText[]): Promise<void> {
    await this.#db.writer.write(async (tx) => {
      const active = (await activeFingerprint(tx)) === fingerprint;
      for (const [account, own] of Map.groupBy(done, ({ job }) => job.account)) {
        // One seq for each, taken at once; those of vectors that come too late stay unused. A vector of a space that is not
        // searched changes no memory. An erased account is no reason to fail.
        const firstSeq = await takeLastSeqs(tx, account, active ? own.length : 0);
        for (const [at, { job, vector }] of own.entries()) {
          const { id, contentHash } = job;
          const [current] = await findCurrent(tx, { account, id, contentHash });
          if (!current) continue;
          await storeVector(tx, vectorRow(job, fingerprint, vector));
          if (active) await markEmbedded(tx, { account, id, seq: firstSeq + at });
        }
      }
    });
  }

  async release(jobs: EmbeddingJob[], delayMs: number): Promise<void> {
    const after = this.#now() + delayMs;
    await this.#db.writer.write(async (tx) => {
      for (const { account, id, contentHash } of jobs) {
        // A text that changed meanwhile is a new job, and is not put off.
        await tx
          .updateTable("memory")
          .set({ embed_after: after })
          .where("account_id", "=", account)
          .where("id", "=", id)
          .where("content_hash", "=", contentHash)
          .where(unembedded)
          .execute();
      }
    });
  }

  async recall(longerThanMs: number): Promise<void> {
    const putOff = (e: ExpressionBuilder<Schema, "memory">) =>
      e.and([unembedded, e("embed_after", ">", this.#now() + longerThanMs)]);
    const [one] = await this.#db.read.selectFrom("memory").select("id").where(putOff).limit(1).execute();
    // Most often there is none, and then a start writes nothing.
    if (one === undefined) return;
    // By the clock at the write's turn: nothing claimed until then is put off for longer than a lease.
    await this.#db.writer.write((tx) => tx.updateTable("memory").set({ embed_after: 0 }).where(putOff).execute());
  }

  async backlog(): Promise<number> {
    const { count } = await this.#db.read
      .selectFrom("memory")
      .select((e) => e.fn.countAll<number>().as("count"))
      .where(unembedded)
      .executeTakeFirstOrThrow();
    return Number(count);
  }
}

/** Stores the vector that a memory has from its beginning: in the transaction that stores it, under the same seq. */
export async function storeKnownVector(
  tx: Tx,
  memory: { account: string; id: string; seq: number; contentHash: string },
  { fingerprint, vector }: KnownVector,
): Promise<void> {
  // A vector of a space that is no longer searched does not count: the memory waits to be embedded.
  if ((await activeFingerprint(tx)) !== fingerprint) return;
  await storeVector(tx, vectorRow(memory, fingerprint, vector));
  await markEmbedded(tx, memory);
}

/** A text that the embedder cannot read gets an empty vector, so that nobody embeds it again or waits for one. */
function vectorRow(
  { account, id, contentHash }: { account: string; id: string; contentHash: string },
  fingerprint: string,
  vector: Float32Array | undefined,
): VectorTable {
  const data = encodeF16(toF16(vector ?? new Float32Array(0)));
  return { account_id: account, id, fingerprint, content_hash: contentHash, data };
}

/** The first account after another one, in the order of ids, that has a job to be claimed. */
async function nextAccount(db: Db, after: string, now: number): Promise<string | undefined> {
  const [row] = await findNextAccount(db, { after, now });
  return row?.account_id;
}

const findNextAccount = statement<{ after: string; now: number }, { account_id: string }>((db, param) =>
  db
    .selectFrom("memory")
    .select("account_id")
    .where(unembedded)
    .where("account_id", ">", param("after"))
    .where(hasCome(embedAfter, param("now")))
    .orderBy("account_id")
    .limit(1),
);

type Claim = { account: string; limit: number; now: number; until: number };

async function claimRows(tx: Tx, claim: Claim): Promise<EmbeddingJob[]> {
  const rows = await claimUnembedded(tx, claim);
  // A live row has both.
  return rows.map((row) => ({
    account: claim.account,
    id: row.id,
    contentHash: row.content_hash!,
    text: row.text!,
  }));
}

const claimUnembedded = statement<Claim, { id: string; content_hash: string | null; text: string | null }>(
  (db, param) =>
    db
      .updateTable("memory")
      .set({ embed_after: param("until") })
      .where("account_id", "=", param("account"))
      // Asked twice: on a database where two may claim at once, the second finds the row already claimed.
      .where(hasCome(embedAfter, param("now")))
      .where("id", "in", (e) =>
        e
          .selectFrom("memory")
          .select("id")
          .where("account_id", "=", param("account"))
          .where(unembedded)
          .where(hasCome(embedAfter, param("now")))
          .orderBy("embed_after")
          .limit(param("limit")),
      )
      .returning(["id", "content_hash", "text"]),
);

const storeVector = statement<VectorTable, unknown>((db, param) =>
  db
    .insertInto("vector")
    .values(params(param, "account_id", "id", "fingerprint", "content_hash", "data"))
    .onConflict((c) =>
      c.columns(["account_id", "id", "fingerprint"]).doUpdateSet(excluded<"vector">("content_hash", "data")),
    ),
);

const markEmbedded = statement<{ account: string; id: string; seq: number }, unknown>((db, param) =>
  db
    .updateTable("memory")
    .set({ embedded: 1, embed_after: 0, seq: param("seq") })
    .where("account_id", "=", param("account"))
    .where("id", "=", param("id")),
);
