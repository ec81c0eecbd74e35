/** What an SQL statement does, in words; undefined for another text. `at`: in which database, " in production". */
export function sqlWords(text: string, at = ""): string | undefined {
  const statement = text.trim().replace(/;\s*$/, "");
  for (const [pattern, say] of statements) {
    const found = pattern.exec(statement);
    if (found) return `${say(found[1] ?? "", (found[2] ?? "").trim()).trim()}${at}${lacksWhere(statement)}`;
  }
  return undefined;
}

/** Whether a text begins as a statement does. */
export const isSql = (text: string): boolean => statements.some(([pattern]) => pattern.test(text.trim()));

const needsWhere = /^(?:delete|update)\b/i;
const lacksWhere = (statement: string): string =>
  needsWhere.test(statement) && !/\bwhere\b/i.test(statement) ? ", without a where clause" : "";

const column = /^(add|drop|rename|alter|modify)\s+(?:column\s+)?(?:if\s+(?:not\s+)?exists\s+)?(\S+)/i;
const columnVerbs: Readonly<Record<string, string>> = { add: "add", drop: "delete", rename: "rename" };

function alterWords(table: string, rest: string): string {
  const [, verb = "", name = ""] = column.exec(rest) ?? [];
  if (verb === "") return `change the table ${table} ${rest}`;
  return `change the table ${table}: ${columnVerbs[verb.toLowerCase()] ?? "change"} the column ${name} of the table ${table}`;
}

type Say = (name: string, rest: string) => string;

const what = String.raw`(?!(?:the|an?|my|our|all)\s)(?:if\s+(?:not\s+)?exists\s+)?["\x60]?([\w.$-]+)["\x60]?\s*([\s\S]*)$`;
const starting = (start: string): RegExp => new RegExp(String.raw`^${start}\s+${what}`, "i");

/** Statements by how they begin: the name behind that, the rest, and the whole of it. */
const statements: readonly (readonly [RegExp, Say])[] = [
  [starting(String.raw`drop\s+table`), (name, rest) => `delete the table ${name} ${dropped(rest)}`],
  [starting(String.raw`drop\s+(?:database|schema)`), (name, rest) => `delete the database ${name} ${dropped(rest)}`],
  [starting(String.raw`drop\s+index`), (name) => `delete the index ${name}`],
  [starting(String.raw`drop\s+view`), (name) => `delete the view ${name}`],
  [starting(String.raw`drop\s+(?:user|role)`), (name) => `delete the user account ${name}`],
  [starting("truncate(?:\\s+table)?"), (name, rest) => `delete all data of the table ${name} ${dropped(rest)}`],
  [
    starting(String.raw`delete\s+from`),
    (name, rest) => `delete ${/\bwhere\b/i.test(rest) ? "data" : "all data"} of the table ${name} ${rest}`,
  ],
  [/^update\s+["`]?([\w.$-]+)["`]?\s+(set\s[\s\S]*)$/i, (name, rest) => `update data of the table ${name} ${rest}`],
  [starting(String.raw`insert\s+into`), (name, rest) => `add data to the table ${name} ${rest}`],
  [starting(String.raw`alter\s+table`), alterWords],
  [starting(String.raw`create\s+(?:temporary\s+|temp\s+)?table`), (name) => `create the table ${name}`],
  [starting(String.raw`create\s+(?:database|schema)`), (name) => `create the database ${name}`],
  [/^grant\s+all(?:\s+privileges)?\s+(on\s[\s\S]*)$/i, (rest) => `grant all rights ${rest}`],
  // What English says too, only in capitals or with signs of code.
  [/^CREATE\s(?:UNIQUE\s)?INDEX\s([\s\S]*)$/, (rest) => `create the index ${rest}`],
  [/^GRANT\s([\s\S]*)$/, (rest) => `grant the rights ${rest}`],
  [/^(?:SELECT|select(?=[^.]*[*()=_]))\s([\s\S]*?\b(?:FROM|from)\b[\s\S]*)$/, (rest) => `read data: select ${rest}`],
  [/^EXPLAIN\s((?:ANALYZE|SELECT|UPDATE|DELETE|INSERT|WITH|\()[\s\S]*)$/, () => "show the plan of a query"],
];

/** "CASCADE" adds nothing in words; "on production" does. */
const dropped = (rest: string): string => rest.replace(/\b(?:cascade|restrict)\b/i, "").trim();
