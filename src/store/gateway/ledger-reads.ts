import type { Origin } from "../../memory/entity/layer.ts";
import { systemUser } from "../../memory/scope.ts";
import type { ContentColumns } from "../memory/pattern-row.ts";
import { listStatement, statement } from "../statement.ts";
import type { EntryRow } from "./entry-row.ts";

/** Reads of every request, each compiled once. */

export const threadAt = statement<{ account: string; user: string; session: string; root: string }, { id: string }>(
  (db, param) =>
    db
      .selectFrom("gateway_thread")
      .select("id")
      .where("account_id", "=", param("account"))
      .where("user_id", "=", param("user"))
      .where("session_id", "=", param("session"))
      .where("root", "=", param("root"))
      .limit(1),
);

export const entriesAt = listStatement<
  { account: string; user: string; session: string; since: number },
  string,
  EntryRow
>((db, param, chains) =>
  db
    .selectFrom("gateway_entry as e")
    .innerJoin("gateway_thread as t", (join) =>
      join.onRef("t.account_id", "=", "e.account_id").onRef("t.id", "=", "e.thread_id"),
    )
    .select(["e.id", "e.thread_id", "e.chain", "e.is_first", "e.is_off", "e.system_hash", "e.tools_hash"])
    .select(["e.placements", "e.replies", "e.created_at", "e.used_at", "t.tip", "t.tip_replies"])
    .where("e.account_id", "=", param("account"))
    .where("e.user_id", "=", param("user"))
    .where("e.session_id", "=", param("session"))
    .where("e.chain", "in", chains)
    .where("t.used_at", ">=", param("since")),
);

export const blocksOf = listStatement<
  { account: string; user: string; thread: string },
  string,
  { hash: string; text: string; memory_ids: string }
>((db, param, hashes) =>
  db
    .selectFrom("gateway_block as b")
    .innerJoin("gateway_thread as t", (join) =>
      join.onRef("t.account_id", "=", "b.account_id").onRef("t.id", "=", "b.thread_id"),
    )
    .select(["b.hash", "b.text", "b.memory_ids"])
    .where("b.account_id", "=", param("account"))
    .where("b.thread_id", "=", param("thread"))
    .where("b.hash", "in", hashes)
    .where("t.user_id", "=", param("user")),
);

/** Live memories that a user sees: their own and `system`'s. One that was stored of this thread has it as `own`. */
export const sourcesOf = listStatement<
  { account: string; user: string; thread: string },
  string,
  { id: string; layer: string; origin: Origin; own: string | null }
>((db, param, ids) =>
  db
    .selectFrom("memory as m")
    .leftJoin("gateway_turn as t", (join) =>
      join
        .onRef("t.account_id", "=", "m.account_id")
        .onRef("t.message_id", "=", "m.id")
        .on("t.thread_id", "=", param("thread")),
    )
    .select(["m.id", "m.layer", "t.thread_id as own"])
    .select((e) => e.ref("m.origin").$castTo<Origin>().as("origin")) // only origins are written there
    .where("m.account_id", "=", param("account"))
    .where("m.id", "in", ids)
    .where("m.deleted", "=", 0)
    .where((e) => e.or([e("m.user_id", "=", param("user")), e("m.user_id", "=", systemUser)])),
);

export const patternsAt = listStatement<{ account: string }, string, { id: string } & ContentColumns>(
  (db, param, ids) =>
    db
      .selectFrom("pattern")
      .select(["id", "title", "problem", "solution", "tags", "works_when", "anti_patterns"])
      .where("account_id", "=", param("account"))
      .where("id", "in", ids),
);

export const storedAt = listStatement<{ account: string; thread: string }, string, { chain: string }>(
  (db, param, chains) =>
    db
      .selectFrom("gateway_turn")
      .select("chain")
      .where("account_id", "=", param("account"))
      .where("thread_id", "=", param("thread"))
      .where("chain", "in", chains),
);
