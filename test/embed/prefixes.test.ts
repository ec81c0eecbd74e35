import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createEmbedder } from "../../src/embed/create.ts";
import type { OpenaiConfig } from "../../src/embed/openai/config.ts";
import { prefixesOf } from "../../src/embed/openai/prefixes.ts";
import { parseSpace, spaceName } from "../../src/embed/openai/space.ts";
import type { QueuedEmbedder } from "../../src/embed/queued.ts";
import { wordSpace } from "../fixture/stores.ts";
import { OpenaiServer, sendStatus, sendVectors, toy, type Reply } from "./openai-server.ts";

const instruction = "Represent this sentence for searching relevant passages: ";
const task = "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:";

describe("a model's name tells what it expects", () => {
  test.each([
    ["intfloat/e5-small-v2", "query: ", "passage: "],
    ["intfloat/multilingual-e5-large", "query: ", "passage: "],
    ["jeffh/intfloat-multilingual-e5-large:f16", "query: ", "passage: "],
    ["intfloat/multilingual-e5-large-instruct", `${task} `, ""],
    ["intfloat/e5-mistral-7b-instruct", `${task} `, ""],
    ["nomic-embed-text", "search_query: ", "search_document: "],
    ["nomic-embed-text:v1.5", "search_query: ", "search_document: "],
    ["nomic-ai/nomic-embed-text-v2-moe", "search_query: ", "search_document: "],
    ["BAAI/bge-base-en-v1.5", instruction, ""],
    ["bge-large:latest", instruction, ""],
    ["BAAI/bge-large-zh-v1.5", "为这个句子生成表示以用于检索相关文章：", ""],
    ["mxbai-embed-large", instruction, ""],
    ["snowflake-arctic-embed:335m", instruction, ""],
    ["Snowflake/snowflake-arctic-embed-m-v1.5", instruction, ""],
    ["snowflake-arctic-embed2", "query: ", ""],
    ["Snowflake/snowflake-arctic-embed-l-v2.0", "query: ", ""],
    ["qwen3-embedding:0.6b", task, ""],
    ["Qwen/Qwen3-Embedding-8B", task, ""],
    ["Alibaba-NLP/gte-Qwen2-7B-instruct", `${task} `, ""],
    ["google/embeddinggemma-300m", "task: search result | query: ", "title: none | text: "],
    ...["text-embedding-3-small", "BAAI/bge-m3", "all-minilm", "sentence-transformers/all-MiniLM-L6-v2"].map(
      (model): [string, string, string] => [model, "", ""],
    ),
    ...["thenlper/gte-base", "granite-embedding:30m", "type5-embedder", "e5/other"].map(
      (model): [string, string, string] => [model, "", ""],
    ),
  ])("%s", (model, query, document) => {
    expect(prefixesOf({ model })).toEqual({ query, document });
  });
});

test("what stands before documents is part of the name of their space, and can be read there", () => {
  const url = new URL("http://host:1/v1");
  for (const document of ["", "passage: ", 'a "quoted" \\ one\n', "文："]) {
    const name = spaceName({ model: 'm@x/1 "y"', url, prefixes: { query: "not here", document } }, 8);
    expect(parseSpace(name)).toEqual({ model: 'm@x/1 "y"', host: "host:1", dimensions: 8, documentPrefix: document });
    expect(name).not.toContain("not here");
  }
  expect(parseSpace("builtin/all-MiniLM-L6-v2@7c823ab33028")).toBeUndefined();
});

describe("an endpoint", () => {
  let server: OpenaiServer;
  let url: string;
  let embedder: QueuedEmbedder | undefined;
  const inputs = () => server.seen.map(({ input }) => input);

  beforeEach(async () => {
    server = new OpenaiServer(toy);
    url = await server.listen();
  });
  afterEach(async () => {
    await embedder?.close();
    await server.close();
  });

  async function make(more: Partial<OpenaiConfig> = {}): Promise<QueuedEmbedder> {
    embedder = await createEmbedder({ kind: "openai", url, model: "e5-small-v2", dimensions: 2, ...more });
    return embedder;
  }

  test("is sent what its model expects before each text, by what the text is", async () => {
    const { embed, fingerprint } = bound(await make());
    await embed(["asked"], { role: "query" });
    await embed(["stored"]);
    await embed(["like another"], { role: "document", urgent: true });
    expect(inputs()).toEqual([["query: asked"], ["passage: stored"], ["passage: like another"]]);
    expect(fingerprint).toBe(`openai/e5-small-v2@${new URL(url).host}/2 "passage: "`);
  });

  test("is sent what the settings say instead, each of the two by itself", async () => {
    const { embed, fingerprint } = bound(await make({ queryPrefix: "Q\n", documentPrefix: "" }));
    await embed(["asked"], { role: "query" });
    await embed(["stored"]);
    expect(inputs()).toEqual([["Q\nasked"], ["stored"]]);
    expect(fingerprint).toBe(`openai/e5-small-v2@${new URL(url).host}/2`);
    const { embed: other } = bound(await make({ queryPrefix: "" }));
    await other(["asked"], { role: "query" });
    await other(["stored"]);
    expect(inputs().slice(2)).toEqual([["asked"], ["passage: stored"]]);
  });

  test("is sent the prefix within 8,000 bytes, before a full stop for a blank text, and before each half of a refused one", async () => {
    const embedder = await make();
    await embedder.embed(["語".repeat(10_000), " \n"]);
    expect(inputs()[0]).toEqual([`passage: ${"語".repeat(2_663)}`, "passage: ."]);
    const follow: Reply = (response, request) => {
      server.replies.push(follow);
      if (request.input[0]!.length > 600) return sendStatus(413)(response, request);
      sendVectors(response, [Float32Array.of(1, 0)]);
    };
    server.replies.push(follow);
    await embedder.embed(["x".repeat(1_100)]);
    expect(inputs().at(-1)).toEqual([`passage: ${"x".repeat(545)}`]);
  });

  test("made no vector that is stored of what was asked, unless both are sent alike", async () => {
    const embedder = await make();
    await embedder.embed(["The ferry leaves at nine."], { role: "query" });
    expect(embedder.known("The ferry leaves at nine.")).toBeUndefined();
    const [vector] = await embedder.embed(["The ferry leaves at nine."], { urgent: true });
    expect(embedder.known("The ferry leaves at nine.")).toEqual(vector);
    const plain = await make({ model: "m" });
    await plain.embed(["The ferry leaves at nine."], { role: "query" });
    expect(plain.known("The ferry leaves at nine.")).toBeDefined();
  });

  test("is asked for the likeness of unrelated texts both ways, and once where both are sent alike", async () => {
    // A direction that all documents share, and another one that queries share.
    const embed = async (texts: string[]) =>
      texts.map((text) => {
        const [, prefix = "", said = ""] = /^(query: |passage: |)(.*)$/u.exec(text)!;
        const [vector] = [Float32Array.of(...wordVectorOf(said), 0, 0)];
        const share = { "query: ": [0.2, 0.9], "passage: ": [0.8, 0], "": [0.5, 0] }[prefix]!;
        vector[32] = share[0]!;
        vector[33] = share[1]!;
        return vector;
      });
    await server.close();
    server = new OpenaiServer({ ...toy, dimensions: 34, embed });
    url = await server.listen();
    const { query, document } = await (await make({ dimensions: 34 })).unrelated();
    expect(server.seen).toHaveLength(2);
    expect(document).toBeGreaterThan(query + 0.2);
    const plain = await (await make({ dimensions: 34, model: "m" })).unrelated();
    expect(server.seen).toHaveLength(3);
    expect(plain.query).toBeCloseTo(plain.document, 6);
  });
});

const wordVectorOf = (text: string): Float32Array => wordSpace.known(text)!;

const bound = (embedder: QueuedEmbedder) => ({
  fingerprint: embedder.fingerprint,
  embed: embedder.embed.bind(embedder),
});
