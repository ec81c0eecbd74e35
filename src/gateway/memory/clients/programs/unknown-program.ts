import { isBlank } from "../../../../memory/text.ts";
import { saidByAgent, type Client } from "../client.ts";

const histories = /^<(chat_history|conversation_history)>\s*$/mu;

/** A sentence that asks for the title or the summary of a conversation: how it begins, what it asks for, and of what. */
const beginningLength = 600;
const sentence = /[^.!?:\n]{1,300}/gu;
const asks =
  /^\W*(?:(?:please|now|briefly|you (?:will|must|should)|your task is to|you are asked to)\W* |(?:based on|given) [^,]{1,80}, (?:please )?)?(?:analyze|compose|craft|create|draft|generate|give|make|produce|provide|reply|return|suggest|summari[sz]e|write)\b/iu;
const thing =
  /\bsummari[sz]e\b|\b(?:title|summary|summari[sz]ation)\b(?=\W*$| ?[,(]| (?:about|based|by|for|in|of|that|to|using|with)\b)/iu;
const ofConversation =
  /\b(?:above|an?|below|concise|entire|following|our|partial|previous|short|the|this|whole)\s(?:ai |chat )?(?:chat|conversation|dialog(?:ue)?|discussion|session)(?: history| summary| title)?(?=\W*$|[,;)*"]| (?:about|above|and|based|below|between|briefly|by|concisely|for|in|into|so far|that|to|using|which|with)\b)/iu;

/** System texts of programs that ask for nothing else. */
const titleRole =
  /^\W*you\b[^.\n]{0,80}?\b(?:are an? (?:chat |conversation |session )?title generator\b|(?:craft(?:s|ing)?|creat(?:es?|ing)|generat(?:es?|ing)|writes?) [^.\n]{0,60}?(?:(?:chat|conversation|session) titles?\b|\btitles?(?: less than [^,.\n]{1,20})? (?:based on|for|of) [^,.\n]{0,30}\b(?:chat|chatbot|conversation|first message|session)))/iu;
const summaryRole =
  /^\W*you are\b[^.\n]{0,60}\b(?:compacting a conversation|conversation summari[sz]er|summari[sz]ing (?:a |the )?conversations?|summari[sz]es (?:internal )?chat history)\b/iu;

/** System texts of programs that have texts of others read: classified, graded, searched for what they name, translated. */
const readerRole =
  /^\W*you are (?:an? )?(?:[\w-]+,? ){0,5}(?:annotator|classifier|content moderator|extractor|grader|labell?er|sentiment analy[sz]er|tagger)\b|^\W*(?:please )?act as an? [^.\n]{0,40}\b(?:evaluator|grader|judge)\b/iu;
const readerTask =
  /^\W*(?:please |you (?:will|must|should) |your (?:job|task) is to )?(?:(?:categori[sz]e|classify|extract|grade|label|moderate|paraphrase|proofread|score|tag|translate)\b[^.\n]{0,80}\b(?:given|following|provided|the|user['’]s(?!\s(?:[\w-]+ ){0,3}?(?:messages|texts)\b))\s(?:[\w-]+ ){0,3}?(?:answers?|articles?|comments?|documents?|e-?mails?|feedback|inputs?|messages?|passages?|posts?|responses?|reviews?|sentences?|texts?|tickets?|transcripts?|tweets?)\b|(?:analy[sz]e|detect|determine|identify)\b[^.\n]{0,40}\b(?:category|entities|intent|language|sentiment|topic|toxicity)\b)/iu;
/** A model that talks with people may be told to classify what they say, too. */
const talks = /(?<!\b(?:AI|helpful) )\b(?:agent|assistant|(?:chat)?bot|coach|companion|friend|tutor)\b/iu;
const answers =
  /\b(?:and|then)\b[^.\n]{0,60}\b(?:(?:answer|assist|help|reply|respond)\b(?! (?:only|with)\b)|(?:chat (?:to|with)|converse|talk)\b)|\b(?:chats|converses|talks) (?:to|with)\b/iu;

/** How a program shows what its user asks behind what it puts in itself. */
const who = String.raw`(?:the )?(?:customer|human|user|visitor)(?:['’]s)?`;
const userLabel = new RegExp(
  String.raw`\n(?:(?:#{1,6} |\*\*)?${who} (?:query|question|request)|(?:#{1,6} |\*\*)${who} (?:input|message))(?:\*\*)?:`,
  "iu",
);
/** So people paste what others' users say, too, but not behind what only models are told. */
const pastedLabel = new RegExp(String.raw`\n${who} (?:input|message):`, "iu");
const modelRole = /\bYou are (?:an?\b|the\b|[A-Z])|\bYour (?:job|role|task) is\b/u;
const modelOrder = /\bYou (?:must|should|will)\b|(?:^|[.!?] )(?:Answer|Reply|Respond) in\b/mu;

/** What models are told of the form of an answer, and people are not. */
const point = /^(?:\d{1,2}[.)]|[-*•]|#{1,6})\s.*$/gmu;
const form =
  /\b(?:answer|output|reply|respond|return)\b[^.\n]{0,20}\bonly\b|\bonly (?:output|reply|respond|return|the title)\b|\bwithout any (?:explanation|preamble|punctuation|quotes)\b/iu;
const leastLength = 400;

/** Where a program begins to show the conversation: with the name of who speaks, or at once after the sentence. */
const speaker =
  /^(?:ai|assistant|human|user)[^\S\n]{0,5}:|^"?(?:conversation|messages?|transcript)"?[^\S\n]{0,5}:[^\S\n]{0,5}$/imu;
const belowOrQuoted = /^:(?: ?["“]|[^\S\n]{0,5}\n\s{0,20}(?!\d{1,2}[.)]\s|[-*•#])\S)/u;
/** After a colon on its own line, too, where the words are counted, or it is said to follow: people do neither. */
const beforeColon = /[^.!?:\n]{1,300}(?=:\s{0,20}\S)/u;
const ofModels = /\b\d{1,2}[ -]words?\b|\bthe following\b|\bonly (?:output|reply|respond|return)\b/iu;

/** A person who asks for such a thing may state rules beside it that last. What a model must heed stands in points. */
const lasting = /\b(?:from now on|going forward|in (?:the )?future)\b/iu;
/** Compaction: the summary that a program asks for where its conversation grows long. */
const summaryTask = /^\W*(?:your task is to|you are asked to)\b.*\bsummar(?:y|i[sz]e|i[sz]ation)\b.*\bso far\b/isu;
const ofOneself = /\b(?:I|[Mm]y)\b/u;
const lastingInProse = /\b(?:always|never)\b/iu;

/**
 * A program that is not known, such as one whose operator wrote templates of their own: a message that shows a conversation
 * between such tags on lines of their own was put together by it, and so was one that asks for the title or the summary of
 * a conversation as models are asked. So was the only message beside a system text that asks for one, where it tells who
 * speaks, or is long and the model is for nothing else: operators ask assistants for summaries, too. So was one that shows
 * behind something else what "the user" asks. It is kept, and binds nobody. The only message to a model that reads texts of
 * others is one of these: each of a batch is asked about by itself.
 */
export const unknownProgram: Client = {
  classOf({ system, hasTools, count, first }) {
    const isAlone = count === 1 && !hasTools && first.length > 0 && !first.some((text) => lasting.test(text));
    const [role = "", task = ""] = firstSentences(system);
    return isAlone && (reads(role) || (!talks.test(role) && reads(task))) ? "auxiliary" : undefined;
  },
  saidUnder(system, isAlone) {
    const isForIt = isAlone && (titleRole.test(system) || summaryRole.test(system));
    const isAsked = isForIt || (isAlone && firstSentences(system).some(asksForWords));
    const isPrompted = isAlone || !isBlank(system);
    const isOwn = (text: string) =>
      (isForIt && text.length >= leastLength) ||
      (isAsked && speaker.test(text)) ||
      (isPrompted && showsQuestion(text.trimStart())) ||
      showsHistory(text) ||
      isSideRequest(text, isAlone);
    return (text) => (isOwn(text) ? saidByAgent(text) : undefined);
  },
};

function reads(sentence: string): boolean {
  return (readerRole.test(sentence) || readerTask.test(sentence)) && !answers.test(sentence);
}

function showsQuestion(text: string): boolean {
  if (userLabel.test(text)) return true;
  const before = text.slice(0, Math.max(0, text.search(pastedLabel)));
  return (
    modelRole.test(before) ||
    (!ofOneself.test(before) && (modelOrder.test(before) || form.test(before) || isInPoints(before)))
  );
}

function showsHistory(text: string): boolean {
  const opening = histories.exec(text);
  return opening !== null && text.includes(`\n</${opening[1]!}>`, opening.index);
}

/** Beside tools or other turns it must show the conversation, or be told as only models are. */
function isSideRequest(text: string, isAlone: boolean): boolean {
  const [asked = ""] = firstSentences(text);
  if (!asksForWords(asked)) return false;
  const shownAt = placeOfShown(text, asked);
  if (lasting.test(text.slice(0, shownAt))) return false;
  if (shownAt !== undefined) return true;
  if (lastingInProse.test(text.replace(point, ""))) return false;
  const isLong = text.length >= leastLength;
  if (isAlone) return isLong || isInPoints(text) || form.test(text);
  return !ofOneself.test(text) && ((isLong && isInPoints(text)) || summaryTask.test(asked));
}

function isInPoints(text: string): boolean {
  return (text.match(point) ?? []).length > 1;
}

function placeOfShown(text: string, asked: string): number | undefined {
  const behind = text.indexOf(asked) + asked.length;
  if (belowOrQuoted.test(text.slice(behind))) return behind;
  const [before = ""] = beforeColon.exec(text.slice(0, beginningLength)) ?? [];
  return ofModels.test(before) ? text.indexOf(":") : speaker.exec(text)?.index;
}

/** Two: a system text may begin with who the model is. */
function firstSentences(text: string): string[] {
  return text.slice(0, beginningLength).match(sentence)?.slice(0, 2) ?? [];
}

function asksForWords(text: string): boolean {
  return asks.test(text) && thing.test(text) && ofConversation.test(text);
}
