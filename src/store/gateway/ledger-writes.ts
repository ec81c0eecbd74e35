import { sql, type Insertable } from "kysely";
import type { Block, NewEntry } from "../../gateway/memory/chain/ledger.ts";
import type { Scope } from "../../memory/scope.ts";
import type { Tx } from "../engine.ts";
import { excluded } from "../on-conflict.ts";
import { params, statement } from "../statement.ts";
import { blockOf, memoryIdsText, placementsText } from "./entry-row.ts";
import { sourcesOf } from "./ledger-reads.ts";
import type { GatewayBlockTable, GatewayEntryTable, GatewayThreadTable } from "./tables.ts";

type Thread = { id: string; sessionId: string; root: string; tip: string };

/**
 * Marks a thread as used, which is made where it does not exist. Where no tip is given, or the one that it has, its tip
 * and the replies to that stay.
 */
export async function useThread(tx: Tx, scope: Scope, { id, sessionId, root, tip }: Thread, now: number) {
  const { account: account_id, user: user_id } = scope;
  await upsertThread(tx, { account_id, id, user_id, session_id: sessionId, root, used_at: now, tip });
}

type ThreadRow = Omit<Insertable<GatewayThreadTable>, "tip" | "tip_replies"> & { tip: string };

const upsertThread = statement<ThreadRow, unknown>((db, param) =>
  db
    .insertInto("gateway_thread")
    .values(params(param, "account_id", "id", "user_id", "session_id", "root", "used_at", "tip"))
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
  await insertEntry(tx, {
    account_id: scope.account,
    id: entry.id,
    thread_id: entry.threadId,
    user_id: scope.user,
    session_id: entry.sessionId,
    chain: entry.chain,
    is_first: Number(entry.isFirst),
    is_off: Number(entry.isOff),
    system_hash: entry.systemHash,
    tools_hash: entry.toolsHash,
    placements: placementsText(entry.placements),
    created_at: now,
    used_at: now,
  });
}

const insertEntry = statement<Omit<GatewayEntryTable, "replies">, unknown>((db, param) =>
  db.insertInto("gateway_entry").values({
    ...params(param, "account_id", "id", "thread_id", "user_id", "session_id", "chain", "is_first", "is_off"),
    ...params(param, "system_hash", "tools_hash", "placements", "created_at", "used_at"),
    replies: "[]",
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
    if (new Set(live.map(({ id }) => id)).size < all.size) continue;
    const key = { account_id: account, thread_id: thread, hash };
    const [row] = await shownBy(tx, key);
    const before = row && blockOf({ hash, text, ...row });
    const of = {
      memoryIds: [...(before?.memoryIds ?? []), ...memoryIds],
      leansOn: [...(before?.leansOn ?? []), ...leansOn],
    };
    await putBlock(tx, { ...key, text, memory_ids: memoryIdsText(of) });
  }
}

/** The same words may come from other memories than before: they go with any of them. */
const shownBy = statement<Pick<GatewayBlockTable, "account_id" | "thread_id" | "hash">, { memory_ids: string }>(
  (db, param) =>
    db
      .selectFrom("gateway_block")
      .select("memory_ids")
      .where((e) => e.and(params(param, "account_id", "thread_id", "hash"))),
);

const putBlock = statement<GatewayBlockTable, unknown>((db, param) =>
  db
    .insertInto("gateway_block")
    .values(params(param, "account_id", "thread_id", "hash", "text", "memory_ids"))
    .onConflict((c) =>
      c.columns(["account_id", "thread_id", "hash"]).doUpdateSet(excluded<"gateway_block">("memory_ids")),
    ),
);
