import type { Tx } from "../engine.ts";
import { statement } from "../statement.ts";

/** What was derived of an account's directives is no longer current. */
export const directivesChanged = statement<{ account: string }, unknown>((db, param) =>
  db
    .insertInto("directive_progress")
    .values({ account_id: param("account"), seq: 0, rules: 0, version: 1 })
    .onConflict((c) =>
      c.column("account_id").doUpdateSet((e) => ({ version: e("directive_progress.version", "+", 1) })),
    ),
);

/** What was derived of an account's claims is no longer current: a conversation left a branch, or went back to one. */
export const factsChanged = statement<{ account: string }, unknown>((db, param) =>
  db
    .insertInto("graph_progress")
    .values({ account_id: param("account"), seq: 0, rules: 0, branches: 1 })
    .onConflict((c) => c.column("account_id").doUpdateSet((e) => ({ branches: e("graph_progress.branches", "+", 1) }))),
);

/**
 * Forgets what was made of the texts of memories that are changed or erased: their vectors, and what they claim and state.
 * The caller has taken a seq of the account, by which whoever embeds and reads comes by again.
 */
export async function forgetDerived(tx: Tx, account: string, ids: readonly string[]): Promise<void> {
  for (const table of ["vector", "claim"] as const) {
    await tx.deleteFrom(table).where("account_id", "=", account).where("id", "in", ids).execute();
  }
  await forgetStatements(tx, account, ids);
}

/** Messages said right after them are read again; what those state only because of them is withdrawn at once. */
async function forgetStatements(tx: Tx, account: string, ids: readonly string[]): Promise<void> {
  const forgotten = await tx
    .deleteFrom("directive_statement")
    .where("account_id", "=", account)
    .where("id", "in", ids)
    .returning("statements")
    .execute();
  const leaning = await tx
    .updateTable("directive_statement")
    .set((e) => ({
      due: 1,
      // What a model found, it found in the message alone.
      statements: e
        .case()
        .when(e.and([e("leans", "=", 1), e("extracted", "is", null)]))
        .then(null)
        .when("leans", "=", 1)
        .then("[]")
        .else(e.ref("statements"))
        .end(),
      // What is left is another statement, which nobody must take for the one they know.
      version: e
        .case()
        .when("leans", "=", 1)
        .then(
          e
            .selectFrom("directive_progress as progress")
            .select((p) => p("progress.version", "+", 1).as("version"))
            .where("progress.account_id", "=", account),
        )
        .else(e.ref("version"))
        .end(),
    }))
    .where("account_id", "=", account)
    .where("before_id", "in", ids)
    .returning("leans")
    .execute();
  const differs = forgotten.some(({ statements }) => statements !== null) || leaning.some(({ leans }) => leans === 1);
  if (differs) await directivesChanged(tx, { account });
}
