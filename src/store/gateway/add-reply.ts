import { placeOfReply } from "../../gateway/memory/chain/branch.ts";
import type { Scope } from "../../memory/scope.ts";
import type { Tx } from "../engine.ts";
import { params, statement } from "../statement.ts";
import { preferReply } from "./branches.ts";
import { parseReplies } from "./entry-row.ts";

/** How many replies of one turn are remembered. */
const repliesMax = 8;

/** A reply to a turn. The turn's entry keeps it; without an entry the thread does, until it goes on. */
export type NewReply = {
  thread: string;
  turn: string;
  entry?: string;
  fingerprint: string;
  /** Whether its words are stored, too. */
  isStored: boolean;
};

/**
 * Notes that a turn got this reply. A stored one is the one that the conversation goes on from, among all that the turn
 * got, with memory or without. One that is not stored takes nobody's place, for nothing would stand there.
 */
export async function addReply(tx: Tx, scope: Scope, reply: NewReply): Promise<void> {
  const { thread, turn, entry, fingerprint, isStored } = reply;
  const { account, user } = scope;
  const { find, set } = entry === undefined ? ofTip : ofEntry;
  const key = { account_id: account, user_id: user, id: entry ?? thread, turn };
  const [row] = await find(tx, key);
  if (!row) return;
  const others = (rows: readonly Replies[]) =>
    rows.flatMap(({ replies }) => parseReplies(replies)).filter((each) => each !== fingerprint);
  await set(tx, { ...key, replies: JSON.stringify([...others([row]), fingerprint].slice(-repliesMax)) });
  if (!isStored) return;
  const known = [
    row,
    ...(await ofTurn(tx, { account, user, thread, turn })),
    ...(await ofTip.find(tx, { ...key, id: thread })),
  ];
  const left = new Set(others(known));
  if (left.size === 0) return;
  const placeOf = (each: string) => placeOfReply(turn, each);
  await preferReply(tx, scope, thread, placeOf(fingerprint), [...left].map(placeOf));
}

type Replies = { replies: string };

/** The replies that any entry of the turn keeps: it may have one entry with memory, and one without. */
const ofTurn = statement<{ account: string; user: string; thread: string; turn: string }, Replies>((db, param) =>
  db
    .selectFrom("gateway_entry")
    .select("replies")
    .where("account_id", "=", param("account"))
    .where("user_id", "=", param("user"))
    // So that the index finds it by its place: a thread has an entry for each of its turns.
    .where("session_id", "=", (e) =>
      e
        .selectFrom("gateway_thread")
        .select("session_id")
        .where("account_id", "=", param("account"))
        .where("id", "=", param("thread")),
    )
    .where("chain", "=", param("turn"))
    .where("thread_id", "=", param("thread")),
);

type Key = { account_id: string; user_id: string; id: string; turn: string };

const ofEntry = {
  find: statement<Key, Replies>((db, param) =>
    db
      .selectFrom("gateway_entry")
      .select("replies")
      .where((e) => e.and(params(param, "account_id", "user_id", "id")))
      .where("chain", "=", param("turn")),
  ),
  set: statement<Key & Replies, unknown>((db, param) =>
    db
      .updateTable("gateway_entry")
      .set({ replies: param("replies") })
      .where((e) => e.and(params(param, "account_id", "user_id", "id")))
      .where("chain", "=", param("turn")),
  ),
};

const ofTip = {
  find: statement<Key, Replies>((db, param) =>
    db
      .selectFrom("gateway_thread")
      .select("tip_replies as replies")
      .where((e) => e.and(params(param, "account_id", "user_id", "id")))
      .where("tip", "=", param("turn")),
  ),
  set: statement<Key & Replies, unknown>((db, param) =>
    db
      .updateTable("gateway_thread")
      .set({ tip_replies: param("replies") })
      .where((e) => e.and(params(param, "account_id", "user_id", "id")))
      .where("tip", "=", param("turn")),
  ),
};
