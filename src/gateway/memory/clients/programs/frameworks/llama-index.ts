import { beginsWith, nothingSaid, saidByUser, type Client, type Said } from "../../client.ts";

/** Requests that refine an answer, or make a question of a conversation: what the user asks is asked by another. */
const ownRequests = [
  "The original query is as follows: ",
  "You are an expert Q&A system that strictly operates in two modes when refining existing answers:\n",
  "Given a conversation (between Human and Assistant) and a follow up message from Human, rewrite the message to be a",
  "Given the following conversation between a user and an AI assistant and a follow up question from user,\n",
];
/** What answers are made of, known by how it begins: choices, keywords, facts of texts, other questions, queries, grades. */
const ownPrompts = [
  "Some choices are given below. It is provided in a numbered list (1 to ",
  "A list of documents is shown below. Each document has a number next to it along with a summary of the document.",
  "A question is provided below. Given the question, extract up to ",
  "Some text is provided below. Given the text, extract up to ",
  "Write a summary of the following. Try to use only the information provided. Try to include as many key details as",
  "Please write a passage to answer the question\nTry to include as many key details as possible.\n",
  "Given a user question, and a list of tools, output a list of relevant sub-questions in json markdown that when",
  "Given an input question, first create a syntactically correct ",
  "Given an input question, synthesize a response from the query results.\nQuery: ",
  "Please tell if a given piece of information is supported by the context.\nYou need to answer with either YES or NO.\n",
  "Your task is to evaluate if the response for the query     is in line with the context information provided.\n",
  "Your task is to evaluate if the retrieved context from the document sources are relevant to the query.\n",
  "Your task is to evaluate if the response is relevant to the query.\nThe evaluation should be performed in",
];
const ownSystems = [
  "The following is a conversation between the user and assistant. Write a concise summary about the contents of this",
  "You are an expert evaluation system for a question answering chatbot.",
];
/** What its memory asks behind messages of the conversation. */
const factsAsked = [
  "You are a precise fact extraction system designed to identify key information from conversations.",
  "You are a precise fact condensing system designed to identify key information from conversations.",
];
/** The conversation of an agent whose answer is to fit a schema. */
const conversation = "<current_conversation>\n";
const schemaAsked = "Given the conversation, format the output according to the provided schema.";
const refined = ["\nWe have provided an existing answer: ", "**Rewrite** an original answer", "standalone question"];

const contextHeads = [
  "Context information is below.\n---------------------\n",
  "Context information from multiple sources is below.\n---------------------\n",
];
const contextEnd = "\n---------------------\nGiven the ";
const queryHead = "\nQuery: ";
const answerHead = /\nAnswer:\s*$/u;

/** By which its agents' loop is known, and what tools gave in it. */
const agent =
  "You are designed to help with a variety of tasks, from answering questions to providing summaries to other";
const observation = "Observation: ";

/** LlamaIndex 0.14.25 (`core/`: `prompts`, `chat_engine`, `agent`, `memory`, `evaluation`). */
export const llamaIndex: Client = {
  classOf({ system, count, first, last }) {
    const isOwn =
      beginsWith(system, ownSystems) || beginsWith(last.at(-1) ?? "", factsAsked) || (count === 1 && asksItself(first));
    return isOwn ? "auxiliary" : undefined;
  },
  saidUnder(system) {
    const isAgent = beginsWith(system, [agent]);
    return (text) => (isAgent && text.startsWith(observation) ? nothingSaid : askedIn(text));
  },
};

function asksItself(parts: readonly string[]): boolean {
  const [text = ""] = parts;
  if (beginsWith(text, ownRequests)) return refined.some((words) => text.includes(words));
  if (beginsWith(text, [conversation])) return (parts.at(-1) ?? "").trimEnd().endsWith(schemaAsked);
  return beginsWith(text, ownPrompts);
}

function askedIn(text: string): Said | undefined {
  if (!beginsWith(text, contextHeads)) return undefined;
  const end = text.lastIndexOf(contextEnd);
  const query = end < 0 ? -1 : text.indexOf(queryHead, end);
  return query < 0 ? undefined : saidByUser(text.slice(query + queryHead.length).replace(answerHead, ""));
}
