/**
 * How many of the true first 10 and first 200 by cosine are among the base's candidates: `Base.candidates` as the
 * server calls it, against a scan of every vector of the same table. Arguments: LanceDB's folder, the fingerprint of
 * the embedder.
 */
import { openBase } from "../../../src/vector/base.ts";
import { accountOf, buildOf, firstVersion, tableName, versionAt } from "../../../src/vector/table-name.ts";
import { parent } from "../support/child.ts";
import { dimensions, vectorOf } from "../support/meaning.ts";
import { largestTable } from "./table.ts";

const candidates = 200;
const [, , folder, fingerprint] = process.argv as [string, string, string, string];
const { name, table, rows } = await largestTable(folder);
const account = accountOf(name);

const ids: string[] = [];
const vectors = new Float32Array(rows * dimensions);
for await (const batch of table.query().select(["id", "vector"])) {
  const values = batch.getChild("vector")!;
  const names = batch.getChild("id")!;
  for (let i = 0; i < batch.numRows; i++) {
    vectors.set(values.get(i).toArray(), ids.length * dimensions);
    ids.push(String(names.get(i)));
  }
}
const base = await openBase({ path: folder });
const version = versionAt(firstVersion(buildOf(name)), await table.version());
if (tableName(account, { fingerprint, version }) !== name) {
  throw new Error(`${name} is of another embedder than ${fingerprint}`);
}
const noTerms = { ids: new Uint32Array(), counts: new Uint16Array(), length: 0 };

/** The first by cosine, over all rows. Vectors have length 1. */
function scan(query: Float32Array): string[] {
  const scores = new Float32Array(ids.length);
  for (let row = 0; row < ids.length; row++) {
    let sum = 0;
    for (let i = 0; i < dimensions; i++) sum += query[i]! * vectors[row * dimensions + i]!;
    scores[row] = sum;
  }
  const order = Array.from(scores.keys()).sort((a, b) => scores[b]! - scores[a]!);
  return order.slice(0, candidates).map((row) => ids[row]!);
}

parent({ rows }, async (queries: string[]) => {
  let [first, all] = [0, 0];
  for (const query of queries) {
    const vector = vectorOf(query);
    const at = { fingerprint, version };
    const filter = { users: ["system"] };
    const { byVector } = await base.candidates(account, at, { vector, terms: noTerms, filter, limit: candidates });
    const given = new Set(byVector);
    const truth = scan(vector);
    first += truth.slice(0, 10).filter((id) => given.has(id)).length / 10;
    all += truth.filter((id) => given.has(id)).length / candidates;
  }
  return { first: first / queries.length, all: all / queries.length };
});
