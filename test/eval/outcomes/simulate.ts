import type { Rest } from "../../support/rest.ts";
import { randomFrom } from "../../bench/support/random.ts";
import { families, patternOf, waysEach } from "./families.ts";

/** How an agent reports: of the one pattern that it tried, or of the retrieval as a whole. */
export type Reporting = "named" | "by rank" | "none";
export type Simulated = {
  /** Of each retrieval, the share of helpful patterns among its first three. */
  shares: number[];
  /** The same of every question, asked before anything was reported. */
  start: number;
  /** Score of a family's third, and of its last, over its first, before anything was reported; the mean. */
  nearness: { third: number; last: number };
};

const helpfulEach = 3;
const tried = 3;
const wrongShare = 0.2;

/** Patterns and questions of one user; in each family three of ten ways help, which nothing in their words tells. */
export async function simulate(
  rest: Rest,
  user: string,
  { retrievals, seed, reporting }: { retrievals: number; seed: number; reporting: Reporting },
  settled: () => Promise<void>,
): Promise<Simulated> {
  const next = randomFrom(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  const helpful = new Set<string>();
  for (const family of families) {
    const good = new Set<number>();
    while (good.size < helpfulEach) good.add(below(waysEach));
    for (let way = 0; way < waysEach; way++) {
      const { body } = await post(rest, "/api/v1/patterns", { ...patternOf(family, way), user_id: user });
      if (good.has(way)) helpful.add(body.id);
    }
  }
  await settled();
  const search = async (query: string, limit: number) => {
    const { body } = await post(rest, "/api/v1/memory/search", { query, limit, user_id: user, sources: ["patterns"] });
    return body as { retrieval_id: string; results: { id: string; similarity: number }[] };
  };
  const shareOf = (ids: string[]) => ids.filter((id) => helpful.has(id)).length / tried;

  const before: number[] = [];
  const nearness = { third: 0, last: 0 };
  const questions = families.flatMap((family) => family.questions);
  for (const question of questions) {
    const { results } = await search(question, waysEach);
    before.push(shareOf(results.slice(0, tried).map(({ id }) => id)));
    nearness.third += results[tried - 1]!.similarity / results[0]!.similarity / questions.length;
    nearness.last += results.at(-1)!.similarity / results[0]!.similarity / questions.length;
  }
  const shares: number[] = [];
  for (let at = 0; at < retrievals; at++) {
    const { retrieval_id, results } = await search(questions[below(questions.length)]!, tried);
    const ids = results.map(({ id }) => id);
    shares.push(shareOf(ids));
    const pick = ids[below(ids.length)]!;
    // Drawn in every way of reporting, so that all of them meet the same luck.
    const isWrong = next() < wrongShare;
    const success = helpful.has(pick) !== isWrong;
    if (reporting === "none") continue;
    await post(rest, "/api/v1/outcomes", {
      retrieval_id,
      success,
      ...(reporting === "named" && { memory_ids: [pick] }),
    });
  }
  return { shares, start: mean(before), nearness };
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

async function post(rest: Rest, path: string, body: object) {
  const answer = await rest.post(path, body);
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}
