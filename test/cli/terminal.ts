import { join } from "node:path";
import SqliteConnection from "better-sqlite3";

/**
 * Loaded before a command: standard error is a terminal, and as soon as the cursor is hidden there, the store breaks under
 * the command's hands.
 */
const hide = "\x1b[?25l";
const { stderr } = process;
const write = stderr.write.bind(stderr) as (text: string) => boolean;

stderr.isTTY = true;
stderr.write = (text: string | Uint8Array): boolean => {
  if (text === hide) breakStore(join(process.env["CAIRN_DATA"]!, "cairn.db"));
  return write(text.toString());
};

function breakStore(path: string): void {
  const connection = new SqliteConnection(path);
  connection.exec("alter table memory rename to gone");
  connection.close();
}
