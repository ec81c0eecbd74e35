/** What stands before a text that is sent, by what the text is. */
export type Prefixes = { readonly query: string; readonly document: string };

const instruction = "Represent this sentence for searching relevant passages: ";
const task = "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:";

/** What the makers of models tell to put there, by the names of their models; the first that matches counts. */
const families: [name: RegExp, query: string, document: string][] = [
  [/(^|-)e5-.*instruct/u, `${task} `, ""],
  [/(^|-)e5-/u, "query: ", "passage: "],
  [/nomic-embed-text/u, "search_query: ", "search_document: "],
  [/bge-(small|base|large)-zh/u, "为这个句子生成表示以用于检索相关文章：", ""],
  [/bge-(small|base|large)/u, instruction, ""],
  [/mxbai-embed/u, instruction, ""],
  [/arctic-embed(2|-[a-z]+-v2)/u, "query: ", ""],
  [/arctic-embed/u, instruction, ""],
  [/qwen3-embedding/u, task, ""],
  [/gte-qwen2/u, `${task} `, ""],
  [/embeddinggemma/u, "task: search result | query: ", "title: none | text: "],
];

/** Those that are set; else those of the model, if it is known by its name, as `intfloat/e5-small-v2` and `nomic-embed-text:v1.5` are. */
export function prefixesOf({
  model,
  queryPrefix,
  documentPrefix,
}: {
  model: string;
  queryPrefix?: string;
  documentPrefix?: string;
}): Prefixes {
  const [name = ""] = model.toLowerCase().split("/").at(-1)!.split(":");
  const [, query = "", document = ""] = families.find(([pattern]) => pattern.test(name)) ?? [];
  return { query: queryPrefix ?? query, document: documentPrefix ?? document };
}
