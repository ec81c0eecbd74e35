import { sql } from "kysely";
import type { Account, AccountStore, Plan } from "../../account/account.ts";
import { invalid } from "../../error.ts";
import { newId } from "../../memory/ids.ts";
import type { Database } from "../database.ts";
import type { AccountRow } from "../schema.ts";

/** An erased account keeps its row, under this name and its id, so that its id is never given again. */
export const erasedName = "erased:";
const nameLengthMax = 200;

/** A part of a query of `account`: an erased one has nothing to read, and no row of it may come back. */
export const notErased = sql<boolean>`account.name <> ${sql.lit(erasedName)} || account.id`;

export class SqlAccountStore implements AccountStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async ensure(name: string, plan: Plan | undefined): Promise<Account> {
    if (name.trim() === "" || name.length > nameLengthMax) throw invalid("account", "must have 1 to 200 characters");
    if (name.startsWith(erasedName)) throw invalid("account", `must not start with "${erasedName}"`);
    const fresh = { id: newId("acc_"), name, plan: plan ?? "free", created_at: Date.now() };
    return this.#db.writer.write(async (tx) => {
      const row = await tx
        .insertInto("account")
        .values({ ...fresh, seq: 0, flushed_seq: 0, base_version: 0, flush_token: 0, flush_lease_until: 0 })
        // Without a plan this changes nothing, but gives the row back.
        .onConflict((c) => c.column("name").doUpdateSet((e) => ({ plan: plan ?? e.ref("account.plan") })))
        .returningAll()
        .executeTakeFirstOrThrow();
      return accountOf(row);
    });
  }

  async byName(name: string): Promise<Account | undefined> {
    if (name.startsWith(erasedName)) return undefined;
    const row = await this.#db.read.selectFrom("account").selectAll().where("name", "=", name).executeTakeFirst();
    return row && accountOf(row);
  }

  async list(): Promise<Account[]> {
    const rows = await this.#db.read.selectFrom("account").selectAll().where(notErased).orderBy("name").execute();
    return rows.map(accountOf);
  }
}

export function accountOf(row: Pick<AccountRow, "id" | "name" | "plan" | "created_at">): Account {
  // Only `ensure` writes plans, and it takes no other.
  return { id: row.id, name: row.name, plan: row.plan as Plan, createdAtMs: row.created_at };
}
