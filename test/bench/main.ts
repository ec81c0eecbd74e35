/**
 * `npm run bench -- [names] [--rounds N] [--seconds N] [--sizes N,N] [--accounts N] [--requests N]`: runs the named
 * benchmarks, all without a name, prints each row as it is known and the table at the end. See docs/benchmarks.md.
 */
import { cpus } from "node:os";
import * as accounts from "./accounts.ts";
import { table, type Benchmark, type Row } from "./benchmark.ts";
import * as client from "./client.ts";
import * as directives from "./directives.ts";
import * as gateway from "./gateway.ts";
import * as loop from "./loop.ts";
import { parseCommand, type Command } from "./options.ts";
import * as queue from "./queue.ts";
import * as rest from "./rest.ts";
import * as search from "./search.ts";
import * as soak from "./soak.ts";
import { markCpu, otherCores } from "./support/process.ts";
import { stopAll } from "./support/started.ts";
import * as write from "./write.ts";

const benchmarks: Record<string, Benchmark> = {
  rest,
  write,
  queue,
  search,
  accounts,
  loop,
  directives,
  gateway,
  client,
  soak,
};

function command(): Command {
  try {
    return parseCommand(process.argv.slice(2), Object.keys(benchmarks));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => void stopAll().finally(() => process.exit(130)));
}

const { names, options } = command();
const rows: Row[] = [];
const failed: string[] = [];
for (const name of names) {
  const mark = markCpu();
  const startedAtMs = performance.now();
  try {
    for await (const row of benchmarks[name]!.run(options)) {
      rows.push(row);
      console.log(`${name}: ${row.what}: ${row.measured} (goal ${row.goal}); ${row.detail}`);
    }
  } catch (error) {
    failed.push(name);
    console.error(`${name} failed:`, error);
  } finally {
    await stopAll();
  }
  const seconds = (performance.now() - startedAtMs) / 1_000;
  console.log(`${name}: took ${seconds.toFixed(0)} s; other processes used ${otherCores(mark).toFixed(2)} cores`);
}
console.log(`\nNode ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()})\n\n${table(rows)}`);
if (failed.length > 0) console.error(`\nfailed: ${failed.join(", ")}`);
process.exitCode = failed.length > 0 ? 1 : 0;
