import { wordSet } from "./word-set.ts";

/** Whether a line announces a text that is not its author's word. */

const documents = wordSet(
  `log logs output error message mail email letter text note article page post thread readme docs documentation document snippet
   code function docstring policy terms paragraph passage quote excerpt transcript ticket description draft poem lyrics
   recipe review comment config diff trace stacktrace leaflet sign reads states following below tool result results search file content contents
   explain translate summarise summarize proofread correct rewrite shorten fix debug analyse analyze format`,
);
/** Prose, which is pasted rather than attached. */
const proses = wordSet(
  "message mail email letter text note article page post thread document paragraph passage quote excerpt transcript policy poem",
);
const proseOrSite = new Set([...proses, ...wordSet("webpage website")]);
const own = wordSet("rule rules preference preferences convention conventions guideline guidelines wishes style");
const saying = wordSet("says said wrote writes returned returns replied");
const cases = wordSet("for when whenever if before after while every");
const places = wordSet("in on with about regarding");
const definite = wordSet("this that these the following below attached");
/** What is handed over with the line itself: "the page" may be any. */
const pointing = wordSet("this these following below attached");
/** They say when something is to be done, each time or another time: not of what stands below. */
export const times = /\b(?:before|after|when|whenever|while|once|until|till|every|each|next time|from now on)\b/iu;

const wordsOf = (line: string): readonly string[] => line.toLowerCase().match(/\p{L}+/gu) ?? [];

/** "Rules", "my preferences": what is its author's. */
export const namesOwn = (text: string): boolean => wordsOf(text).some((word) => own.has(word));

/** "tool_result", "search results", "observation". */
export function namesResult(text: string): boolean {
  const words = wordsOf(text);
  if (words.length === 1 && words[0] === "observation") return true;
  return words.some((word) => source.has(word)) && words.some((word) => given.has(word));
}

/** Where behind the mark of a result that a line begins with the result does: "[tool_result] ...", "Observation: ..."; else -1. */
export function resultFrom(line: string): number {
  const [mark = "", bracketed, step] = /^\s*(?:\[([^[\]]{1,40})\]|(observation)(?: \d+)?:)/iu.exec(line) ?? [];
  if (namesResult(bracketed ?? step ?? "")) return mark.length;
  const isHeading = /^\s*(?:#{1,6}\s|\*\*|={2,}|-{2,})/u.test(line) && line.length <= introMax;
  return isHeading && namesResult(line) && wordsOf(line).length <= headingMax ? line.length : -1;
}

/** "## Search results"; not "## How to sort search results". */
const headingMax = 3;

/** A line that ends in a colon: "Here's the log:", "The tool returned:"; but not "My rules:", "For all mails:" or "About me:". */
export function introducesForeign(line: string): boolean {
  if (worksOnThing.test(line) || worksOnThis.test(line)) return true;
  const words = wordsOf(line);
  const isDefinite = words.slice(1, 3).some((word) => definite.has(word));
  if (cases.has(words[0] ?? "") && !isDefinite) return false;
  if (words.some((word, at) => saying.has(word) && !["i", "we"].includes(words[at - 1] ?? ""))) return true;
  if (places.has(words[0] ?? "") && !isDefinite) return false;
  return words.some((word) => documents.has(word)) && !namesOwn(line) && !/\babout (?:me|my|us)\b/iu.test(line);
}

/** What is done to a text alone; the rest may be to what was spoken of: "Explain this to juniors too". */
export const textWork = "(?:translate|proofread|summari[sz]e|rephrase|paraphrase)";
export const work = `(?:${textWork}|rewrite|shorten|correct|fix|polish|explain|analy[sz]e)`;
const politely =
  "(?:^|[.!?]\\s+)(?:(?:hi|hey|ok|okay|please|now|just|also|then|and),? )*(?:(?:can|could|would|will) you (?:please )?|help me (?:to )?)?";
/** "Summarise these rules": what is to be worked on, whatever it is. */
const worksOnThing = new RegExp(`${politely}${work} (?:this|that|these|those|the|my|our|following|below)\\b`, "iu");
export const wanting = `${politely}(?:i (?:want|need|would like) you to )?`;
const these = "(?:this|these|the following)";
const worksOnThis = new RegExp(`${wanting}${work} ${these}\\b`, "iu");
const worksOnText = new RegExp(`${textWork} ${these}$`, "iu");
const looksAt = new RegExp(
  `${wanting}(?:read|check|review|study|skim|scan|see|look (?:at|through|over)|(?:have|take) a look at|go (?:through|over)|tell me|let me know)\\b`,
  "iu",
);
export const anyProse = `(?:${[...proseOrSite].join("|")})s?`;
const anySource = `(?:${anyProse}|web|internet|site|forum|blog|wiki|wikipedia|reddit|github|book|paper|pdf|file|docs|documentation|readme|repo|repository|chat|newsletter)`;
const taken = "(?:copied|pasted|found|got|grabbed|lifted)";
const from = "(?:from|off) (?!(?:my|our)\\b)";
export const adjectives = "(?:(?!(?:by|via|in|on|with|who|for|of|and|to|from) )[\\p{L}'’]+ ){0,2}";
/** What stands before a noun, where anything does: "an old", "the team's". */
const phrase = `(?:(?:the|an?|some|this|that|these|those|another|\\p{L}+['’]s) ${adjectives})?`;
/** Behind "fix this": the sentence's end, or the prose that it is. */
const endsOrProse = new RegExp(`^(?:(?:,? (?:please|for me))*(?:[.!?:]|$)| ${adjectives}${anyProse}\\b)`, "iu");
/** "I copied this from a web page", "I got this mail from Sam"; but not "I got this from Sam", "I found this in Rome". */
const bringsIn = new RegExp(
  `\\b(?:${taken} ${these}|this (?:is|was) (?:copied|pasted|taken)) ${from}${phrase}${anySource}\\b|\\b(?:${taken} ${these} ${anyProse}|this ${anyProse} (?:is|was) (?:copied|pasted|taken)) ${from}`,
  "iu",
);
/** "Below is a page", "I pasted the page below"; but not "I copied the file to the page below". */
const saysBelow = new RegExp(
  `^below (?:is|are) ${phrase}${anyProse}\\b|\\b(?:copied|pasted) ${phrase}${anyProse} below\\b`,
  "iu",
);
const handsOver = new RegExp(`(?:${politely}${work}|${wanting}${work} ${these})\\b[^.!?:\\n]{0,120}:(?=\\s|$)`, "iu");
/** How something is to be done, and nothing that it is done to. */
const manner = /\b(?:like|way|how|style|rules?|as follows)\b[^:]*:$/iu;
const source = wordSet("tool search function command query api page site website server agent bot");
const given = wordSet("result results output response returned returns replied said says");
/** A colon that is farther on ends no announcement. */
const introMax = 120;

/** Where in a line somebody else's words begin: "Translate into French: ...", "Web search result: ..."; -1 where none do. */
export function foreignFrom(line: string): number {
  const handed = handsOver.exec(line);
  if (handed && !manner.test(handed[0])) return handed.index + handed[0].length;
  const colon = line.slice(0, introMax).indexOf(": ");
  const words = wordsOf(line.slice(0, Math.max(0, colon)));
  if (cases.has(words[0] ?? "") || places.has(words[0] ?? "")) return -1;
  return namesResult(line.slice(0, Math.max(0, colon))) ? colon + 1 : -1;
}

/**
 * A line without a colon, before a blank line or a salutation: "Can you summarise this email?", "Translate this",
 * "What do you make of this letter?", "Tell me what the page below is about", "I copied this from a web page". What is said
 * behind a line is lost where it only seems to point there, so that one in doubt points nowhere: "the page" may be any.
 */
export function pointsBelow(line: string): boolean {
  if (bringsIn.test(line) || saysBelow.test(line)) return true;
  const isQuestion = line.endsWith("?");
  if (isQuestion && names(wordsOf(line), pointing, proses)) return true;
  return line.split(/(?<=[.!?])\s+/u).some((sentence) => worksBelow(sentence) || handsIn(sentence, isQuestion));
}

/** "Fix this", "Fix this mail", "Translate this into French"; but not "Fix this before Friday". */
function worksBelow(sentence: string): boolean {
  const [asked] = worksOnThis.exec(sentence) ?? [];
  if (asked === undefined) return false;
  const rest = sentence.slice(sentence.indexOf(asked) + asked.length);
  return !times.test(rest) && (worksOnText.test(asked) || endsOrProse.test(rest));
}

/** "Look at this page", "What is the text below about?"; but not "Check this page before you answer". */
function handsIn(sentence: string, isQuestion: boolean): boolean {
  const asked = looksAt.exec(sentence);
  if (!asked && !isQuestion) return false;
  const rest = sentence.slice(asked?.[0].length);
  if (times.test(rest)) return false;
  const words = wordsOf(rest);
  return (
    names(words, pointing, proseOrSite) || words.some((word, at) => proseOrSite.has(word) && words[at + 1] === "below")
  );
}

/** Whether a prose is named by a word up to three before it: "this long mail". */
const names = (words: readonly string[], by: ReadonlySet<string>, what: ReadonlySet<string>): boolean =>
  words.some((word, at) => by.has(word) && words.slice(at + 1, at + 4).some((each) => what.has(each)));

/** "Hi Sam,", "Dear all,". */
export const isSalutation = (line: string): boolean =>
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening))(?: [\p{L}.]+){1,4}[,!:]?$/iu.test(line);

/** "Dear customer," below other lines: a letter begins. */
export const beginsLetter = (line: string): boolean => line.startsWith("Dear ") && isSalutation(line);

const header = /^(?:from|to|cc|bcc|subject|date|sent|reply-to):\s*\S/iu;

/** Two lines of a mail's head, of which one says from whom or about what it is. */
export const isMailHead = (line: string, next: string): boolean =>
  header.test(line) && header.test(next) && (/^(?:from|subject):/iu.test(line) || /^(?:from|subject):/iu.test(next));

/** "---------- Forwarded message ---------". */
export const isForwarding = (line: string): boolean => /^-{2,}\s*(?:original|forwarded) message/iu.test(line);
