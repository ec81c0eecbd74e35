import { decodeCursor, type ListId } from "../../memory/page/cursor.ts";
import type { Page, PageRequest } from "../../memory/page/page.ts";
import type { Scope } from "../../memory/scope.ts";
import type { User, UserStore } from "../../memory/entity/user.ts";
import type { Database } from "../database.ts";
import type { Db } from "../engine.ts";
import { pageOfRows, readPage } from "../page.ts";
import { readersOf } from "./readers.ts";

export class SqlUserStore implements UserStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(scope: Scope, page: PageRequest): Promise<Page<User>> {
    const list: ListId = ["users", scope.account, scope.user];
    const [after] = page.cursor === undefined ? [""] : decodeCursor(list, page.cursor, ["string"]);
    const total = this.#db.read
      .selectFrom(namesOf(this.#db.read, scope, "").as("own"))
      .select((e) => e.fn.countAll<number>().as("total"));
    const items = usersOf(this.#db.read, scope, after).orderBy("own.user_id");
    return pageOfRows(await readPage(this.#db.read, { total, items }, page), {
      list,
      item: (row) => ({
        user: row.user_id,
        sessionCount: Number(row.sessions),
        messageCount: Number(row.messages ?? 0),
        patternCount: Number(row.patterns),
        updatedAtMs: Math.max(row.said_at ?? -Infinity, row.changed_at ?? -Infinity),
      }),
      key: ({ user }) => [user],
    });
  }
}

/** Names behind one. The two are merged in the order of their indexes, and no further than a page needs. */
function namesOf(db: Db, scope: Scope, after: string) {
  const [conversing, solving] = (["session", "pattern"] as const).map((table) =>
    db
      .selectFrom(table)
      .select("user_id")
      .where("account_id", "=", scope.account)
      .where("user_id", ">", after)
      .where(readersOf(scope)),
  );
  return conversing!.union(solving!);
}

function usersOf(db: Db, scope: Scope, after: string) {
  return db.selectFrom(namesOf(db, scope, after).as("own")).select((e) => {
    const sessions = e
      .selectFrom("session")
      .where("session.account_id", "=", scope.account)
      .whereRef("session.user_id", "=", "own.user_id");
    const patterns = e
      .selectFrom("pattern")
      .where("pattern.account_id", "=", scope.account)
      .whereRef("pattern.user_id", "=", "own.user_id");
    return [
      "own.user_id",
      sessions.select((s) => s.fn.countAll<number>().as("n")).as("sessions"),
      sessions.select((s) => s.fn.sum<number>("session.message_count").as("n")).as("messages"),
      sessions.select((s) => s.fn.max("session.updated_at").as("at")).as("said_at"),
      patterns.select((p) => p.fn.countAll<number>().as("n")).as("patterns"),
      patterns.select((p) => p.fn.max("pattern.updated_at").as("at")).as("changed_at"),
    ];
  });
}
