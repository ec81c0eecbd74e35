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
