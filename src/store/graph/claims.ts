import { sql, type Insertable } from "kysely";
import {
  claimOrigins,
  type ClaimJob,
  type ClaimJobResult,
  type ClaimMessage,
  type ClaimResult,
  type ClaimStore,
} from "../../memory/graph/claim-store.ts";
import type { Claim, MessageClaims } from "../../memory/graph/fact.ts";
import { heardAtMs } from "../../memory/ids.ts";
import type { Scope } from "../../memory/scope.ts";
import type { Database } from "../database.ts";
import type { Tx } from "../engine.ts";
import { onLiveBranch } from "../memory/live-branch.ts";
import { findCurrent } from "../memory/memory-row.ts";
import type { MemoryTable } from "../memory/tables.ts";
import { batchOf, Readings, unreadMessages, type UnreadMessages } from "../memory/unread.ts";
import { excluded } from "../on-conflict.ts";
import type { Schema } from "../schema.ts";
import { params, statement } from "../statement.ts";

/** Of more messages or claims than these only the newest count: facts are derived in memory. */
const messagesMax = 20_000;
const claimsMax = 40_000;
/** Messages read at a time: all of them may be hundreds of megabytes. */
const sliceMessages = 1_000;

export class SqlClaimStore implements ClaimStore {
  readonly #db: Database;
  readonly #readings: Readings;

  constructor(db: Database) {
    this.#db = db;
    this.#readings = new Readings(db, "graph_progress");
  }

  async next(rules: number, behind: string, limit: number): Promise<ClaimJob | undefined> {
    const reading = await this.#readings.next(rules, behind);
    if (!reading) return undefined;
    const { account, readSeq: after, from } = reading;
    const unread = await findMessages(this.#db.read, { account, after: from, limit, rules });
    const { rows, upTo } = batchOf(reading, unread, limit);
    return { account, after, upTo, messages: rows.map(messageToRead) };
  }

  complete(rules: number, done: ClaimJobResult[]): Promise<number> {
    return this.#readings.complete(rules, done, (tx, each) => storeJob(tx, rules, each));
  }

  /**
   * New rules read claims again under the same seqs; that shows in `rules`, and in how far the user's own were read.
   */
  async version({ account, user }: Scope): Promise<string> {
    const [claims] = await findVersion(this.#db.read, { account, user });
    const [progress] = await findProgress(this.#db.read, { account });
    const last = claims?.last ?? 0;
    const readUpTo = Math.min(last, progress?.seq ?? 0);
    return [claims?.count ?? 0, last, readUpTo, progress?.rules ?? 0, progress?.branches ?? 0].join(" ");
  }

  async list(scope: Scope): Promise<MessageClaims[]> {
    const listed: MessageClaims[] = [];
    let claims = 0;
    for (let before: { said_at: number; id: string } | undefined; ;) {
      const rows = await this.#newest(scope, before);
      for (const row of rows) {
        const said = JSON.parse(row.claims) as Claim[]; // as `store` wrote them
        claims += said.length;
        if (claims > claimsMax || listed.length === messagesMax) return listed;
        listed.push({ id: row.id, saidAtMs: row.said_at, claims: said });
      }
      if (rows.length < sliceMessages) return listed;
      before = rows.at(-1);
    }
  }

  /**
   * Those said before another one, the newest first. By time, not by seq: an import gives out seqs session by session.
   */
  #newest({ account, user }: Scope, before: { said_at: number; id: string } | undefined) {
    const own = this.#db.read
      .selectFrom("claim")
      .select(["id", "said_at", "claims"])
      .where("account_id", "=", account)
      .where("user_id", "=", user)
      .where(onLiveBranch("claim"));
    const older = before ? own.where(sql<boolean>`(said_at, id) < (${before.said_at}, ${before.id})`) : own;
    return older.orderBy("said_at", "desc").orderBy("id", "desc").limit(sliceMessages).execute();
  }
}

type MessageRow = Pick<
  MemoryTable,
  "id" | "user_id" | "layer" | "origin" | "seq" | "content_hash" | "created_at" | "text"
>;

const findMessages = statement<UnreadMessages, MessageRow>((db, param) =>
  unreadMessages(db, param, "claim")
    .select(["memory.id", "memory.user_id", "memory.layer", "memory.seq", "memory.content_hash"])
    .select(["memory.created_at", "memory.origin", "memory.text"])
    .where((e) => e.or([e("memory.role", "=", "user"), e("memory.layer", "=", "patterns")]))
    .where("memory.origin", "in", claimOrigins),
);

function messageToRead(row: MessageRow): ClaimMessage {
  const { id, created_at: createdAtMs } = row;
  const isPattern = row.layer === "patterns";
  return {
    id,
    user: row.user_id,
    isOfAnother: isPattern || row.origin === "agent",
    seq: row.seq,
    // A live row has both.
    contentHash: row.content_hash!,
    text: row.text!,
    // A pattern's time is the server's, and it may be written anew.
    saidAtMs: isPattern ? createdAtMs : heardAtMs({ id, saidAtMs: createdAtMs }),
  };
}

const findVersion = statement<{ account: string; user: string }, { count: number; last: number | null }>((db, param) =>
  db
    .selectFrom("claim")
    .select((e) => [e.fn.countAll<number>().as("count"), e.fn.max("seq").as("last")])
    .where("account_id", "=", param("account"))
    .where("user_id", "=", param("user")),
);

const findProgress = statement<{ account: string }, { branches: number; rules: number; seq: number }>((db, param) =>
  db.selectFrom("graph_progress").select(["branches", "rules", "seq"]).where("account_id", "=", param("account")),
);

async function storeJob(tx: Tx, rules: number, { job, read }: ClaimJobResult): Promise<true> {
  const { account, upTo } = job;
  for (const each of read) await store(tx, account, rules, each);
  await putProgress(tx, { account, seq: upTo, rules });
  return true;
}

const putProgress = statement<{ account: string; seq: number; rules: number }, unknown>((db, param) =>
  db
    .insertInto("graph_progress")
    .values({ account_id: param("account"), ...params(param, "seq", "rules") })
    .onConflict((c) => c.column("account_id").doUpdateSet(excluded<"graph_progress">("seq", "rules"))),
);

/** Stored only where the message still is what was read. */
async function store(tx: Tx, account: string, rules: number, { message, claims }: ClaimResult): Promise<void> {
  const { id, contentHash } = message;
  const current = await findCurrent(tx, { account, id, contentHash });
  if (current.length === 0) return;
  if (claims.length === 0) {
    await deleteClaim(tx, { account, id });
    return;
  }
  await putClaim(tx, {
    account_id: account,
    id,
    user_id: message.user,
    content_hash: contentHash,
    said_at: message.saidAtMs,
    seq: message.seq,
    rules,
    claims: JSON.stringify(claims),
  });
}

const deleteClaim = statement<{ account: string; id: string }, unknown>((db, param) =>
  db.deleteFrom("claim").where("account_id", "=", param("account")).where("id", "=", param("id")),
);

const putClaim = statement<Insertable<Schema["claim"]>, unknown>((db, param) =>
  db
    .insertInto("claim")
    .values(params(param, "account_id", "id", "user_id", "content_hash", "said_at", "seq", "rules", "claims"))
    .onConflict((c) =>
      c
        .columns(["account_id", "id"])
        .doUpdateSet(excluded<"claim">("content_hash", "said_at", "seq", "rules", "claims")),
    ),
);
