import type { EmbeddingJob, EmbeddingStore } from "../../memory/embedding.ts";
import type { Database, Tx } from "../database.ts";
import type { Db } from "../engine.ts";
import { encodeF16, toF16 } from "../index/f16.ts";
import { activeFingerprint, unembedded } from "../index/index-rows.ts";
import { takeSeqs } from "./memory-row.ts";

type Done = { job: EmbeddingJob; vector: Float32Array };

/** A claim is shared by at least so many accounts, if as many have something to do. */
const accountsPerClaim = 4;

export class SqlEmbeddingStore implements EmbeddingStore {
  readonly #db: Database;
  readonly #now: () => number;
  /** The account served last: the next claim goes on behind it. */
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
        jobs.push(...(await claimRows(tx, account, Math.min(share, limit - jobs.length), now, leaseMs)));
        this.#served = account;
      }
      return jobs;
    });
  }

  async complete(fingerprint: string, done: Done[]): Promise<void> {
    await this.#db.writer.write(async (tx) => {
      const active = (await activeFingerprint(tx)) === fingerprint;
      for (const [account, own] of Map.groupBy(done, ({ job }) => job.account)) {
        // One for each, taken at once: those of vectors that come too late stay unused.
        const firstSeq = await takeSeqs(tx, account, own.length);
        for (const [at, { job, vector }] of own.entries()) {
          const current = await isCurrent(tx, job);
          if (!current) continue;
          await storeVector(tx, fingerprint, job, vector);
          if (active) await markEmbedded(tx, job, firstSeq + at);
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

  async backlog(): Promise<number> {
    const { count } = await this.#db.read
      .selectFrom("memory")
      .select((e) => e.fn.countAll<number>().as("count"))
      .where(unembedded)
      .executeTakeFirstOrThrow();
    return Number(count);
  }
}

/** The first account behind another one, in the order of ids, that has a job to be claimed. */
async function nextAccount(db: Db, after: string, now: number): Promise<string | undefined> {
  const row = await db
    .selectFrom("memory")
    .select("account_id")
    .where(unembedded)
    .where("account_id", ">", after)
    .where("embed_after", "<=", now)
    .orderBy("account_id")
    .limit(1)
    .executeTakeFirst();
  return row?.account_id;
}

async function claimRows(
  tx: Tx,
  account: string,
  limit: number,
  now: number,
  leaseMs: number,
): Promise<EmbeddingJob[]> {
  const rows = await tx
    .updateTable("memory")
    .set({ embed_after: now + leaseMs })
    .where("account_id", "=", account)
    // Asked twice: on a database where two may claim at once, the second finds the row already claimed.
    .where("embed_after", "<=", now)
    .where("id", "in", (e) =>
      e
        .selectFrom("memory")
        .select("id")
        .where("account_id", "=", account)
        .where(unembedded)
        .where("embed_after", "<=", now)
        .orderBy("embed_after")
        .limit(limit),
    )
    .returning(["id", "content_hash", "text"])
    .execute();
  // A live row has both.
  return rows.map((row) => ({ account, id: row.id, contentHash: row.content_hash!, text: row.text! }));
}

async function isCurrent(tx: Tx, { account, id, contentHash }: EmbeddingJob): Promise<boolean> {
  const row = await tx
    .selectFrom("memory")
    .select("id")
    .where("account_id", "=", account)
    .where("id", "=", id)
    .where("content_hash", "=", contentHash)
    .where("deleted", "=", 0)
    .executeTakeFirst();
  return row !== undefined;
}

async function storeVector(tx: Tx, fingerprint: string, job: EmbeddingJob, vector: Float32Array): Promise<void> {
  const data = { content_hash: job.contentHash, data: encodeF16(toF16(vector)) };
  await tx
    .insertInto("vector")
    .values({ account_id: job.account, id: job.id, fingerprint, ...data })
    .onConflict((c) => c.columns(["account_id", "id", "fingerprint"]).doUpdateSet(data))
    .execute();
}

async function markEmbedded(tx: Tx, { account, id }: EmbeddingJob, seq: number): Promise<void> {
  await tx
    .updateTable("memory")
    .set({ embedded: 1, embed_after: 0, seq })
    .where("account_id", "=", account)
    .where("id", "=", id)
    .execute();
}
