import type { Mark } from "../../../memory/rulebook/mark.ts";
import type { Scope } from "../../../memory/scope.ts";
import { markOf } from "../../directive/marks.ts";
import type { Db, Tx } from "../../engine.ts";
import { directivesChanged } from "../../memory/derived.ts";
import { pageByPage } from "../../page-by-page.ts";
import type { Exported } from "./export.ts";

/** What was decided of a directive, and of whose. */
export type ExportedMark = Mark & { user: string };

const pageRows = 200;

/** Marks in pages. */
export async function* exportMarks(db: Db, { account, user }: Exported): AsyncGenerator<ExportedMark> {
  const pages = pageByPage(pageRows, { user_id: "", id: "" }, (after) =>
    db
      .selectFrom("directive_mark")
      .selectAll()
      .where("account_id", "=", account)
      .$if(user !== undefined, (query) => query.where("user_id", "=", user!))
      .where((e) => e(e.refTuple("user_id", "id"), ">", e.tuple(after.user_id, after.id)))
      .orderBy("user_id")
      .orderBy("id"),
  );
  for await (const rows of pages) {
    for (const row of rows) yield { user: row.user_id, ...markOf(row) };
  }
}

/** False where something was decided of that directive already: then that holds. */
export async function importMark(tx: Tx, { account, user }: Scope, mark: Mark): Promise<boolean> {
  const { id, pinned, disabled, deletedAtMs } = mark;
  const stored = await tx
    .insertInto("directive_mark")
    .values({
      account_id: account,
      user_id: user,
      id,
      pinned: Number(pinned),
      disabled: Number(disabled),
      deleted_at: deletedAtMs ?? null,
    })
    .onConflict((c) => c.columns(["account_id", "user_id", "id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (stored === undefined) return false;
  await directivesChanged(tx, { account });
  return true;
}
