import { AppError } from "../../error.ts";
import type { Mark, MarkChange, MarkStore } from "../../memory/rulebook/mark.ts";
import { visibleUsers, type Scope } from "../../memory/scope.ts";
import { takeSeqs } from "../account/seqs.ts";
import type { Database } from "../database.ts";
import type { Tx } from "../engine.ts";
import { directivesChanged } from "../memory/derived.ts";

const marksMax = 10_000;

export class SqlMarkStore implements MarkStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(scope: Scope): Promise<Mark[]> {
    const rows = await this.#db.read
      .selectFrom("directive_mark")
      .select(["id", "pinned", "disabled", "deleted_at"])
      .where("account_id", "=", scope.account)
      .where("user_id", "in", visibleUsers(scope))
      .execute();
    return rows.map(markOf);
  }

  async change(scope: Scope, id: string, change: MarkChange): Promise<void> {
    const key = { account_id: scope.account, user_id: scope.user, id };
    await this.#db.writer.write(async (tx) => {
      await takeSeqs(tx, scope.account, 0);
      const old = await findMark(tx, scope, id);
      if (!old && (await countMarks(tx, scope)) >= marksMax) {
        throw new AppError(
          "conflict",
          `the user "${scope.user}" has already marked ${marksMax} directives, which is the maximum`,
        );
      }
      const { pinned, disabled, deletedAtMs } = { ...unmarked, ...old, ...change };
      const columns = { pinned: Number(pinned), disabled: Number(disabled), deleted_at: deletedAtMs ?? null };
      await tx
        .insertInto("directive_mark")
        .values({ ...key, ...columns })
        .onConflict((c) => c.columns(["account_id", "user_id", "id"]).doUpdateSet(columns))
        .execute();
      await directivesChanged(tx, { account: scope.account });
    });
  }
}

const unmarked = { pinned: false, disabled: false, deletedAtMs: undefined };

type Row = { id: string; pinned: number; disabled: number; deleted_at: number | null };

export function markOf({ id, pinned, disabled, deleted_at }: Row): Mark {
  return {
    id,
    pinned: pinned === 1,
    disabled: disabled === 1,
    ...(deleted_at !== null && { deletedAtMs: deleted_at }),
  };
}

function marksOf(tx: Tx, { account, user }: Scope) {
  return tx.selectFrom("directive_mark").where("account_id", "=", account).where("user_id", "=", user);
}

async function findMark(tx: Tx, scope: Scope, id: string): Promise<Mark | undefined> {
  const row = await marksOf(tx, scope)
    .select(["id", "pinned", "disabled", "deleted_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row && markOf(row);
}

async function countMarks(tx: Tx, scope: Scope): Promise<number> {
  const { count } = await marksOf(tx, scope)
    .select((e) => e.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function hasMarks(tx: Tx, scope: Scope): Promise<boolean> {
  return (await marksOf(tx, scope).select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** What a user decided goes with the user. */
export async function forgetMarks(tx: Tx, { account, user }: Scope): Promise<void> {
  await tx.deleteFrom("directive_mark").where("account_id", "=", account).where("user_id", "=", user).execute();
  await directivesChanged(tx, { account });
}
