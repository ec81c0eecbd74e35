import { beginsWith, nothingSaid, saidByUser, type Client, type Said } from "../client.ts";

/** Requests that refine an answer, or make a question of a conversation: what the user asks is asked by another. */
const ownRequests = [
  "The original query is as follows: ",
  "You are an expert Q&A system that strictly operates in two modes when refining existing answers:\n",
  "Given a conversation (between Human and Assistant) and a follow up message from Human, rewrite the message to be a",
  "Given the following conversation between a user and an AI assistant and a follow up question from user,\n",
];
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

/** LlamaIndex 0.14.25 (`core/prompts`, `core/chat_engine`, `core/agent/react`). */
export const llamaIndex: Client = {
  classOf({ count, first }) {
    const text = first[0] ?? "";
    const isOwn = count === 1 && beginsWith(text, ownRequests) && refined.some((words) => text.includes(words));
    return isOwn ? "auxiliary" : undefined;
  },
  saidUnder(system) {
    const isAgent = beginsWith(system, [agent]);
    return (text) => (isAgent && text.startsWith(observation) ? nothingSaid : askedIn(text));
  },
};

function askedIn(text: string): Said | undefined {
  if (!beginsWith(text, contextHeads)) return undefined;
  const end = text.lastIndexOf(contextEnd);
  const query = end < 0 ? -1 : text.indexOf(queryHead, end);
  return query < 0 ? undefined : saidByUser(text.slice(query + queryHead.length).replace(answerHead, ""));
}
