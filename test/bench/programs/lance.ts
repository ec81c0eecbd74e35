/**
 * The floor of a search above the resident bound: vector and full-text search in parallel on the server's own table,
 * with its own indexes, opened from its data folder. No filter, no scoring, no texts. Asked, it runs the queries one
 * after the other and answers each one's milliseconds. Argument: LanceDB's folder.
 */
import { termsOf } from "../../../src/memory/words/tokenize.ts";
import { queryWords } from "../../../src/vector/words.ts";
import { parent } from "../support/child.ts";
import { vectorOf } from "../support/meaning.ts";
import { largestTable } from "./table.ts";

const candidates = 200;
const { table, rows } = await largestTable(process.argv[2]!);

async function pair(vector: Float32Array, words: string): Promise<void> {
  const byVector = table.query().nearestTo(vector).column("vector").distanceType("cosine").select(["id", "_distance"]);
  const byWords = table.query().fullTextSearch(words, { columns: "words" }).select(["id", "_score"]);
  await Promise.all([byVector.limit(candidates).toArrow(), byWords.limit(candidates).toArrow()]);
}

parent({ rows }, async (queries: string[]) => {
  const prepared = queries.map((query) => ({ vector: vectorOf(query), words: queryWords(termsOf(query)) }));
  await table.checkoutLatest();
  const ms: number[] = [];
  for (const { vector, words } of prepared) {
    const startedAtMs = performance.now();
    await pair(vector, words);
    ms.push(performance.now() - startedAtMs);
  }
  return ms;
});
