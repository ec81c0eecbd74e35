import { sql, type Selectable } from "kysely";
import type { StatedRule, Statement } from "../../memory/directive/directive.ts";
import type { Origin } from "../../memory/entity/layer.ts";
import { withExtracted } from "../../memory/rulebook/extraction/with-extracted.ts";
import {
  statementOrigins,
  type StatementJob,
  type StatementJobResult,
  type StatementStore,
  type StatingKey,
  type StatingMessage,
} from "../../memory/rulebook/statement-store.ts";
import { visibleUsers, type Scope } from "../../memory/scope.ts";
import type { Database } from "../database.ts";
import { onLiveBranch } from "../memory/live-branch.ts";
import { batchOf, firstOfBatch, Readings, unreadMessages, type UnreadMessages } from "../memory/unread.ts";
import { listStatement, statement } from "../statement.ts";
import { inConversation, messageColumns, type MessageRow } from "./conversation.ts";
import { findVersion } from "./progress.ts";
import { storeJob } from "./store-statements.ts";
import type { DirectiveStatementTable } from "./tables.ts";

export class SqlStatementStore implements StatementStore {
  readonly #db: Database;
  readonly #readings: Readings;

  constructor(db: Database) {
    this.#db = db;
    this.#readings = new Readings(db, "directive_progress");
  }

  async next(rules: number, behind: string, limit: number): Promise<StatementJob | undefined> {
    const db = this.#db.read;
    const reading = await this.#readings.next(rules, behind);
    if (!reading) return undefined;
    const { account, readSeq: after, from } = reading;
    const due = await findDue(db, { account, limit });
    if (due.length > 0) {
      return { account, after, upTo: from, messages: await inConversation(db, account, firstOfBatch(due)) };
    }
    const unread = await findUnreadMessages(db, { account, after: from, limit, rules });
    const { rows, upTo } = batchOf(reading, unread, limit);
    return { account, after, upTo, messages: await inConversation(db, account, rows) };
  }

  complete(rules: number, done: StatementJobResult[]): Promise<number> {
    return this.#readings.complete(rules, done, (tx, each) => storeJob(tx, rules, each));
  }

  async waiting(rules: number, account: string): Promise<boolean> {
    const db = this.#db.read;
    const reading = await this.#readings.of(db, account, rules);
    if (!reading) return false;
    if ((await findDue(db, { account, limit: 1 })).length > 0) return true;
    if (reading.from >= reading.seq) return false;
    return (await findUnreadMessages(db, { account, after: reading.from, limit: 1, rules })).length > 0;
  }

  async version(account: string): Promise<number> {
    const [row] = await findVersion(this.#db.read, { account });
    return row?.version ?? 0;
  }

  async list(scope: Scope, limit: number): Promise<StatingKey[]> {
    const lists: (StatingKey & { said_at: number })[][] = [];
    for (const binds of visibleUsers(scope)) {
      lists.push(await findStating(this.#db.read, { account: scope.account, binds, limit }));
    }
    const [first = [], ...others] = lists;
    if (others.length === 0) return first;
    return lists
      .flat()
      .toSorted((one, other) => other.said_at - one.said_at || (one.id < other.id ? 1 : -1))
      .slice(0, limit);
  }

  async get(scope: Scope, keys: readonly StatingKey[]): Promise<StatingMessage[]> {
    const versions = new Map(keys.map(({ id, version }) => [id, version]));
    const found = await findStatements(this.#db.read, { account: scope.account }, [...versions.keys()]);
    const users = visibleUsers(scope);
    return found
      .filter(({ id, version, binds }) => versions.get(id) === version && users.includes(binds))
      .map(statingOf);
  }
}

const findUnreadMessages = statement<UnreadMessages, MessageRow & { seq: number }>((db, param) =>
  unreadMessages(db, param, "directive_statement")
    .select([...messageColumns, "memory.seq"])
    .where("memory.role", "=", "user")
    .where("memory.origin", "in", statementOrigins),
);

const findDue = statement<{ account: string; limit: number }, MessageRow>((db, param) =>
  db
    .selectFrom("directive_statement as read")
    .innerJoin("memory", (join) =>
      join.onRef("memory.account_id", "=", "read.account_id").onRef("memory.id", "=", "read.id"),
    )
    .select(messageColumns)
    .where("read.account_id", "=", param("account"))
    .where(sql<boolean>`read.due = 1`)
    .limit(param("limit")),
);

const statingColumns = [
  "id",
  "version",
  "binds",
  "session_id",
  "source",
  "origin",
  "said_at",
  "before_id",
  "leans",
  "statements",
  "extracted",
] as const;

type StatingRow = Pick<Selectable<DirectiveStatementTable>, (typeof statingColumns)[number]>;

const findStatements = listStatement<{ account: string }, string, StatingRow>((db, param, ids) =>
  db
    .selectFrom("directive_statement")
    .select(statingColumns)
    .where("account_id", "=", param("account"))
    .where("id", "in", ids)
    .where(sql<boolean>`statements is not null`),
);

/** An index has all of it. What was said on a branch that its conversation has left binds nobody. */
const findStating = statement<{ account: string; binds: string; limit: number }, StatingKey & { said_at: number }>(
  (db, param) =>
    db
      .selectFrom("directive_statement")
      .select(["id", "version", "said_at"])
      .where("account_id", "=", param("account"))
      .where("binds", "=", param("binds"))
      .where(sql<boolean>`statements is not null`)
      .where(onLiveBranch("directive_statement"))
      .orderBy("said_at", "desc")
      .orderBy("id", "desc")
      .limit(param("limit")),
);

function statingOf(row: StatingRow): StatingMessage {
  return {
    id: row.id,
    binds: row.binds,
    sessionId: row.session_id,
    source: row.source,
    version: row.version,
    // All as they were written here.
    origin: row.origin as Origin,
    statements: withExtracted(
      JSON.parse(row.statements ?? "[]") as Statement[],
      JSON.parse(row.extracted ?? "[]") as StatedRule[],
    ),
    saidAtMs: row.said_at,
    ...(row.leans === 1 && row.before_id !== null && { leansOn: row.before_id }),
  };
}
