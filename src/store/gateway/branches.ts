import type { Scope } from "../../memory/scope.ts";
import type { Tx } from "../engine.ts";
import { directivesChanged, factsChanged } from "../memory/derived.ts";
import { listStatement, statement } from "../statement.ts";

/**
 * Of a thread's messages only those at these places are on the branch that the conversation goes on with. Search finds
 * no others, the rules that others state bind nobody, and what they claim makes no facts.
 */
export async function leaveAllBut(
  tx: Tx,
  { account }: Scope,
  thread: string,
  places: readonly string[],
): Promise<void> {
  const live = new Set(places);
  const rows = await turnsOf(tx, { account, thread });
  const moved = rows.filter(({ chain, is_left: isLeft }) => live.has(chain) === (isLeft === 1));
  const placesThat = (isLeft: number) => moved.filter((row) => row.is_left === isLeft).map(({ chain }) => chain);
  await markTurns(tx, { account, thread, isLeft: 0 }, placesThat(1));
  await markTurns(tx, { account, thread, isLeft: 1 }, placesThat(0));
  if (moved.length === 0) return;
  await directivesChanged(tx, { account });
  await factsChanged(tx, { account });
}

/** Of a turn's replies the conversation goes on with the one at this place, and not with these others. */
export async function preferReply(
  tx: Tx,
  { account }: Scope,
  thread: string,
  place: string,
  others: readonly string[],
): Promise<void> {
  await markTurns(tx, { account, thread, isLeft: 0 }, [place]);
  await markTurns(tx, { account, thread, isLeft: 1 }, others);
}

type Mark = { account: string; thread: string; isLeft: number };

const turnsOf = statement<{ account: string; thread: string }, { chain: string; is_left: number }>((db, param) =>
  db
    .selectFrom("gateway_turn")
    .select(["chain", "is_left"])
    .where("account_id", "=", param("account"))
    .where("thread_id", "=", param("thread")),
);

const markTurns = listStatement<Mark, string, unknown>((db, param, places) =>
  db
    .updateTable("gateway_turn")
    .set({ is_left: param("isLeft") })
    .where("account_id", "=", param("account"))
    .where("thread_id", "=", param("thread"))
    .where("chain", "in", places),
);
