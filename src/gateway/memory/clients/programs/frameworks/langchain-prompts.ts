import { beginsWith, behind, saidByAgent, saidByUser, type Client, type Said } from "../../client.ts";

/** How prompts begin into which a program puts a question before the documents. */
const documentsLast = [
  "You are an assistant for question-answering tasks. Use the following pieces of retrieved context to answer the question.",
];
/** The same of a question that comes last. */
const questionLast = [
  "Use the following pieces of context to answer the question at the end.",
  "Use the following pieces of context to answer the user's question.",
  "Answer the question based only on the following context:",
  "Answer the question based only on the following context.",
  "Answer the following question based only on the provided context:",
];
const questionHead = "\nQuestion: ";
const documentsHead = /\n[^\S\n]*Context: /u;
const answerHead = /(?<!\n)\n+(?:Helpful |Final )?Answer:\s*$/u;
const paragraphEnd = /\n[^\S\n]*\n/u;

const loopHead = "Answer the following questions as best you can. You have access to the following tools:\n";
const loopQuestion = "\nBegin!\n\nQuestion: ";
const loopThought = "\nThought:";

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
    if (beginsWith(text, documentsLast)) return askedBefore(text);
    return beginsWith(text, questionLast) ? askedLast(text) : undefined;
  },
};

/** Documents may ask, too: where a question stands elsewhere, or behind it more than its end, all is kept, and binds nobody. */
function askedBefore(text: string): Said {
  const from = behind(text, questionHead, 0);
  const end = text.search(documentsHead);
  return from < 0 || end < from ? saidByAgent(text) : saidByUser(text.slice(from, end).trimEnd());
}

function askedLast(text: string): Said {
  const at = text.lastIndexOf(questionHead);
  const asked = text
    .slice(at + questionHead.length)
    .replace(answerHead, "")
    .trim();
  return at < 0 || paragraphEnd.test(asked) ? saidByAgent(text) : saidByUser(asked);
}

function loopIn(text: string): { asked: string; steps: string[] } | undefined {
  const start = beginsWith(text, [loopHead]) ? behind(text, loopQuestion, 0) : -1;
  if (start < 0) return undefined;
  const [asked = "", ...steps] = text.slice(start).split(loopThought);
  return { asked: asked.trimEnd(), steps };
}
