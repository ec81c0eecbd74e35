import { sql, type Compilable, type CompiledQuery, type RawBuilder } from "kysely";
import type { Db, DirectAdapter } from "./engine.ts";

type Param<Params> = <Name extends keyof Params & string>(name: Name) => RawBuilder<Params[Name]>;

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A query that is built once and bound at each use: Kysely takes longer to build a query than SQLite to run it. For
 * what every write and every search runs; it works on any connection or transaction.
 */
export function statement<Params extends object, Row>(
  build: (db: Db, param: Param<Params>) => Compilable<Row>,
): (db: Db, params: Params) => Promise<Row[]> {
  // By dialect, of which a connection and its transactions share the adapter.
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  return async (db, params) => {
    const adapter = db.getExecutor().adapter as DirectAdapter; // of every Db, says its type
    let query = compiled.get(adapter);
    // The compiler keeps a parameter as it is, so that it can be told apart afterwards.
    if (!query) compiled.set(adapter, (query = build(db, (name) => sql`${new Placeholder(name)}`).compile()));
    const values = params as Readonly<Record<string, unknown>>; // `param` takes names of Params only
    const parameters = query.parameters.map((value) => (value instanceof Placeholder ? values[value.name] : value));
    return adapter.run(query.sql, parameters) as Row[]; // what the query's type says
  };
}

/** A statement of plain SQL without parameters. */
export function command(text: string): (db: Db) => Promise<void> {
  return async (db) => void (db.getExecutor().adapter as DirectAdapter).run(text, []);
}

/**
 * The same for a list of values, none of which matters twice: it is compiled for 1, 2, 4, 8 ... of them, and a list
 * between two of these repeats its last one. An empty list finds nothing.
 */
export function listStatement<Params extends object, Item, Row>(
  build: (db: Db, param: Param<Params>, items: RawBuilder<Item>[]) => Compilable<Row>,
): (db: Db, params: Params, items: readonly Item[]) => Promise<Row[]> {
  type Run = (db: Db, params: Params & Record<string, unknown>) => Promise<Row[]>;
  const bySize = new Map<number, Run>();
  return async (db, params, items) => {
    if (items.length === 0) return [];
    const size = 2 ** Math.ceil(Math.log2(items.length));
    const names = Array.from({ length: size }, (_, at) => `item ${at}`);
    let run = bySize.get(size);
    if (!run) {
      run = statement<Params & Record<string, unknown>, Row>((on, param) => {
        // A name of an item is none of Params: the two share one list of values.
        const ofItem = param as Param<Record<string, Item>>;
        return build(
          on,
          param,
          names.map((name) => ofItem(name)),
        );
      });
      bySize.set(size, run);
    }
    const values = names.map((name, at) => [name, items[Math.min(at, items.length - 1)]]);
    return run(db, { ...params, ...Object.fromEntries(values) });
  };
}
