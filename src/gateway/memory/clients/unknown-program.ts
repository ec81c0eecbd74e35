import { saidByAgent, type Client } from "./client.ts";

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
  /^\W*you\b[^.\n]{0,80}?\b(?:are an? (?:chat |conversation |session )?title generator\b|(?:craft(?:s|ing)?|creat(?:es?|ing)|generat(?:es?|ing)|writes?) [^.\n]{0,60}?(?:(?:chat|conversation|session) titles?\b|\btitles?\b[^.\n]{0,60}\b(?:chat|conversation|session|first message)))/iu;
const summaryRole =
  /^\W*you are\b[^.\n]{0,60}\b(?:compacting a conversation|conversation summari[sz]er|summari[sz]ing (?:a |the )?conversations?|summari[sz]es (?:internal )?chat history)\b/iu;

/** What models are told of the form of an answer, and people are not. */
const sections = /^(?:\d{1,2}[.)]|[-*•]|#{1,6})\s/gmu;
const form =
  /\b(?:answer|output|reply|respond|return)\b[^.\n]{0,20}\bonly\b|\bonly (?:output|reply|respond|return|the title)\b|\bwithout any (?:explanation|preamble|punctuation|quotes)\b/iu;
const leastLength = 400;

/** What a program shows of the conversation behind the sentence. */
const shown = /^:\s*\S|^(?:ai|assistant|human|user)\s*:|^"?(?:conversation|messages?|transcript)"?\s*:\s*$/imu;

/** A person who asks for such a thing may state rules beside it that last. */
const lasting = /\b(?:from now on|going forward|in (?:the )?future)\b/iu;

/**
 * A program that is not known, such as one whose operator wrote templates of their own: a message that shows a conversation
 * between such tags on lines of their own was put together by it, and so was one that asks for the title or the summary of
 * a conversation as models are asked, or stands beside a system text that does. It is kept, and binds nobody.
 */
export const unknownProgram: Client = {
  saidUnder(system) {
    const isOwn = titleRole.test(system) || summaryRole.test(system) || firstSentences(system).some(asksForWords);
    return (text) => (isOwn || showsHistory(text) || isSideRequest(text) ? saidByAgent(text) : undefined);
  },
};

function showsHistory(text: string): boolean {
  const opening = histories.exec(text);
  return opening !== null && text.includes(`\n</${opening[1]!}>`, opening.index);
}

function isSideRequest(text: string): boolean {
  const [asked = ""] = firstSentences(text);
  if (!asksForWords(asked)) return false;
  const rest = text.slice(text.indexOf(asked) + asked.length);
  // A colon at once behind the sentence, or a line with the name of who speaks.
  if (shown.test(rest)) return true;
  const isLong = text.length >= leastLength || (rest.match(sections) ?? []).length > 1;
  return (isLong || form.test(rest)) && !lasting.test(rest);
}

/** Two: a system text may begin with who the model is. */
function firstSentences(text: string): string[] {
  return text.slice(0, beginningLength).match(sentence)?.slice(0, 2) ?? [];
}

function asksForWords(text: string): boolean {
  return asks.test(text) && thing.test(text) && ofConversation.test(text);
}
