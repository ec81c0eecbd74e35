import { adjectives, anyProse, namesOwn, textWork, times, wanting, work } from "./introduces.ts";

/** Whether a line asks for something to be done with the text above it, which is then not its author's word. */

const anyText = `(?:${anyProse}|code|log|logs|output|recipe|lyrics|snippet|review|comment|sentence|lines|draft|words|everything|all)`;
/** "The old mail above", "the above text", "everything that I pasted above". */
const textAbove = `(?:(?:(?:the|this|that|these|those) ${adjectives})?${anyText} (?:that )?(?:(?:is|stands|i) )?(?:(?:copied|pasted|quoted) )?above|the above ${anyText})\\b`;
const inIt = "(?:(?:the |any |all )?\\p{L}+ (?:in|of) )?";
/** "Fix the above issues" is of what is no text. */
const ends = "(?=$|[.,!?;:]| (?:for|in|into|to|please|so|and|by|with|using|as)\\b)";
/** What makes another text of it: "sum up", "give me a summary of", "list the main points of". */
const remake =
  "(?:sum up|condense|convert|turn|reformat|(?:give|write|make|send) (?:me |us )?an? (?:\\p{L}+ )?(?:summary|translation|outline|version) of|(?:list|extract|find|highlight) (?:\\p{L}+ ){1,3}(?:of|in|from))";
/** "Translate the above"; what is explained or fixed may be a rule of one's own: "Explain the above rule to Ben". */
const worksOnAbove = new RegExp(
  `${wanting}(?<work>${work}|${remake}) ${inIt}(?:${textAbove}|(?:all of )?the above${ends})`,
  "iu",
);
const worksOnText = new RegExp(`^${textWork}$`, "iu");
/** "Read the text above", "write a reply to the mail above"; but not "Follow the above". */
const turnsTo = new RegExp(
  `${wanting}(?:read|check|review|study|skim|scan|see|look (?:at|through|over)|(?:have|take) a look at|go (?:through|over)|(?:reply|respond) to|answer|(?:write|draft) (?:me )?an? (?:reply|response|answer) to|tell me (?:\\p{L}+ ){1,4}?in) ${inIt}${textAbove}`,
  "iu",
);
const tellsOf = new RegExp(`${wanting}(?:tell me|let me know) (?:what|who|whether|if) ${textAbove}`, "iu");
const asksOf = new RegExp(`\\b${textAbove}|\\bwhat (?:does|is|do you (?:make|think) of) the above\\b`, "iu");
/** Who asks so makes sure of what they said themselves: "Did you get the message above?" */
const heeding = /\b(?:got|get|understand|understood|clear|follow|obey|apply|remember|keep|heed|noted|stick)\b/iu;

export const pointsAbove = (line: string): boolean =>
  /\babove\b/iu.test(line) && line.split(/(?<=[.!?])\s+/u).some(asksForAbove);

function asksForAbove(sentence: string): boolean {
  if (times.test(sentence)) return false;
  const worked = worksOnAbove.exec(sentence);
  if (worked) return worksOnText.test(worked.groups!["work"]!) || !namesOwn(sentence);
  if (namesOwn(sentence) || heeding.test(sentence)) return false;
  return turnsTo.test(sentence) || tellsOf.test(sentence) || (sentence.endsWith("?") && asksOf.test(sentence));
}

/** "---", "===": a line that parts a text from what is asked about it. */
export const isDivider = (line: string): boolean => /^(?:-{3,}|={3,}|_{3,}|\*{3,})$/u.test(line);
