import { matchAt, has, phrases } from "../text/match.ts";
import { wordAt, type Word } from "../text/word.ts";
import { wordSet } from "../../language/word-set.ts";
import { modals } from "../words/classes.ts";
import { baseOfParticiple } from "../words/verbs.ts";

/** What looks like a rule and is none. */

const idioms = phrases(`
  never mind
  feel free
  do not even? get me
  enough of that|this|it
  keep|bear|have that|this|it in mind
  think of that|this|it
  mind that|this
  never say never
  never you mind
  never again
  never better
  never a dull|truer|bad|good|problem
  never in my
  never trust an atom
  do not mention it
  do not worry
  do not you worry
  do not stop me now
  do not be silly|sorry|shy|mad|angry|offended|funny
  do not know|think|care|believe|understand|remember|see|feel|have|need|get
  do not hold your breath
  do not look at me
  do not you think|know|love|hate|agree
  do not take it personally
  do not laugh
  do not bother with|to|about|him|her|them|trying
  do not tell anyone|anybody but
  do not let that|it
  no need|idea|doubt|wonder|worries|problem|rush|hurry|way|thanks|thank|matter|longer|big|such
  always the
  never change
  do not let me keep|stop|down
  do not be a stranger
  always look on the bright
  go easy on me
  stay away from me
  always a pleasure|joy|treat|good|nice
  you must be|say|admit|know|have|see|feel|think|remember|hear|mean
  you should see|have|hear|know|be|try
  you have to|got admit|see|hear|understand|love|laugh|hand|be|say|know|remember|wonder|agree|give it|him|her|them
  you can not|never|ever beat|fault|know|imagine|believe|win|go|blame|make|have|please|trust|be|tell|expect|argue|help|always|miss
  you never know|can|told|said|were|had|really|seem|stop|fail|listen
  i must say|admit|confess
  if only
  keep going
  keep calm|fit|well|smiling|cool|up
  keep it up
  stop it|that|kidding|laughing|joking
  long time no
  may they|he|she|it|you
  `);
/** What friends tell one another, and nothing behind it: "never forget your licence header" is a rule. */
const cheers = phrases(`
  never give up
  do not ever? give up
  never give up on yourself
  never give up on your dreams|dream|goals
  never quit
  do not ever? quit
  never stop dreaming|believing|smiling|shining
  do not ever? stop dreaming|believing|smiling|shining
  never lose hope|heart|faith
  do not ever? lose hope|heart|faith
  never lose sight of your dreams|dream|goals|goal|worth
  never forget your dreams|worth|roots
  never forget how awesome|amazing|strong|great|brave|loved|special|far you are
  never forget how far you have come
  never look back
  do not let anything|anyone|anybody|them|him|her|fear|doubt stop|discourage you|us
  do not let it|them|him|her get you down
  do not let it|them|him|her get to you
  stay strong|positive|motivated|safe|healthy|hopeful|hydrated
  believe in yourself
  take care
  take care of yourself
  follow your heart|dreams|dream|passion|gut
  keep at it
  keep pushing|fighting|shining|dreaming|believing|smiling
  take it one|a day|step at a time
  `);
const reporting = wordSet(
  `says said saying thinks thought told tells claims claimed reckons reckoned insists insisted swore swears argues argued believes
   believed announced explained recommends advises advised warns warned preaches preached mentioned according rule`,
);
/** They report before one of the second. */
const maybeReporting = wordSet(
  "suggests suggested wrote writes states stated asks asked wants wanted demands demanded decided requires required recommended",
);
const bareReporting = wordSet("say think tell claim reckon suggest argue believe recommend advise insist");
const tellers = wordSet("they people who some many others police parents");
const complements = wordSet(
  "that one a an my our to us me him her them i we you they he she it the everyone everybody people all “” never always no",
);
const ownVoice = wordSet("i we you");
const past = phrases(`
  used to
  back then
  in those days
  in the old days
  for years
  at the time
  years ago
  when i|we was|were
  had to
  i|we never|always told|said|asked|wanted|had|did|got|went|thought|was|were
  `);
const supposing = phrases(`
  if i|we|he|she|it|they|this were|was|had
  if only i|we|you|he|she|it|they|people|somebody|someone|everybody|everyone|the|my|our
  imagine
  suppose
  i wish
  `);
/** "I wish to have it in writing", "I wish you would stop": it is asked for. */
const wished = phrases("i wish to\ni wish you would|will|could");

/** "If you have any questions, ask." */
export const isOffer = (words: readonly Word[], lead: readonly Word[]): boolean =>
  words.length <= 3 &&
  ["have", "need", "want", "like"].includes(wordAt(lead, 2)) &&
  lead[0]?.word === "if" &&
  ["ask", "tell", "let", "call", "shout", "write", "say"].includes(words[0]!.word);

export const isIdiom = (words: readonly Word[]): boolean => matchAt(words, 0, idioms) !== undefined;

/** "Never give up, you've got this!" */
export function isCheer(words: readonly Word[]): boolean {
  const end = matchAt(words, 0, cheers)?.to;
  return end !== undefined && (end === words.length || words[end]!.kind === "mark");
}

export const isPastForm = (words: readonly Word[]): boolean =>
  has(words, past) || words.some((_, at) => isPerfect(words, at));

/** "must have been": a guess or a regret. */
function isPerfect(words: readonly Word[], at: number): boolean {
  const [modal, have, verb] = [words[at]!.word, words[at + 1]?.word, wordAt(words, at + 2)];
  return have === "have" && modals.has(modal) && (baseOfParticiple(verb) !== undefined || /[^e]ed$/u.test(verb));
}

export const isSupposed = (words: readonly Word[]): boolean => has(words, supposing) && !has(words, wished);

/** "Whatever the linter says": behind one of these, nothing that anybody says matters. */
const universal = wordSet("whatever whoever whichever however");

/** Whether a clause tells what somebody else says or wants. "I told you" is the user's own word. */
export function isReport(all: readonly Word[]): boolean {
  const any = all.findIndex(({ word }) => universal.has(word));
  const words = any < 0 ? all : all.slice(0, any);
  return words.some(({ word }, at) => {
    const next = wordAt(words, at + 1);
    const before = wordAt(words, at - 1);
    const plainly =
      bareReporting.has(word) &&
      (tellers.has(before) || (before.endsWith("s") && !before.endsWith("ss") && before !== "always"));
    if (!reporting.has(word) && !((plainly || maybeReporting.has(word)) && complements.has(next))) return false;
    if (["be", "is", "are", "been", "being", "than"].includes(wordAt(words, at - 1))) return false;
    if (word === "rule") return words[0]?.word === "there";
    if (word === "according") return words[at + 1]?.word === "to";
    const subject = words.slice(Math.max(0, at - 3), at).map((each) => each.word);
    if (subject.some((each) => ownVoice.has(each))) return subject.includes("never") || subject.includes("was");
    return at > 0 && !["to", "and", "not", "should", "must", "could", "would"].includes(words[at - 1]!.word);
  });
}
