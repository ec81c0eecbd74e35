import type { LimitStore } from "../../account/account.ts";
import { windowMs } from "../../account/window.ts";
import { AppError } from "../../error.ts";
import type { Database } from "../database.ts";
import { notErased } from "./accounts.ts";

export class SqlLimitStore implements LimitStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * One statement, which reserves the next `block` places of the window: those below the limit are granted. A later
   * window replaces an earlier one; a process whose clock is behind takes from the later, unless it begins so much
   * later that a clock which ran ahead began it. It selects from the row of the account, so that an erased one gets no
   * rows any more.
   */
  async take(
    account: string,
    window: { kind: "day" | "minute"; startsAtMs: number; limit: number },
    block: number,
  ): Promise<{ granted: number; left: number }> {
    const { kind, startsAtMs, limit } = window;
    const row = await this.#db.writer.write((tx) =>
      tx
        .insertInto("limit_window")
        .columns(["account_id", "kind", "starts_at", "used"])
        .expression((e) =>
          e
            .selectFrom("account")
            .select("account.id")
            .select([e.val(kind).as("kind"), e.val(startsAtMs).as("starts_at"), e.val(block).as("used")])
            .where("account.id", "=", account)
            .where(notErased),
        )
        .onConflict((c) =>
          c.columns(["account_id", "kind"]).doUpdateSet((e) => {
            const isCurrent = e.between("limit_window.starts_at", startsAtMs, startsAtMs + windowMs[kind]);
            return {
              used: e
                .case()
                .when(isCurrent)
                .then(e("limit_window.used", "+", e.ref("excluded.used")))
                .else(e.ref("excluded.used"))
                .end(),
              starts_at: e
                .case()
                .when(isCurrent)
                .then(e.ref("limit_window.starts_at"))
                .else(e.ref("excluded.starts_at"))
                .end(),
            };
          }),
        )
        .returning("used")
        .executeTakeFirst(),
    );
    // The account was erased, and its keys were revoked with it; a process may remember one for a second.
    if (!row) throw new AppError("unauthenticated", "this key has been revoked");
    const granted = Math.min(block, Math.max(0, limit - (row.used - block)));
    return { granted, left: Math.max(0, limit - row.used) };
  }
}
