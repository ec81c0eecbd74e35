/** An OpenAI-compatible embeddings endpoint: `POST /v1/embeddings`. Takes no time worth naming beside the model's. */
import { parent } from "../support/child.ts";
import { vectorOf } from "../support/meaning.ts";
import { serveJson } from "./json-server.ts";

const { url } = await serveJson((body) => {
  const { input } = body as { input: string | string[] }; // by OpenAI's definition
  const texts = typeof input === "string" ? [input] : input;
  const data = texts.map((text, index) => ({ object: "embedding", index, embedding: rounded(vectorOf(text)) }));
  return { object: "list", data, model: "words", usage: { prompt_tokens: 0, total_tokens: 0 } };
});
parent({ url });

/** Four digits, as much as half precision keeps. */
function rounded(vector: Float32Array): number[] {
  return Array.from(vector, (value) => Math.round(value * 1e4) / 1e4);
}
