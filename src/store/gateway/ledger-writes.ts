import { sql } from "kysely";
import type { Block, NewEntry } from "../../gateway/memory/chain/ledger.ts";
import type { Scope } from "../../memory/scope.ts";
import type { Tx } from "../engine.ts";
import { excluded } from "../on-conflict.ts";
import { statement } from "../statement.ts";
import { blockOf, memoryIdsText, placementsText } from "./entry-row.ts";
import { sourcesOf } from "./ledger-reads.ts";

type Thread = { id: string; sessionId: string; root: string; tip: string };

/**
 * Marks a thread as used, which is made where it does not exist. Where no tip is given, or the one that it has, its tip
 * and the replies to that stay.
 */
export async function useThread(tx: Tx, scope: Scope, thread: Thread, now: number) {
  await upsertThread(tx, { account: scope.account, user: scope.user, ...thread, now });
}

const upsertThread = statement<Thread & { account: string; user: string; now: number }, unknown>((db, param) =>
  db
    .insertInto("gateway_thread")
    .values({
      account_id: param("account"),
      id: param("id"),
      user_id: param("user"),
      session_id: param("sessionId"),
      root: param("root"),
      used_at: param("now"),
      tip: param("tip"),
    })
    .onConflict((c) =>
      c.columns(["account_id", "id"]).doUpdateSet((e) => ({
        used_at: e.ref("excluded.used_at"),
        tip: sql`coalesce(nullif(excluded.tip, ''), gateway_thread.tip)`,
        tip_replies: e
          .case()
          .when(e.ref("excluded.tip"), "in", [e.val(""), e.ref("gateway_thread.tip")])
          .then(e.ref("gateway_thread.tip_replies"))
          .else("[]")
          .end(),
      })),
    ),
);

export async function useEntry(tx: Tx, scope: Scope, id: string, now: number): Promise<void> {
  await touchEntry(tx, { account: scope.account, id, now });
}

const touchEntry = statement<{ account: string; id: string; now: number }, unknown>((db, param) =>
  db
    .updateTable("gateway_entry")
    .set({ used_at: param("now") })
    .where("account_id", "=", param("account"))
    .where("id", "=", param("id")),
);

export async function addEntry(tx: Tx, scope: Scope, entry: NewEntry & { sessionId: string }, now: number) {
  const { isFirst, isOff, placements, ...others } = entry;
  const own = { account: scope.account, user: scope.user, now };
  const flags = { isFirst: isFirst ? 1 : 0, isOff: isOff ? 1 : 0 };
  await insertEntry(tx, { ...others, ...own, ...flags, placements: placementsText(placements) });
}

const insertEntry = statement<
  Omit<NewEntry, "isFirst" | "isOff" | "placements"> & {
    account: string;
    user: string;
    sessionId: string;
    isFirst: number;
    isOff: number;
    placements: string;
    now: number;
  },
  unknown
>((db, param) =>
  db.insertInto("gateway_entry").values({
    account_id: param("account"),
    id: param("id"),
    thread_id: param("threadId"),
    user_id: param("user"),
    session_id: param("sessionId"),
    chain: param("chain"),
    is_first: param("isFirst"),
    is_off: param("isOff"),
    system_hash: param("systemHash"),
    tools_hash: param("toolsHash"),
    placements: param("placements"),
    replies: "[]",
    created_at: param("now"),
    used_at: param("now"),
  }),
);

/**
 * Keeps blocks, each once. One that shows what was erased since it was found is not kept: the erasure did not see it,
 * and would leave it.
 */
export async function addBlocks(tx: Tx, scope: Scope, thread: string, blocks: readonly Block[]): Promise<void> {
  const { account, user } = scope;
  for (const { hash, text, memoryIds, leansOn = [] } of blocks) {
    const all = new Set([...memoryIds, ...leansOn]);
    const live = await sourcesOf(tx, { account, user, thread }, [...all]);
    const own = { account, thread, hash };
    if (new Set(live.map(({ id }) => id)).size < all.size) continue;
    const [row] = await shownBy(tx, own);
    const before = row && blockOf({ hash, text, ...row });
    const of = {
      memoryIds: [...(before?.memoryIds ?? []), ...memoryIds],
      leansOn: [...(before?.leansOn ?? []), ...leansOn],
    };
    await putBlock(tx, { ...own, text, memoryIds: memoryIdsText(of) });
  }
}

type BlockKey = { account: string; thread: string; hash: string };

/** The same words may come from other memories than before: they go with any of them. */
const shownBy = statement<BlockKey, { memory_ids: string }>((db, param) =>
  db
    .selectFrom("gateway_block")
    .select("memory_ids")
    .where("account_id", "=", param("account"))
    .where("thread_id", "=", param("thread"))
    .where("hash", "=", param("hash")),
);

const putBlock = statement<BlockKey & { text: string; memoryIds: string }, unknown>((db, param) =>
  db
    .insertInto("gateway_block")
    .values({
      account_id: param("account"),
      thread_id: param("thread"),
      hash: param("hash"),
      text: param("text"),
      memory_ids: param("memoryIds"),
    })
    .onConflict((c) =>
      c.columns(["account_id", "thread_id", "hash"]).doUpdateSet(excluded<"gateway_block">("memory_ids")),
    ),
);
