import { wordSet } from "../word-set.ts";

/** The words by which a note about a user is known, and those that change in it. */

/** What notes say that somebody is, wants and does. What a program's user does to it ("clicks", "sees") is none of it. */
const bases =
  wordSet(`want prefer like love enjoy hate dislike detest loathe need require expect insist ask request demand say tell avoid favor
  favour appreciate tolerate wish hope live work own use speak play study teach run drive eat drink cook write code read travel commute train
  practise practice volunteer collect come know learn plan think consider believe find feel tend go get take make keep follow manage lead
  attend suffer struggle value care belong`);
const pasts =
  wordSet(`asked requested instructed told said insisted demanded wanted preferred liked loved hated disliked needed decided moved
  relocated lived worked joined left quit started began stopped bought sold got adopted became grew went visited travelled traveled studied
  graduated married divorced met switched changed turned used owned learned learnt played spoke retired finished lost broke took made mentioned
  stated noted specified expressed shared agreed wondered enjoyed reported planned applied ordered booked hired received won set`);
const auxiliaries: Readonly<Record<string, string>> = {
  is: "am",
  has: "have",
  does: "do",
  was: "was",
  had: "had",
  did: "did",
  would: "would",
  can: "can",
};

const finite = new Set([...Object.keys(auxiliaries), ...pasts, ...[...bases].map(asThird)]);

/** Whether a note may say this of its user: "prefers", "moved", "does". */
export const isSaidOfUser = (word: string): boolean => finite.has(word);

function asThird(base: string): string {
  if (/(?:s|x|ch|sh|z|o)$/u.test(base)) return `${base}es`;
  return /[^aeiou]y$/u.test(base) ? `${base.slice(0, -1)}ies` : `${base}s`;
}

/** A verb of the third person as it is behind "I". */
export function asFirst(verb: string): string {
  if (Object.hasOwn(auxiliaries, verb)) return auxiliaries[verb]!;
  if (!isThird(verb)) return verb;
  if (verb.endsWith("ies")) return `${verb.slice(0, -3)}y`;
  return verb.slice(0, /(?:ss|x|ch|sh|zz|go|do)es$/u.test(verb) ? -2 : -1);
}

export const isThird = (word: string): boolean => /[^s]s$/u.test(word);

/** They stand between a subject and its verb. */
export const adverbs =
  wordSet(`always never also really still currently usually often strongly explicitly generally sometimes just recently now
  typically absolutely clearly normally only rarely specifically repeatedly previously mostly particularly especially longer`);

/** Who says one of these talks to somebody. */
export const talking = wordSet("i me my mine we us our ours you your yours please let's");
