import { readFileSync } from "node:fs";

/** One utterance: where it was said, and what is stored of it. */
export type Turn = { id: string; sessionId: string; role: "user" | "assistant"; content: string };
/** A question and the ids of the turns that answer it: at least one. */
export type Question = { text: string; category: number; gold: string[] };
export type Conversation = { name: string; turns: Turn[]; questions: Question[] };

/** The parts of LoCoMo's file that are read (A. Maharana et al., 2024); a session is `session_1` and so on. */
type RawTurn = { speaker: string; dia_id: string; text: string; blip_caption?: string };
type RawQuestion = { question: string; category: number; evidence?: string[] };
type RawConversation = {
  sample_id: string;
  conversation: { speaker_a: string } & Record<string, string | RawTurn[]>;
  qa: RawQuestion[];
};

export const categories: Record<number, string> = {
  1: "multi-hop",
  2: "temporal",
  3: "open-domain",
  4: "single-hop",
  5: "adversarial",
};

export const readLocomo = (path: string): Conversation[] => readRaw(path).map(conversationOf);

/** What is said in all conversations, as it was typed: friends talk with each other. */
export const readTalk = (path: string): string[] =>
  readRaw(path).flatMap(({ conversation }) =>
    sessionsOf(conversation).flatMap(([, said]) => said.map(({ text }) => text)),
  );

function readRaw(path: string): RawConversation[] {
  // The file is the benchmark's own; another one fails at its first missing member.
  return JSON.parse(readFileSync(path, "utf8")) as RawConversation[];
}

function sessionsOf(conversation: RawConversation["conversation"]): [string, RawTurn[]][] {
  return Object.entries(conversation).filter((entry): entry is [string, RawTurn[]] => Array.isArray(entry[1]));
}

function conversationOf({ sample_id: name, conversation, qa }: RawConversation): Conversation {
  const turns: Turn[] = [];
  const sessions = sessionsOf(conversation);
  const numberOf = (sessionId: string) => Number(sessionId.split("_")[1]);
  for (const [sessionId, said] of sessions.sort(([one], [other]) => numberOf(one) - numberOf(other))) {
    for (const { speaker, dia_id: id, text, blip_caption: caption } of said) {
      const role = speaker === conversation.speaker_a ? "user" : "assistant";
      turns.push({ id, sessionId, role, content: `${speaker}: ${text}${caption ? ` ${caption}` : ""}` });
    }
  }
  const ids = new Set(turns.map(({ id }) => id));
  const questions = qa.map(({ question, category, evidence = [] }) => {
    // Some evidence names several turns in one string, and some turns that do not exist.
    const named = evidence.flatMap((entry) => entry.match(/D\d+:\d+/g) ?? []);
    return { text: question, category, gold: [...new Set(named)].filter((id) => ids.has(id)) };
  });
  return { name, turns, questions: questions.filter(({ gold }) => gold.length > 0) };
}
