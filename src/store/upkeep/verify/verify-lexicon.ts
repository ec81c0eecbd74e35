import { setImmediate as turn } from "node:timers/promises";
import type { Db } from "../../engine.ts";
import { LexiconDelta } from "../../index/lexicon.ts";
import { encodeSession } from "../../index/session-terms.ts";
import { decodeTerms } from "../../memory/terms-codec.ts";
import { pageByPage } from "../../page-by-page.ts";

const rowsPerSlice = 500;

/** The lexicon against a recount of what the base holds. */
export async function verifyLexicon(db: Db, account: string): Promise<{ id: string; problem: string }[]> {
  const found: { id: string; problem: string }[] = [];
  const recount = await recounted(db, account);
  for (const [stored, counted, problem] of [
    [await storedTotals(db, account), countedTotals(recount), "a user whose totals are wrong"],
    [await storedSessions(db, account), countedSessions(recount), "a session whose terms are wrong"],
    [await storedTerms(db, account), countedTerms(recount), "a term whose frequency is wrong"],
  ] as const) {
    for (const id of new Set([...stored.keys(), ...counted.keys()])) {
      if (stored.get(id) !== counted.get(id)) found.push({ id, problem });
    }
    await turn();
  }
  return found;
}

/** Rows by what they are about, as texts that are equal if the rows are. */
type Entries = Map<string, string>;

const idOf = (user: string, what: string | number) => JSON.stringify([user, what]);
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

async function recounted(db: Db, account: string): Promise<LexiconDelta> {
  const delta = new LexiconDelta();
  const pages = pageByPage(rowsPerSlice, { id: "" }, (after) =>
    db.selectFrom("flushed").selectAll().where("account_id", "=", account).where("id", ">", after.id).orderBy("id"),
  );
  for await (const rows of pages) {
    for (const row of rows) {
      delta.put({ user: row.user_id, sessionId: row.session_id, terms: decodeTerms(row.terms) });
    }
  }
  // Merged with an empty lexicon, which counts the sessions of each user.
  for (const [user, sessions] of delta.sessions) {
    for (const sessionId of sessions.keys()) delta.mergeSession(user, sessionId, undefined);
  }
  return delta;
}

function countedSessions(delta: LexiconDelta): Entries {
  const entries: Entries = new Map();
  for (const [user, sessions] of delta.sessions) {
    for (const [sessionId, session] of sessions) entries.set(idOf(user, sessionId), textOf(encodeSession(session)));
  }
  return entries;
}

function countedTotals(delta: LexiconDelta): Entries {
  const entries = [...delta.totals].map(
    ([user, { memories, totalLength, sessions, totalSessionLength }]) =>
      [user, [memories, totalLength, sessions, totalSessionLength].join()] as const,
  );
  return new Map(entries);
}

function countedTerms(delta: LexiconDelta): Entries {
  const entries: Entries = new Map();
  for (const [user, terms] of delta.terms) {
    for (const [term, { memories, sessions }] of terms) entries.set(idOf(user, term), `${memories},${sessions}`);
  }
  return entries;
}

async function storedTotals(db: Db, account: string): Promise<Entries> {
  const rows = await db.selectFrom("lexicon_total").selectAll().where("account_id", "=", account).execute();
  return new Map(
    rows.map((row) => [row.user_id, [row.memories, row.total_length, row.sessions, row.total_session_length].join()]),
  );
}

async function storedSessions(db: Db, account: string): Promise<Entries> {
  const rows = await db.selectFrom("lexicon_session").selectAll().where("account_id", "=", account).execute();
  return new Map(rows.map((row) => [idOf(row.user_id, row.session_id), textOf(row.terms)]));
}

async function storedTerms(db: Db, account: string): Promise<Entries> {
  const rows = await db.selectFrom("lexicon_term").selectAll().where("account_id", "=", account).execute();
  return new Map(rows.map((row) => [idOf(row.user_id, row.term), `${row.memories},${row.sessions}`]));
}
