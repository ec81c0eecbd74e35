// `node prune.mjs MODULES CPU`: takes from installed production packages what a Linux server with glibc on this CPU (x64 or
// arm64) never reads: binaries of other platforms, C sources, a Node beside the one that runs, declarations and maps.
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

const [modules, cpu] = process.argv.slice(2);
if (modules === undefined || !["x64", "arm64"].includes(cpu)) {
  console.error(`usage: node prune.mjs MODULES x64|arm64 (given: ${process.argv.slice(2).join(" ") || "nothing"})`);
  process.exit(2);
}

const remove = (...path) => rmSync(join(modules, ...path), { recursive: true, force: true });
const entries = (...path) => readdirSync(join(modules, ...path));

/** A binary that is not where it is expected would be missed when the image runs, so it is missed here. */
function keepOnly(kept, ...folder) {
  if (!existsSync(join(modules, ...folder, kept))) throw new Error(`${join(...folder, kept)} is not there`);
  for (const name of entries(...folder)) if (name !== kept) remove(...folder, name);
}

for (const name of entries().filter((each) => /^node-(linux|win)-/.test(each))) remove(name);
for (const abi of entries("onnxruntime-node", "bin")) {
  keepOnly("linux", "onnxruntime-node", "bin", abi);
  keepOnly(cpu, "onnxruntime-node", "bin", abi, "linux");
}
keepOnly(`linux-${cpu}.node`, "better-sqlite3", "prebuilds");
for (const name of ["deps", "src"]) remove("better-sqlite3", name);
const lancedb = entries("@lancedb").filter((each) => each !== "lancedb");
if (lancedb.join() !== `lancedb-linux-${cpu}-gnu`)
  throw new Error(`for LanceDB there is ${lancedb.join() || "nothing"}`);
remove(".bin");
for (const name of readdirSync(modules, { recursive: true, encoding: "utf8" })) {
  if (/\.(d\.[cm]?ts|map)$/.test(name) && statSync(join(modules, name)).isFile()) remove(name);
}
