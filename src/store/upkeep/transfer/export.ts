import { expressionBuilder, sql } from "kysely";
import type { JsonObject } from "../../../memory/entity/message.ts";
import type { PatternContent } from "../../../memory/entity/pattern.ts";
import type { Db } from "../../engine.ts";
import { onLiveBranch } from "../../memory/live-branch.ts";
import type { Schema } from "../../schema.ts";
import { contentOf } from "../../memory/pattern-row.ts";
import { pageByPage } from "../../page-by-page.ts";
import { exportMarks, type ExportedMark } from "./directive-marks.ts";
import { exportOutcomes, type ExportedOutcome } from "./export-outcomes.ts";

/** A message with all that is known of it. */
export type ExportedMessage = {
  id: string;
  user: string;
  sessionId: string;
  role: string;
  origin: string;
  source: string;
  content: string;
  createdAtMs: number;
  updatedAtMs?: number;
  metadata?: JsonObject;
  /** It stands on a branch that its conversation has left. */
  left?: true;
  /** How many places before it in its session are nobody's: of messages that were erased. */
  gap?: number;
};

/**
 * A pattern with every version that it had, from the first; the last is what it says now. Its record is what it was
 * imported with; its outcomes are exported by themselves.
 */
export type ExportedPattern = {
  id: string;
  user: string;
  sessionId: string;
  origin: string;
  applications: number;
  successes: number;
  failures: number;
  versions: (PatternContent & { version: number; createdAtMs: number })[];
};

const pageRows = 200;

/** What is exported: an account's memory, or of it what is one user's own. */
export type Exported = { account: string; user?: string };

/** Reads in pages, from a snapshot: else what moves from one memory to another in between would be in neither. */
export class SqlExport {
  readonly #db: Db;
  readonly #exported: Exported;

  constructor(snapshot: Db, exported: Exported) {
    this.#db = snapshot;
    this.#exported = exported;
  }

  /** How many memories there are now. */
  async count(): Promise<number> {
    const row = await this.#live()
      .select((e) => e.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return Number(row.count);
  }

  /** By user and session, each in the order it was written. */
  async *messages(): AsyncGenerator<ExportedMessage> {
    const first = { user_id: this.#exported.user ?? "", session_id: "", position: -1 };
    const pages = pageByPage(pageRows, first, (after) =>
      this.#live()
        .select(["memory.id", "memory.user_id", "memory.session_id", "memory.position", "memory.text"])
        .select(["memory.created_at", "memory.origin", "memory.role", "memory.source", "memory.metadata"])
        .select("memory.updated_at")
        .select(onLiveBranch("memory").as("live"))
        .where(sql<boolean>`memory.position >= 0`)
        .where(this.#behind(after))
        .orderBy("memory.user_id")
        .orderBy("memory.session_id")
        .orderBy("memory.position"),
    );
    let before = first;
    for await (const rows of pages) {
      for (const row of rows) {
        const { id, origin, user_id: user, session_id: sessionId, created_at: createdAtMs } = row;
        // What has a place is a message, and has both.
        const said = { role: row.role!, source: row.source!, content: row.text ?? "" };
        const gap = row.position - nextPlace(before, row);
        yield {
          id,
          user,
          sessionId,
          origin,
          ...said,
          createdAtMs,
          ...(row.updated_at !== null && { updatedAtMs: row.updated_at }),
          ...(row.metadata !== null && { metadata: JSON.parse(row.metadata) as JsonObject }), // as it was written
          ...(!row.live && { left: true }),
          ...(gap > 0 && { gap }),
        };
        before = row;
      }
    }
  }

  /** In the order they were made. */
  async *patterns(): AsyncGenerator<ExportedPattern> {
    const pages = pageByPage(pageRows, { id: "" }, (after) =>
      this.#live()
        .innerJoin("pattern", (join) =>
          join.onRef("pattern.account_id", "=", "memory.account_id").onRef("pattern.id", "=", "memory.id"),
        )
        .select(["memory.id", "memory.user_id", "memory.origin", "pattern.session_id"])
        .select(["pattern.applications", "pattern.successes", "pattern.failures"])
        .where("memory.id", ">", after.id)
        .orderBy("memory.id"),
    );
    for await (const rows of pages) {
      for (const row of rows) {
        const { id, origin, applications, successes, failures, user_id: user, session_id: sessionId } = row;
        const versions = await this.#versions(id);
        yield { id, user, sessionId, origin, applications, successes, failures, versions };
      }
    }
  }

  /** To be read after what they credit. */
  outcomes(): AsyncGenerator<ExportedOutcome> {
    return exportOutcomes(this.#db, this.#exported);
  }

  /** What was decided of directives. */
  marks(): AsyncGenerator<ExportedMark> {
    return exportMarks(this.#db, this.#exported);
  }

  /** Of one user without the user: else SQLite looks at all of their places for each page. */
  #behind({ user_id, session_id, position }: Place) {
    const { refTuple, tuple, eb } = expressionBuilder<Schema, "memory">();
    return this.#exported.user === undefined
      ? eb(
          refTuple("memory.user_id", "memory.session_id", "memory.position"),
          ">",
          tuple(user_id, session_id, position),
        )
      : eb(refTuple("memory.session_id", "memory.position"), ">", tuple(session_id, position));
  }

  async #versions(id: string): Promise<ExportedPattern["versions"]> {
    const rows = await this.#db
      .selectFrom("pattern_version")
      .selectAll()
      .where("account_id", "=", this.#exported.account)
      .where("id", "=", id)
      .orderBy("version")
      .execute();
    return rows.map((row) => ({ version: row.version, createdAtMs: row.created_at, ...contentOf(row) }));
  }

  #live() {
    const { account, user } = this.#exported;
    return this.#db
      .selectFrom("memory")
      .where("memory.account_id", "=", account)
      .where("memory.deleted", "=", 0)
      .$if(user !== undefined, (query) => query.where("memory.user_id", "=", user!));
  }
}

type Place = { user_id: string; session_id: string; position: number };

/** Where a message would stand that no other was erased before. */
function nextPlace(before: Place, { user_id, session_id }: Place): number {
  return before.user_id === user_id && before.session_id === session_id ? before.position + 1 : 0;
}
