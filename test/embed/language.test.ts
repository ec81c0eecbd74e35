import { afterAll, expect, test } from "vitest";
import { withoutLanguage } from "../../src/embed/builtin/language.ts";
import { createEmbedder } from "../../src/embed/create.ts";

const embedder = await createEmbedder({ kind: "builtin" });
afterAll(() => embedder.close());
const vectors = async (...texts: string[]) => (await embedder.embed(texts)) as Float32Array[];
const dot = (one: Float32Array, other: Float32Array) => one.reduce((sum, value, at) => sum + value * other[at]!, 0);

test("a text in English keeps its vector", () => {
  const vector = Float32Array.from({ length: 384 }, () => Math.sqrt(1 / 384));
  expect(withoutLanguage("Never deploy to Köln on Fridays, says Jürgen.", vector)).toBe(vector);
  expect(withoutLanguage("Wir fahren heute nach Köln.", vector)).not.toBe(vector);
});

test("texts of one language are not alike by that, and a question and its answer are", async () => {
  const [memory, question, other] = await vectors(
    "Her sabah tansiyon hapı alıyorum.",
    "Sabahları hangi hapı alıyorum?",
    "Güneş sisteminde kaç gezegen var, biliyor musun?",
  );
  expect(dot(memory!, other!)).toBeLessThan(0.35);
  expect(dot(memory!, question!)).toBeGreaterThan(0.5);
  expect(dot(memory!, memory!)).toBeCloseTo(1, 5);
});
