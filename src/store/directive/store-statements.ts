import { sql, type Insertable, type Selectable } from "kysely";
import type {
  StatementJob,
  StatementJobResult,
  StatementMessage,
  StatementResult,
} from "../../memory/rulebook/statement-store.ts";
import { systemUser } from "../../memory/scope.ts";
import type { Tx } from "../engine.ts";
import { excluded } from "../on-conflict.ts";
import { params, statement } from "../statement.ts";
import { findMessages, inConversation } from "./conversation.ts";
import { extractionSince } from "./extractions.ts";
import { findVersion, putProgress } from "./progress.ts";
import type { DirectiveStatementTable } from "./tables.ts";

/**
 * Stores what a job's messages state, and how far its account was read; `false`, and nothing, where one of them is no
 * longer what was read.
 */
export async function storeJob(tx: Tx, rules: number, { job, read }: StatementJobResult): Promise<boolean> {
  const { account, upTo } = job;
  if (!(await isCurrent(tx, job))) return false;
  const [stored] = await findVersion(tx, { account });
  const version = (stored?.version ?? 0) + 1;
  const since = await extractionSince(tx);
  let differs = false;
  for (const each of read) differs = (await store(tx, { account, rules, version, since }, each)) || differs;
  await putProgress(tx, { account, seq: upTo, rules, version: differs || !stored ? version : stored.version });
  return true;
}

/** Whether the messages are what was read, and stand where they stood. */
async function isCurrent(tx: Tx, { account, messages }: StatementJob): Promise<boolean> {
  const ids = messages.map(({ id }) => id);
  const now = new Map(
    (await inConversation(tx, account, await findMessages(tx, { account }, ids))).map((each) => [each.id, each]),
  );
  return messages.every((message) => {
    const current = now.get(message.id);
    return current && placed(current) === placed(message);
  });
}

const placed = ({ contentHash, before }: StatementMessage): string =>
  JSON.stringify([contentHash, before?.id, before?.contentHash]);

type Reading = {
  account: string;
  rules: number;
  version: number;
  /** A model is asked about what was said since then; `undefined` where none is. */
  since: number | undefined;
};

/** Answers whether what is stated differs from what was stored. */
async function store(tx: Tx, at: Reading, read: StatementResult) {
  const { account, rules, version, since } = at;
  const { message, statements, leans } = read;
  const { id, user, origin } = message;
  const [old] = await findStored(tx, { account, id });
  const isSilent = statements.length === 0 && (old?.extracted ?? null) === null;
  const stated = isSilent ? null : JSON.stringify(statements);
  const beforeId = message.before?.id ?? null;
  const differs = (old?.statements ?? null) !== stated || (stated !== null && leans && old?.before_id !== beforeId);
  await putStatement(tx, {
    account_id: account,
    id,
    user_id: user,
    binds: origin === "operator" ? systemUser : user,
    session_id: message.sessionId,
    source: message.source,
    origin,
    said_at: message.saidAtMs,
    extract_due: Number(since !== undefined && message.saidAtMs >= since),
    version: differs || !old ? version : old.version,
    content_hash: message.contentHash,
    rules,
    before_id: beforeId,
    leans: Number(leans),
    statements: stated,
  });
  return differs;
}

/** A row that is there keeps its `extract_due`: a model was to be asked when the message was first read. */
const putStatement = statement<Omit<Insertable<DirectiveStatementTable>, "due">, unknown>((db, param) =>
  db
    .insertInto("directive_statement")
    .values({
      ...params(param, "account_id", "id", "user_id", "binds", "session_id", "source", "origin", "said_at"),
      ...params(param, "extract_due", "version", "content_hash", "rules", "before_id", "leans", "statements"),
      due: sql.lit(0),
    })
    .onConflict((c) =>
      c.columns(["account_id", "id"]).doUpdateSet({
        ...excluded<"directive_statement">("version", "content_hash", "rules"),
        ...excluded<"directive_statement">("before_id", "leans", "due", "statements"),
      }),
    ),
);

type Stored = Pick<Selectable<DirectiveStatementTable>, "statements" | "extracted" | "before_id" | "version">;

/** What is stored is of the message's present text: it goes when the text changes. */
const findStored = statement<{ account: string; id: string }, Stored>((db, param) =>
  db
    .selectFrom("directive_statement")
    .select(["statements", "extracted", "before_id", "version"])
    .where("account_id", "=", param("account"))
    .where("id", "=", param("id")),
);
