import { randomFrom, zipfFrom } from "./random.ts";

/**
 * Conversations that behave as real ones do for an index: words by Zipf's law, common ones short, sessions of 20 to 40
 * messages about one topic, topics of very different sizes. The same seed gives the same texts.
 */
export type SyntheticMessage = { role: "user" | "assistant"; session_id: string; content: string };

const generalWords = 20_000;
const topics = 400;
const topicWords = 80;

export function syntheticMessages(count: number, seed = 1): SyntheticMessage[] {
  const say = speaker(seed);
  const messages: SyntheticMessage[] = [];
  for (let session = 0; messages.length < count; session++) {
    const topic = say.topic();
    const length = Math.min(20 + Math.floor(say.random() * 21), count - messages.length);
    for (let i = 0; i < length; i++) {
      const role = i % 2 === 0 ? "user" : "assistant";
      messages.push({
        role,
        session_id: `session-${seed}-${session}`,
        content: say.sentence(topic, wordCount(say.random())),
      });
    }
  }
  return messages;
}

/** Questions about topics, in words of those topics. */
export function syntheticQueries(count: number, seed = 1_001): string[] {
  const say = speaker(seed);
  return Array.from({ length: count }, () => say.sentence(say.topic(), 4 + Math.floor(say.random() * 5)));
}

function speaker(seed: number) {
  const random = randomFrom(seed);
  const topic = zipfFrom(random, topics);
  const general = zipfFrom(random, generalWords);
  const special = zipfFrom(random, topicWords);
  const word = (about: number) => {
    if (random() >= 0.4) return syllables(general());
    return topicWord(random() < 0.85 ? about : topic(), special());
  };
  return {
    random,
    topic,
    sentence: (about: number, words: number) => Array.from({ length: words }, () => word(about)).join(" "),
  };
}

/** 6 to 80, mostly short. */
function wordCount(random: number): number {
  return 6 + Math.floor(74 * random ** 2.5);
}

/** Its first part names the topic: that is how `meaning.ts` knows that two such words are near each other. */
function topicWord(topic: number, rank: number): string {
  return `${syllables(topic)}x${syllables(rank)}`;
}

const consonants = "bdfgklmnprtvz";
const vowels = "aiou";

/** A word for a number, pronounceable, never a stop word and never stemmed. Small numbers give short words. */
function syllables(number: number): string {
  let word = "";
  for (let rest = number + 1; rest > 0; rest = Math.floor(rest / 52)) {
    word += consonants[(rest % 52) >> 2]! + vowels[rest & 3]!;
  }
  return `q${word}`;
}
