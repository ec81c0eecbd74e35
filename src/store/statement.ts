import { sql, type Compilable, type CompiledQuery, type RawBuilder } from "kysely";
import { chunks } from "./chunks.ts";
import type { Db, DirectAdapter } from "./engine.ts";

/** Gives a parameter its place in a query, by its name. */
export type Param<Params> = <Name extends keyof Params & string>(name: Name) => RawBuilder<Params[Name]>;

/** For each of these columns the parameter of its name. */
export function params<Params, Name extends keyof Params & string>(
  param: Param<Params>,
  ...names: Name[]
): { [Each in Name]: RawBuilder<Params[Each]> } {
  // What `param` gives for each of its names.
  return Object.fromEntries(names.map((name) => [name, param(name)])) as { [Each in Name]: RawBuilder<Params[Each]> };
}

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A place in a list of values. */
class Item {
  readonly at: number;
  constructor(at: number) {
    this.at = at;
  }
}

type Run<Params> = (db: Db, params: Params, items: readonly unknown[]) => unknown[];

/**
 * A query that is built once and bound at each use: Kysely takes longer to build a query than SQLite to run it. For
 * what every write and every search runs; it works on any connection or transaction.
 */
export function statement<Params extends object, Row>(
  build: (db: Db, param: Param<Params>) => Compilable<Row>,
): (db: Db, params: Params) => Promise<Row[]> {
  const run = binding(build);
  return async (db, params) => run(db, params, []) as Row[]; // what the query's type says
}

/** A statement of plain SQL without parameters. */
export function command(text: string): (db: Db) => Promise<void> {
  return async (db) => void (db.getExecutor().adapter as DirectAdapter).run(text, []);
}

/** SQLite binds 32,766 values to a statement. */
const itemsMax = 2 ** 13;

/**
 * The same for a list of values that may as well be repeated: it is compiled for 1, 2, 4, 8 ... of them, and a list of
 * a length in between is filled up with its last one. An empty list finds nothing. A long one is bound in parts, so what
 * is found has no order, and is not counted.
 */
export function listStatement<Params extends object, Value, Row>(
  build: (db: Db, param: Param<Params>, items: RawBuilder<Value>[]) => Compilable<Row>,
): (db: Db, params: Params, items: readonly Value[]) => Promise<Row[]> {
  const bySize = new Map<number, Run<Params>>();
  const runOf = (size: number) => {
    let run = bySize.get(size);
    if (!run) {
      run = binding<Params>((on, param) => {
        const places = Array.from({ length: size }, (_, at) => sql<Value>`${new Item(at)}`);
        return build(on, param, places);
      });
      bySize.set(size, run);
    }
    return run;
  };
  return async (db, params, items) => {
    const found: Row[] = [];
    for (const part of chunks(items, itemsMax)) {
      const rows = runOf(2 ** Math.ceil(Math.log2(part.length)))(db, params, part) as Row[]; // what the query's type says
      for (const row of rows) found.push(row);
    }
    return found;
  };
}

function binding<Params extends object>(build: (db: Db, param: Param<Params>) => Compilable): Run<Params> {
  // By dialect, of which a connection and its transactions share the adapter.
  const compiled = new WeakMap<object, CompiledQuery>();
  return (db, params, items) => {
    const adapter = db.getExecutor().adapter as DirectAdapter; // of every Db, says its type
    let query = compiled.get(adapter);
    // The compiler keeps a parameter as it is, so that it can be told apart afterwards.
    if (!query) compiled.set(adapter, (query = build(db, (name) => sql`${new Placeholder(name)}`).compile()));
    const values = params as Readonly<Record<string, unknown>>; // `param` takes names of Params only
    const parameters = query.parameters.map((value) => {
      if (value instanceof Placeholder) return values[value.name];
      return value instanceof Item ? items[Math.min(value.at, items.length - 1)] : value;
    });
    return adapter.run(query.sql, parameters);
  };
}
