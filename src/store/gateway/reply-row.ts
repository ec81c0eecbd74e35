import { placeOfReply } from "../../gateway/memory/chain/branch.ts";
import type { Scope } from "../../memory/scope.ts";
import type { Tx } from "../database.ts";
import { statement } from "../statement.ts";
import { preferReply } from "./branch-row.ts";
import { parseReplies } from "./entry-row.ts";

/** More replies of one turn than these are not told apart. */
const repliesMax = 8;

/** What a turn was answered. Its entry knows it; without one the thread, until that goes on. */
export type NewReply = {
  thread: string;
  turn: string;
  entry?: string | undefined;
  fingerprint: string;
  /** Whether its words are stored, too. */
  isStored: boolean;
};

/** The turn got this reply, too. One that is stored is talked on: no other takes its place, as nothing would stand there. */
export async function addReply(tx: Tx, scope: Scope, reply: NewReply): Promise<void> {
  const { thread, turn, entry, fingerprint, isStored } = reply;
  const { find, set } = entry === undefined ? ofTip : ofEntry;
  const key = { account: scope.account, user: scope.user, id: entry ?? thread, turn };
  const [row] = await find(tx, key);
  if (!row) return;
  const others = parseReplies(row.replies).filter((each) => each !== fingerprint);
  await set(tx, { ...key, replies: JSON.stringify([...others, fingerprint].slice(-repliesMax)) });
  if (!isStored || others.length === 0) return;
  const placeOf = (reply: string) => placeOfReply(turn, reply);
  await preferReply(tx, scope, thread, placeOf(fingerprint), others.map(placeOf));
}

type Key = { account: string; user: string; id: string; turn: string };

const ofEntry = {
  find: statement<Key, { replies: string }>((db, param) =>
    db
      .selectFrom("gateway_entry")
      .select("replies")
      .where("account_id", "=", param("account"))
      .where("user_id", "=", param("user"))
      .where("id", "=", param("id"))
      .where("chain", "=", param("turn")),
  ),
  set: statement<Key & { replies: string }, unknown>((db, param) =>
    db
      .updateTable("gateway_entry")
      .set({ replies: param("replies") })
      .where("account_id", "=", param("account"))
      .where("user_id", "=", param("user"))
      .where("id", "=", param("id"))
      .where("chain", "=", param("turn")),
  ),
};

const ofTip = {
  find: statement<Key, { replies: string }>((db, param) =>
    db
      .selectFrom("gateway_thread")
      .select("tip_replies as replies")
      .where("account_id", "=", param("account"))
      .where("user_id", "=", param("user"))
      .where("id", "=", param("id"))
      .where("tip", "=", param("turn")),
  ),
  set: statement<Key & { replies: string }, unknown>((db, param) =>
    db
      .updateTable("gateway_thread")
      .set({ tip_replies: param("replies") })
      .where("account_id", "=", param("account"))
      .where("user_id", "=", param("user"))
      .where("id", "=", param("id"))
      .where("tip", "=", param("turn")),
  ),
};
