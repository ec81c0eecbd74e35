import { repairSteps } from "../lasting/correcting.ts";
import { matchAt, phrases } from "../text/match.ts";
import { wordAt, type Word } from "../text/word.ts";
import { prepositions } from "../words/classes.ts";
import { verbs } from "../words/verbs.ts";

const greetings = phrases(`
  ok|okay|oh|ah|well|hey|hi|hello|so|and|but|also|please|just|right|yes|yep|anyway|btw|fyi|seriously|sorry|hmm|honestly|again|finally|lastly|however|then|now|first|second|third|listen|important|reminder|plus|or|alright|frankly|generally|otherwise|instead|afterwards|kindly|thanks|furthermore|additionally|too
  from now|today|here|then|tomorrow on|onwards
  going forward
  henceforth
  as of today|now
  effective immediately
  in future|general|principle
  in the future
  for the future|record
  as a rule
  by the way
  by default
  if you can|could|please
  if possible
  where|when you can
  for what it is worth
  on second thought|thoughts
  actually
  i have changed my mind
  as i said
  as always
  i think|said|mean|repeat that?
  i have said|told it|you? before?
  one thing|note|request|more
  at all times
  good morning|evening
  thank you
  note|remember|mind|know|understand that
  my|our rule|policy is that
  i|we have|set a strict|firm|house? rule|policy that
  `);

/** "Please note that I ...", but not "remember that file". */
const heeded = new Set(["note", "remember", "mind", "know", "understand"]);
const speaking = new Set(["i", "we", "my", "our", "you", "there", "no", "nobody", "never", "nothing"]);

/** A clause from where it says something: behind greetings, courtesies and what only links it to the one before. */
export function withoutOpening(words: readonly Word[]): readonly Word[] {
  let from = 0;
  for (let steps = 0; steps < 8; steps++) {
    while (words[from]?.kind === "mark" || (repairSteps.has(wordAt(words, from)) && words[from + 1]?.kind === "mark"))
      from++;
    if (words[from]?.word === "do" && verbs.has(wordAt(words, from + 1)) && words[from + 1]!.word !== "do") from++;
    const found = from < words.length ? matchAt(words, from, greetings) : undefined;
    if (!found || found.to >= words.length) break;
    if (heeded.has(words[from]!.word) && !speaking.has(words[found.to]!.word)) break;
    if (words[from]!.word === "i" && prepositions.has(words[found.to]!.word)) break;
    from = found.to;
  }
  return words.slice(from);
}
