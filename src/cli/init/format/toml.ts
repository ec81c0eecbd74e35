import { splice, type Format } from "./format.ts";
import { Refusal } from "../refusal.ts";
import { parseTables, type Table } from "./toml-tables.ts";

/** A value is a table with a header of its own: `[a.b]`. Keys in front of it and tables that follow are not touched. */
export const toml: Format = {
  get(text, path) {
    const own = ownTables(parseTables(text), path);
    if (own.length === 0) return undefined;
    const value: Record<string, unknown> = {};
    for (const table of own) {
      for (const pair of table.pairs) put(value, [...table.path.slice(path.length), ...pair.path], pair.value);
    }
    return value;
  },
  set(text, path, value) {
    const tables = parseTables(text);
    refuseInline(tables, path);
    const own = ownTables(tables, path);
    const eol = text.includes("\r\n") ? "\r\n" : "\n";
    const block = render(path, value, eol);
    if (own.length === 0) return text + (text === "" ? "" : text.endsWith("\n") ? eol : eol + eol) + block;
    const [first, ...others] = own;
    return splice(without(text, others), first!.start, first!.end, block);
  },
  remove(text, path) {
    return without(text, ownTables(parseTables(text), path));
  },
};

function ownTables(tables: Table[], path: readonly string[]): Table[] {
  return tables.filter((table) => begins(table.path, path));
}

const begins = (longer: readonly string[], path: readonly string[]) => path.every((key, at) => longer[at] === key);

/** `a = { b = ... }`, `a.b.c = ...`, or `b = ...` below `[a]`: a table with that name beside it would be a second one. */
function refuseInline(tables: Table[], path: readonly string[]): void {
  const name = path.join(".");
  for (const table of tables) {
    if (table.isItem && begins(path, table.path)) {
      throw new Refusal(`its ${table.path.join(".")} must be a table, but is a list ([[${table.path.join(".")}]])`);
    }
    for (const pair of table.pairs) {
      const whole = [...table.path, ...pair.path];
      const within = begins(table.path, path) && table.path.length > 0;
      if (!within && (begins(path, whole) || begins(whole, path))) {
        throw new Refusal(`its ${whole.join(".")} is written inline, expected a table of its own: [${name}]`);
      }
    }
  }
}

function render(path: readonly string[], value: unknown, eol: string): string {
  const lines = Object.entries(value as object).map(([name, each]) => `${keyOf(name)} = ${inline(each)}${eol}`);
  return `[${path.map(keyOf).join(".")}]${eol}${lines.join("")}`;
}

/** JSON's strings, numbers and lists are TOML's too. */
function inline(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value);
  const pairs = Object.entries(value).map(([name, each]) => `${keyOf(name)} = ${inline(each)}`);
  return `{ ${pairs.join(", ")} }`;
}

const keyOf = (name: string) => (/^[A-Za-z0-9_-]+$/.test(name) ? name : JSON.stringify(name));

/** Makes members of its own, whatever they are called: a file may say `__proto__`. */
function put(target: Record<string, unknown>, [key, ...rest]: string[], value: unknown): void {
  if (key === undefined) return;
  const own = Object.hasOwn(target, key) ? target[key] : {};
  if (rest.length > 0) put(own as Record<string, unknown>, rest, value);
  const member = rest.length > 0 ? own : value;
  Object.defineProperty(target, key, { value: member, enumerable: true, writable: true, configurable: true });
}

/** From the last to the first, so that places hold; the blank lines before each go with it. */
function without(text: string, tables: Table[]): string {
  return tables.toReversed().reduce((left, { start, end }) => {
    const before = left.slice(0, start).replace(/(?:\r?\n)+$/, (lines) => (lines.includes("\r") ? "\r\n" : "\n"));
    return before + left.slice(end);
  }, text);
}
