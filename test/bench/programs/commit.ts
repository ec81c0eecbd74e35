/**
 * The floor of an acknowledged write: one row, one commit of bare SQLite with synchronous=FULL. Over HTTP one for each
 * request of a bare server; or, when asked over the channel, one after the other in a loop for so many milliseconds,
 * answering how many a second. Argument: the folder of the file.
 */
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { parent } from "../support/child.ts";
import { serveJson } from "./json-server.ts";

const database = new Sqlite(join(process.argv[2]!, "floor.db"));
database.pragma("journal_mode = WAL");
database.pragma("synchronous = FULL");
database.exec("create table if not exists message (id integer primary key, body text not null)");
const insert = database.prepare("insert into message (body) values (?)");

const { url } = await serveJson((body) => ({ id: Number(insert.run(JSON.stringify(body)).lastInsertRowid) }));

parent({ url }, ({ body, ms }: { body: string; ms: number }) => {
  const startedAtMs = performance.now();
  let count = 0;
  for (; performance.now() - startedAtMs < ms; count++) insert.run(body);
  return (count * 1_000) / (performance.now() - startedAtMs);
});
