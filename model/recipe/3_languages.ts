import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createEmbedder } from "../../src/embed/create.ts";

/**
 * Reads what ../english/recipe/corpus.ts printed and writes ../all-MiniLM-L6-v2/languages.bin: the directions in which the means of
 * languages lie from that of English, as float32, the first principal ones of all. Before it is run, languages.bin must be empty, so that
 * vectors are the model's own.
 */

const count = 12;
const textsMax = 60;
const dimensions = 384;

const texts = new Map<string, string[]>();
for (const line of readFileSync(0, "utf8").split("\n")) {
  const [language = "", text = ""] = line.split("\t");
  if (/^(?:word|said|held|stop-.*)$/u.test(language) || text.split(" ").length < 5) continue;
  texts.set(language, [...(texts.get(language) ?? []), text]);
}

const dot = (one: Float64Array, other: Float64Array) => one.reduce((sum, value, at) => sum + value * other[at]!, 0);

async function meanOf(all: readonly string[]): Promise<Float64Array> {
  const step = Math.max(1, all.length / textsMax);
  const some = Array.from({ length: Math.min(textsMax, all.length) }, (_, at) => all[Math.floor(at * step)]!);
  const mean = new Float64Array(dimensions);
  for (const text of some) {
    const [vector] = await embedder.embed([text]);
    vector?.forEach((value, at) => (mean[at]! += value / some.length));
  }
  return mean;
}

const embedder = await createEmbedder({ kind: "builtin" });
await embedder.start();
const english = await meanOf(texts.get("en")!);
const rest: Float64Array[] = [];
for (const [language, all] of texts) {
  if (language === "en" || all.length < 20) continue;
  rest.push((await meanOf(all)).map((value, at) => value - english[at]!));
}
await embedder.close();

/** The principal direction of what is left, by power iteration. */
function principal(): Float64Array {
  let direction = new Float64Array(dimensions).fill(1);
  for (let round = 0; round < 200; round++) {
    const next = new Float64Array(dimensions);
    for (const each of rest) {
      const along = dot(each, direction);
      each.forEach((value, at) => (next[at]! += along * value));
    }
    const length = Math.sqrt(dot(next, next));
    direction = next.map((value) => value / length);
  }
  return direction;
}

const directions = new Float32Array(count * dimensions);
for (let nth = 0; nth < count; nth++) {
  const direction = principal();
  directions.set(direction, nth * dimensions);
  for (const each of rest) {
    const along = dot(each, direction);
    direction.forEach((value, at) => (each[at]! -= along * value));
  }
}
writeFileSync(join(import.meta.dirname, "../all-MiniLM-L6-v2/languages.bin"), directions);
