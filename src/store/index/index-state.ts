import { sql } from "kysely";
import { gatewaySource } from "../../memory/entity/message.ts";
import { pendingCountedMax } from "../../memory/search/pending-vectors.ts";
import { embedderSetting, unembedded } from "../embedding/vector-space.ts";
import type { Db } from "../engine.ts";
import { statement } from "../statement.ts";

/** Longer than any claim: what is put off further was refused, and waiting for its vector would be in vain. */
const soonMs = 300_000;

type StateRow = {
  seq: number;
  flushed_seq: number;
  base_version: number;
  fingerprint: string | null;
  pending: number | string;
  pending_replies: number | string;
  first_user: string | null;
  last_user: string | null;
};

/** Where an account's index stands, in one statement. */
export const readState = (db: Db, account: string) => selectState(db, { account, soon: Date.now() + soonMs });

const selectState = statement<{ account: string; soon: number }, StateRow>(
  (db, param) =>
    db
      .selectFrom("account")
      .select(["seq", "flushed_seq", "base_version"])
      .select((e) => [
        e
          .selectFrom("lexicon_total")
          .select((total) => total.fn.min("user_id").as("user"))
          .whereRef("lexicon_total.account_id", "=", "account.id")
          .as("first_user"),
        e
          .selectFrom("lexicon_total")
          .select((total) => total.fn.max("user_id").as("user"))
          .whereRef("lexicon_total.account_id", "=", "account.id")
          .as("last_user"),
        e.selectFrom("setting").select("value").where("name", "=", sql.lit(embedderSetting)).as("fingerprint"),
      ])
      .select(({ selectFrom }) => {
        const waiting = selectFrom("memory")
          .select(["memory.role", "memory.source"])
          .whereRef("memory.account_id", "=", "account.id")
          .where(unembedded)
          .where("memory.embed_after", "<=", param("soon"))
          .limit(sql.lit(pendingCountedMax))
          .as("waiting");
        const count = () => selectFrom(waiting).select((e) => e.fn.countAll<number | string>().as("count"));
        const isReply = sql<boolean>`waiting.role = 'assistant' and waiting.source = ${sql.lit(gatewaySource)}`;
        return [count().as("pending"), count().where(isReply).as("pending_replies")];
      })
      .where("account.id", "=", param("account"))
      .$castTo<StateRow>(), // a count is never null
);
