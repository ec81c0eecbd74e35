import type { Tx } from "../engine.ts";
import { mergedInto } from "../outcome/outcome-row.ts";
import { parsePlaces, type StoredResult } from "../outcome/retrieval-row.ts";

export const factLayer: StoredResult[1] = "graph";

/**
 * What is left of a receipt's stored results without what was erased, and without facts if so asked. In its place
 * stands null, or what a pattern was merged into.
 */
export type ResultsLeft = (results: string, withFacts: boolean) => string;

export async function resultsLeft(tx: Tx, account: string, erased: ReadonlySet<string>): Promise<ResultsLeft> {
  const merged = await mergedInto(tx, account, [...erased]);
  const left = (result: StoredResult, withFacts: boolean): StoredResult | null => {
    const [id, layer, similarity] = result;
    if (layer === factLayer && !withFacts) return null;
    const into = merged.get(id);
    return !erased.has(id) ? result : into ? [into.id, layer, similarity, into.atMs] : null;
  };
  return (results, withFacts) =>
    JSON.stringify(parsePlaces(results).map((result) => result && left(result, withFacts)));
}
