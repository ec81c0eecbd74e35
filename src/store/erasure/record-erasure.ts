import type { ErasureTarget } from "../../memory/entity/erasure.ts";
import { newId, madeAtMs } from "../../memory/ids.ts";
import type { Scope } from "../../memory/scope.ts";
import { hasMarks } from "../directive/marks.ts";
import type { Db, Tx } from "../engine.ts";
import { endAccount } from "./erase-account.ts";
import { clockMs } from "./erasure-row.ts";
import { kindOf, type Target } from "./kinds.ts";

/** What is known of an erasure before it is recorded. */
export type Known = {
  /** Whether there is something to erase; where not, it is looked for. */
  found: boolean;
  /** The erasure of the same target that was under way when this one was asked for, and has come to its end since. */
  before?: string;
};

/**
 * Records the job of an erasure and answers its id; that of one under way, if it has the same target: it was recorded after
 * this one was asked for, so it takes all that this one would. Where there is nothing to erase, nothing is written, and the
 * answer is the one `before`, if any.
 */
export async function recordErasure(
  tx: Tx,
  scope: Scope,
  target: ErasureTarget,
  known: Known,
): Promise<string | undefined> {
  const underWay = await erasureUnderWay(tx, scope, target);
  if (underWay !== undefined) return underWay;
  const of = targetOf(scope, target);
  const found = target.kind === "account" ? await endAccount(tx, scope.account) : known.found || (await exists(tx, of));
  if (!found) return known.before;
  const id = newId("era_");
  const counts = JSON.stringify({ messages: 0, patterns: 0, sessions: 0, retrievals: 0 });
  await tx
    .insertInto("erasure")
    .values({
      ...of,
      id,
      counts,
      receipts_from: await receiptsFrom(tx, of),
      created_at: Date.now(),
      hidden_at: null,
      done_at: null,
    })
    .execute();
  return id;
}

/** The erasure of a target that is not at its end, if there is one. */
export async function erasureUnderWay(db: Db, scope: Scope, target: ErasureTarget): Promise<string | undefined> {
  const of = targetOf(scope, target);
  const row = await db
    .selectFrom("erasure")
    .select("id")
    .where("account_id", "=", of.account_id)
    .where("done_at", "is", null)
    .where("hidden_at", "is", null)
    .where("user_id", "=", of.user_id)
    .where("kind", "=", of.kind)
    .where("target", "=", of.target)
    .executeTakeFirst();
  return row?.id;
}

function targetOf(scope: Scope, target: ErasureTarget): Target {
  const id = "id" in target ? target.id : "";
  return { account_id: scope.account, user_id: scope.user, kind: target.kind, target: id };
}

async function exists(tx: Tx, of: Target): Promise<boolean> {
  const kind = kindOf(of);
  if ((await kind.live(tx, of, 1)).length > 0) return true;
  if (kind.whole === "user" && (await hasMarks(tx, { account: of.account_id, user: of.user_id }))) return true;
  return (await kind.session(tx, of)) !== undefined;
}

/**
 * No receipt is older than the first memory that it names, but for what the clock was set back. A client may say when
 * something was said, also that it will be; an id has the time of the writing, and that of an import any: the earlier of
 * both is not too late. Of all messages of a session the session itself has the earliest time.
 */
async function receiptsFrom(tx: Tx, of: Target): Promise<number> {
  const kind = kindOf(of);
  if (kind.whole) return 0;
  const [first] = await kind.live(tx, of, 1);
  if (!first) return 0;
  const { created_at: atMs } = (await kind.session(tx, of)) ?? first;
  return Math.min(first.created_at, atMs, madeAtMs(first.id)) - clockMs;
}
