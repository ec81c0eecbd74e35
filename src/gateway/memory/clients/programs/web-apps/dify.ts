import { beginsWith, type Client } from "../../client.ts";

const titleAsked = "You are asked to generate a concise chat title by decomposing the user";

/** It asks for these after the conversation, in one message. */
const questionsAsked =
  /\nPlease help me predict the three most likely questions that human would ask, and keep(?:ing)? each question under 20 characters\./u;
const questionsEnd = "\nquestions:";

/** Dify (dcb033d): `api/core/llm_generator/prompts.py`. */
export const dify: Client = {
  classOf({ count, first: [text = ""] }) {
    if (count !== 1) return undefined;
    const asksQuestions = text.trimEnd().endsWith(questionsEnd) && questionsAsked.test(text);
    return asksQuestions || beginsWith(text, [titleAsked]) ? "auxiliary" : undefined;
  },
};
