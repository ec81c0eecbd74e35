import type { Tx } from "../engine.ts";
import { directivesChanged } from "./progress.ts";

/**
 * Forgets what messages state that are deleted or changed. Those said right behind them are read again; what they state
 * only because of them is withdrawn at once. The caller has taken a seq of the account, by which the reader comes by.
 */
export async function forgetStatements(tx: Tx, account: string, ids: readonly string[]): Promise<void> {
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
      // What is left of it is another statement, which nobody must take for the one that he knows.
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
