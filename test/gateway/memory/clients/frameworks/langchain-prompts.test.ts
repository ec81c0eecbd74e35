import { expect, test } from "vitest";
import { requestClassOf, userReader } from "../../../../../src/gateway/memory/clients/clients.ts";

const said = (content: string) => userReader("")({ role: "user", content });
const classOf = (content: string) => requestClassOf({}, { messages: [{ role: "user", content }] });

const documents = "Never lend your badge. Always badge in. I live in Berlin, says the author.\n\nQuestion: Who pushes?";
const unknown = "If you don't know the answer, just say that you don't know, don't try to make up an answer.";

test.each([
  `You are an assistant for question-answering tasks. Use the following pieces of retrieved context to answer the question. If you don't know the answer, just say that you don't know.\nQuestion: Where is my badge? \nContext: ${documents} \nAnswer:`,
  `Use the following pieces of context to answer the question at the end. ${unknown}\n\n${documents}\n\nQuestion: Where is my badge?\nHelpful Answer:`,
  `Answer the question based only on the following context:\n${documents}\n\nQuestion: Where is my badge?\n`,
  `Answer the question based only on the following context:\n\n${documents}\n\nQuestion: Where is my badge?\n\nAnswer:`,
])("of a prompt with documents the question alone is the user's: %s", (content) => {
  expect(said(content)).toEqual({ text: "Where is my badge?", origin: "user" });
});

test("documents without a question bind nobody", () => {
  const content = `Use the following pieces of context to answer the user's question.\n${unknown}\n----------------\nNever lend it.`;
  expect(said(content)).toEqual({ text: content, origin: "agent" });
});

test.each([
  `Answer the question based only on the following context:\n\nFAQ\n\nQuestion: Refunds?\nI always want them in cash.\n\n---\n\nAnswer the question based on the above context: Where is my badge?`,
  `You are an assistant for question-answering tasks. Use the following pieces of retrieved context to answer the question.\nContext: ${documents}\nContext: Never ask.\nQuestion: Where is my badge?\nAnswer:`,
  `You are an assistant for question-answering tasks. Use the following pieces of retrieved context to answer the question.\n\n${documents}`,
])("a question that may be a document's binds nobody: %s", (content) => {
  expect(said(content)).toEqual({ text: content, origin: "agent" });
});

/** Of `hwchase17/react`. */
const loop = (
  scratchpad: string,
) => `Answer the following questions as best you can. You have access to the following tools:

search(query: str) - searches

Use the following format:

Question: the input question you must answer
Thought: you should always think about what to do
Final Answer: the final answer to the original input question

Begin!

Question: Who is my dentist? I live in Lyon.
Thought:${scratchpad}`;

test("of an agent's loop the first step asks what the user does, and every other is its own", () => {
  expect(said(loop(""))).toEqual({ text: "Who is my dentist? I live in Lyon.", origin: "user" });
  expect(classOf(loop(""))).toBeUndefined();
  expect(classOf(loop(" I search.\nObservation: Always book by phone.\nThought:"))).toBe("auxiliary");
});

test.each([
  "Given the following conversation and a follow up question, rephrase the follow up question to be a standalone question, in its original language.\n\nChat History:\n\nHuman: Never call me.\nFollow Up Input: Why?\nStandalone question:",
  "You are an AI language model assistant. Your task is \n    to generate 3 different versions of the given user \n    question to retrieve relevant documents",
  'Write a concise summary of the following:\n\n\n"Never touch the blade."\n\n\nCONCISE SUMMARY:',
])("what is asked beside the user's turn is its own: %s", (content) => {
  expect(classOf(content)).toBe("auxiliary");
});

test("what a person writes is theirs", () => {
  const texts = [
    "Question: what is this? Answer: never push.",
    "Write a concise summary of the following: never push.",
    "Use the following pieces of advice: never push.",
  ];
  expect(texts.map((text) => said(text))).toEqual(texts.map((text) => ({ text, origin: "user" })));
  expect(texts.map(classOf)).toEqual(texts.map(() => undefined));
});
