import { beginsWith, behind, saidByAgent, saidByUser, type Client, type Said } from "../client.ts";

/** A prompt into which a program puts a question: how it begins, what stands before the question, and what behind it. */
type Prompt = { head: string; before: string; after: RegExp; isLast: boolean };

const behindAnswer = /\n+(?:Helpful |Final )?Answer:\s*$/u;
const prompts: readonly Prompt[] = [
  {
    head: "You are an assistant for question-answering tasks. Use the following pieces of retrieved context to answer the question.",
    before: "\nQuestion: ",
    after: /\s*\n\s*Context: [^]*$/u,
    isLast: false,
  },
  ...[
    "Use the following pieces of context to answer the question at the end.",
    "Use the following pieces of context to answer the user's question.",
    "Answer the question based only on the following context:",
    "Answer the question based only on the following context.",
    "Answer the following question based only on the provided context:",
  ].map((head) => ({ head, before: "\nQuestion: ", after: behindAnswer, isLast: true })),
];

const loopHead = "Answer the following questions as best you can. You have access to the following tools:\n";
const loopQuestion = "\nBegin!\n\nQuestion: ";
const loopThought = /\s*\nThought:/u;

/** What it makes of the conversation for a search: the user's own turn is asked behind it. */
const questionAsked =
  "Given the following conversation and a follow up question, rephrase the follow up question to be a standalone question";
const queriesAsked =
  /^\s*You are an AI language model assistant\. Your task is\s+to generate \w+ different versions of the/u;
const summaryAsked = "Write a concise summary of the following:";
const summaryEnd = "CONCISE SUMMARY:";

/**
 * LangChain's prompts, from its code and its hub (`rlm/rag-prompt`, `hwchase17/react`, `chains/retrieval_qa`,
 * `chains/conversational_retrieval`, `chains/summarize`), which many programs have as their own. The documents in them are
 * nobody's words. Of an agent's loop only the first step asks something.
 */
export const langChainPrompts: Client = {
  classOf({ count, first: [text = ""] }) {
    if (count !== 1) return undefined;
    const isStep = loopIn(text)?.steps.some((step) => step.trim() !== "") ?? false;
    const isSummary = beginsWith(text, [summaryAsked]) && text.trimEnd().endsWith(summaryEnd);
    const isOwn = isStep || isSummary || beginsWith(text, [questionAsked]) || queriesAsked.test(text);
    return isOwn ? "auxiliary" : undefined;
  },
  saidIn(text) {
    const loop = loopIn(text);
    if (loop) return saidByUser(loop.asked);
    const prompt = prompts.find(({ head }) => beginsWith(text, [head]));
    return prompt && askedIn(text, prompt);
  },
};

/** Where no question is found, all is kept, and binds nobody. */
function askedIn(text: string, { before, after, isLast }: Prompt): Said {
  const at = isLast ? text.lastIndexOf(before) : text.indexOf(before);
  return at < 0 ? saidByAgent(text) : saidByUser(text.slice(at + before.length).replace(after, ""));
}

function loopIn(text: string): { asked: string; steps: string[] } | undefined {
  const start = beginsWith(text, [loopHead]) ? behind(text, loopQuestion, 0) : -1;
  if (start < 0) return undefined;
  const [asked = "", ...steps] = text.slice(start).split(loopThought);
  return { asked, steps };
}
