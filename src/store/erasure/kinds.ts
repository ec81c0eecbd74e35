import { sql } from "kysely";
import type { ErasureTarget } from "../../memory/entity/erasure.ts";
import type { Layer } from "../../memory/entity/layer.ts";
import type { Tx } from "../engine.ts";
import type { ForgottenThreads } from "../gateway/forget.ts";
import { deleteSlice } from "../memory/delete-rows.ts";
import { placed } from "../memory/memory-row.ts";
import type { ErasureRow } from "../schema.ts";

/** What of an erasure's row says what it erases. */
export type Target = Pick<ErasureRow, "account_id" | "user_id" | "kind" | "target">;

export type LiveMemory = { id: string; layer: string; user_id: string; session_id: string; created_at: number };

/** What is particular to one kind of erasure; all else in this folder does the same for each. */
type Kind = {
  /** Whose everything is erased: then receipts, outcomes and recorded answers go too, whatever they name. */
  whole?: "user" | "account";
  /** A text that is in whatever names something of it; empty where that may be named in many ways. */
  mention(of: Target): string;
  /** Some of its live memories, found by an index that has no tombstones. */
  live(tx: Tx, of: Target, limit: number): Promise<LiveMemory[]>;
  /** The session that it erases, or any of several: one may be there without a memory. */
  session(tx: Tx, of: Target): Promise<{ created_at: number } | undefined>;
  /** Deletes some of its sessions, in which nothing is left; `last` is one of the memories that were in them. */
  eraseSessions(tx: Tx, of: Target, last: LiveMemory | undefined): Promise<{ deleted: number; more: boolean }>;
  /** The gateway's conversations that go whole; `undefined` where none does. */
  threads(of: Target): ForgottenThreads | undefined;
};

const kinds: Readonly<Record<ErasureTarget["kind"], Kind>> = {
  message: oneMemory("signals"),
  pattern: oneMemory("patterns"),
  session: {
    mention: () => "",
    live: (tx, of, limit) =>
      ownLive(tx, of, limit).where("session_id", "=", of.target).where(placed).orderBy("position").execute(),
    session: (tx, of) => ownSessions(tx, of).where("session_id", "=", of.target).executeTakeFirst(),
    eraseSessions: async (tx, of) => ({ deleted: await deleteSession(tx, of, of.target), more: false }),
    threads: ({ account_id, user_id, target }) => ({ account: account_id, user: user_id, sessionId: target }),
  },
  user: {
    whole: "user",
    mention: () => "",
    live: (tx, of, limit) => everything(tx, of.account_id, of.user_id, limit),
    session: (tx, of) => ownSessions(tx, of).limit(1).executeTakeFirst(),
    eraseSessions: (tx, of) => deleteSlice(tx, "session", { account: of.account_id, user: of.user_id }),
    threads: ({ account_id, user_id }) => ({ account: account_id, user: user_id }),
  },
  account: {
    whole: "account",
    mention: () => "",
    live: (tx, of, limit) => everything(tx, of.account_id, undefined, limit),
    session: async () => undefined,
    eraseSessions: (tx, of) => deleteSlice(tx, "session", { account: of.account_id }),
    threads: ({ account_id }) => ({ account: account_id }),
  },
};

export function kindOf(row: Pick<ErasureRow, "kind">): Kind {
  return kinds[row.kind as ErasureTarget["kind"]]; // only `recordErasure` writes kinds
}

/** A message's session goes with the last message in it; a pattern is in none. */
function oneMemory(layer: Layer): Kind {
  return {
    mention: ({ target }) => target,
    live: (tx, of, limit) => ownLive(tx, of, limit).where("id", "=", of.target).where("layer", "=", layer).execute(),
    session: async () => undefined,
    eraseSessions: async (tx, of, last) => {
      return { deleted: last?.session_id ? await deleteSession(tx, of, last.session_id) : 0, more: false };
    },
    threads: () => undefined,
  };
}

function liveIn(tx: Tx, account: string, limit: number) {
  return tx
    .selectFrom("memory")
    .select(["id", "layer", "user_id", "session_id", "created_at"])
    .where("account_id", "=", account)
    .where("deleted", "=", 0)
    .limit(limit);
}

function ownLive(tx: Tx, of: Target, limit: number) {
  return liveIn(tx, of.account_id, limit).where("user_id", "=", of.user_id);
}

/** Messages by their place, then patterns, which have none. */
async function everything(tx: Tx, account: string, user: string | undefined, limit: number): Promise<LiveMemory[]> {
  const said = await liveIn(tx, account, limit)
    .$if(user !== undefined, (query) => query.where("user_id", "=", user!))
    .where(placed)
    .orderBy("user_id")
    .orderBy("session_id")
    .orderBy("position")
    .execute();
  if (said.length === limit) return said;
  const patterns = await tx
    .selectFrom("pattern")
    .select(["id", sql<string>`'patterns'`.as("layer"), "user_id", sql<string>`''`.as("session_id"), "created_at"])
    .where("account_id", "=", account)
    .$if(user !== undefined, (query) => query.where("user_id", "=", user!))
    .limit(limit - said.length)
    .execute();
  return [...said, ...patterns];
}

function ownSessions(tx: Tx, { account_id, user_id }: Target) {
  return tx
    .selectFrom("session")
    .select("created_at")
    .where("account_id", "=", account_id)
    .where("user_id", "=", user_id);
}

/** Deletes a session that has no message left, and its name from patterns that came from it. */
async function deleteSession(tx: Tx, { account_id, user_id }: Target, sessionId: string): Promise<number> {
  const session = { account_id, user_id, session_id: sessionId };
  const { numDeletedRows } = await tx
    .deleteFrom("session")
    .where((e) => e.and(session))
    .where("message_count", "<=", 0)
    .executeTakeFirst();
  if (Number(numDeletedRows) === 0) return 0;
  await tx
    .updateTable("pattern")
    .set({ session_id: "" })
    .where((e) => e.and(session))
    .execute();
  return Number(numDeletedRows);
}
