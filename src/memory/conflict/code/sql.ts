/** What SQL statements do, in words; undefined for another text. `at`: in which database, " in production". */
export function sqlWords(text: string, at = ""): string | undefined {
  const said = statementsOf(text).map((statement) => ({ statement, words: statementWords(statement) }));
  if (said[0]?.words === undefined) return undefined;
  return said
    .map(({ statement, words }) => (words === undefined ? statement : `${words[0]}${at}${words[1]}`))
    .join(". ");
}

function statementWords(statement: string): [does: string, lacks: string] | undefined {
  for (const [pattern, say] of statements) {
    const found = pattern.exec(statement);
    if (found) return [say(found[1] ?? "", (found[2] ?? "").trim()).trim(), lacksWhere(statement)];
  }
  return undefined;
}

const sqlParts = /'(?:[^']|'')*'|"[^"]*"|`[^`]*`|--[^\n]*|\/\*(?!!)[\s\S]*?\*\/|;|[\s\S]/g;
const isComment = (part: string): boolean => /^(?:--|\/\*.)/s.test(part);

/** The statements of a text, without comments: split at each ";" outside of quotes. */
function statementsOf(text: string): string[] {
  const found = [""];
  for (const [part] of text.matchAll(sqlParts)) {
    if (part === ";") found.push("");
    else found.push(`${found.pop()!}${isComment(part) ? " " : part}`);
  }
  return found.map((statement) => statement.trim()).filter((statement) => statement !== "");
}

/** Whether one of the statements in a text changes all rows; undefined where none changes any. */
export function changesAll(text: string): boolean | undefined {
  const changing = statementsOf(text).filter((statement) => /\b(?:delete\s+from|update)\b/i.test(unquoted(statement)));
  return changing.length === 0 ? undefined : changing.some((statement) => !hasWhere(statement));
}

const unquoted = (statement: string): string => statement.replace(/'(?:[^']|'')*'/g, "''");
const hasWhere = (statement: string): boolean => /\bwhere\b/i.test(unquoted(statement));

/** Where quotes or comments may end elsewhere in one dialect than in another: in MySQL "#" begins a comment, and "--1" none. */
const dialects = /[\\$#]|--(?!\s|$)/;

/** Whether a text is statements that only read or make a table, and of which nothing can do more: a function may do anything. */
export const isPlainSql = (text: string): boolean =>
  !dialects.test(text) &&
  statementsOf(text).every((statement) => plainSql.some((pattern) => pattern.test(unquoted(statement))));

const called = String.raw`(?!\b(?:count|sum|min|max|avg|lower|upper|coalesce|in|and|or|on|from|where|select|as|over|by)\b)\b\w+\s*\(`;
const plainSql = [
  new RegExp(String.raw`^select\b(?![\s\S]*(?:\binto\b|["\x60]\s*\(|${called}))`, "i"),
  /^explain\s+(?:select|update|delete|insert)\b/i,
  /^create\s+(?:temporary\s+|temp\s+)?table\b(?![\s\S]*\b(?:as|select)\b)/i,
];

/** Whether a text begins as a statement does. */
export const isSql = (text: string): boolean => statementWords(statementsOf(text)[0] ?? "") !== undefined;

const needsWhere = /^(?:delete|update)\b/i;
const lacksWhere = (statement: string): string =>
  needsWhere.test(statement) && !hasWhere(statement) ? ", without a where clause" : "";

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
