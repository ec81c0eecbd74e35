import { beginsWith, behind, nothingSaid, saidByUser, type Client } from "../../client.ts";

const refused = "The following generated JSON does not conform to the provided schema.\nGenerated JSON: ";
const refusedEnd = "Don't use any markdown and don't add any comment.";
const gradeHead = "Instructions:\n";
const gradeWords = [
  "\n\nGenerate the response in JSON format with the following keys:\n",
  "\nConsider the instructions and the examples below to determine those values.\n\nExamples:\n",
];

/** Haystack 3.4.1: answers that do not fit (`validators/json_schema.py`), and grades (`evaluators/llm_evaluator.py`). */
export const haystack: Client = {
  classOf({ count, first: [text = ""] }) {
    const isGrade = beginsWith(text, [gradeHead]) && gradeWords.every((words) => text.includes(words));
    return count === 1 && isGrade ? "auxiliary" : undefined;
  },
  saidIn(text) {
    if (!beginsWith(text, [refused])) return undefined;
    const end = behind(text, refusedEnd, 0);
    return end < 0 ? nothingSaid : saidByUser(text.slice(end));
  },
};
