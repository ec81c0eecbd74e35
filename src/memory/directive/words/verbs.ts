import { rarer, rarerNouns } from "./more-verbs.ts";
import { irregular } from "../../words/irregular.ts";
import { wordSet } from "../../language/word-set.ts";

/** Base forms of verbs that requests begin with. Those that are nouns as often are in `nounToo`. */
const bases = `abort accept acknowledge act adapt add address adjust admit adopt advise aim align allow alert amend announce annotate answer
  anonymise anonymize apologise apologize append apply appoint approve archive argue arrange ask assert assess assign assume attach attend
  automate avoid back backup bake balance base batch be beat begin behave bill bin blame bleach blend block boil book bother break breathe bring brush
  build bump bundle burn buy cache calculate call cancel capitalise capitalize care carry cast catch change charge chat check choose chop cite
  clarify clean clear click clone close code collect combine come comment commit communicate compare compile complain complete compliment
  compress confirm connect consider consult contact contain contribute convert cook copy correct count cover create criticise criticize
  cross crop cut date deal debug decide declare decline deduct default defer define delay delegate delete deliver depend deploy describe design destroy
  discard disclose discuss dispose disable display disturb dive divide do document double download downplay draft draw dress drink drive drop dry duplicate earn eat
  edit email embed emphasise emphasize empty enable encourage encrypt end enforce enter escalate estimate exaggerate exceed exclude execute
  exercise expand expect explain export expose express extend fall favour feed feel fertilise fetch file fill filter finish fit fix flag flatter
  flush fly focus fold follow force forget format forward freeze fry gather generate get give go greet grill group grow guess guide handle
  hang harvest have hear heat help hesitate hide highlight hire hold hurry identify ignore imagine implement import improve include increase indent
  inform inject insert insist inspect install insult interrupt introduce invent invest invite invoice involve iron judge jump justify
  keep know label land lead lean learn leave lecture lend let lift light limit link list listen load lock log look loosen lose lower mail
  maintain make manage mark match measure memorise mention merge mess microwave migrate mind minify minimise minimize misspell mix mock modify monitor
  moralise move mow mute name narrate negotiate nest note notify number offer omit open optimise optimize order organise organize outline
  overcomplicate overwater override overwrite own pack pad paint paraphrase park parse paste patch pause pay peel perform permit phrase pick pin place
  plan plant play point polish post postpone pour praise preach prefer prefix prepare present preserve press pressure pretend prevent print prioritise prioritize
  process produce promise promote prompt pronounce propose protect prove provide prune publish pull purchase purge push put query question quit quote
  raise read rebase rebook recap recommend record recycle redact reduce refactor refer reference refreeze refund refuse register release
  rely remember remind remove rename render renew rent repeat rephrase replace reply report repost request require rerun reschedule reserve reset
  resolve respect respond restart restate restore restrict retry return reuse reveal revert review revise reward rewrite rinse
  roast roll rotate round route run rush sand save say scale scan schedule scold screen scroll search season seal see seed select sell send
  separate serve set settle share shelve shift ship shorten shout show shut sign silence simplify simmer sing sit sketch skip slice slow smoke snooze soak solve
  sort source speak specify speculate spell spend splice split spoil spray squash stage stand standardise standardize start state stay steam steer stick
  stir stop store stretch structure study style subscribe substitute suggest suit sum summarise summarize supply support suppose swap swear sweeten
  switch tag tailor take talk target teach tease tell test text thank think throw tidy tie title toggle touch track train transfer transform
  translate transpose travel treat trim trust try tune turn type undo uninstall unplug update upgrade upload use validate value vary verify
  version visit volunteer wait wake walk warm warn wash waste watch water wear weed weigh welcome wipe withdraw work worry wrap write yell accompany
  assure borrow capitulate cap cheer circulate coach combine compose condescend confuse contradict curse dilute dim dismiss distract drain elaborate
  enclose ensure entertain evaluate excuse factor fasten flirt gloss hardcode hedge hide hover inline invert joke knead lint localise localize
  manspread marinate narrow nag narrate nitpick nudge obey oil omit overcook overload overpromise oversalt overuse pad patronise patronize pester pin ping prepend prime
  probe profile pump quantify rant reassure recite reconcile refill reheat reorder repot resist rhyme rinse sauté scaffold sharpen sear sift spam sprinkle stash
  stack staple stub subtitle sugarcoat surface swim tap tighten throttle tint top toss transcribe trash unlock underline unsubscribe upsell vacuum vent wrap zip
  assemble bet bid cater condense conjugate dictate drill enrol enroll hyphenate italicise lengthen omit outsource pivot preheat proofread quiz referee rehearse reimburse relocate rest retire
  retweet spoil stream strum syncopate varnish volunteer whisk need find cycle hike commute`;

/** As first words they are nouns or other words at least as often as verbs. */
const nounToo =
  wordSet(`back bill bin book bump bundle cache care cast catch change chat check click clone code comment commit complete copy count cover cut date
   deal default design document double draft drink drive drop dry email end exercise export fall file fill filter fit fix flag fold force format forward
   freeze group guide hang heat help hide import increase iron judge jump label land lead light limit link list load lock log look mail mark
   match measure mention mind name note number offer open order own pack paint park paste patch pause phrase pin place plan plant play point
   polish post praise present press pressure print process produce promise prompt pull purchase query question quote rent repeat reply report request
   reserve reset respect return review reward roast roll round route run rush sand scale screen scroll search season seal seed separate set share
   shelf shift ship show sign silence sketch slice smoke source split stage stand start state stick stop store stretch structure study style
   sum supply support suit swap switch tag target tease test text title top touch track train transfer travel treat trust tune turn type update upgrade
   upload value version visit volunteer wait walk waste watch water wear weed welcome work worry wrap clean clear close correct empty idle lower
   narrow slow tidy warm warn complete secure light own like sound sort factor prime profile surface tap ping pump hedge joke rest stream drill bet bid cap`);

export const verbs: ReadonlySet<string> = new Set([...bases.trim().split(/\s+/), ...rarer.split(/\s+/)]);

const rareNouns = new Set(rarerNouns.split(/\s+/));

export const isNounToo = (word: string): boolean => nounToo.has(word) || rareNouns.has(word);

const doubling =
  wordSet(`abort bar bet bid begin cap chat chop clap cut dim drag drop drum fit flag flap forget get grab hit hop hug jog lag let log map mop nag nap nod
   pad pat pet pin plan plot plug pop prod put quit rap refer rebut rip rob rub run sag set shed ship shop shut sip sit skim skip slam slap slim slip
   snap spam spin split spot stab step stir stop strap strip strum stub submit swap swim tag tap tip top transfer transmit trap trim trip tug unplug upset
   wrap zip commit permit admit omit occur prefer defer control cancel travel`);

/** "write" gives "writing". */
export function gerund(base: string): string {
  if (base === "be" || base === "see" || base.endsWith("ee") || base.endsWith("oe") || base.endsWith("ye"))
    return `${base}ing`;
  if (base.endsWith("ie")) return `${base.slice(0, -2)}ying`;
  if (base.endsWith("e")) return `${base.slice(0, -1)}ing`;
  if (base === "abort" || base === "cancel") return `${base}ing`;
  return doubling.has(base) ? `${base}${base.at(-1)}ing` : `${base}ing`;
}

/** The base of "writing"; undefined of a word that is no listed verb's. */
export const baseOfGerund = (word: string): string | undefined =>
  word.endsWith("ing") ? known(word.slice(0, -3)) : undefined;

const alike = new Map([
  ["left", "leave"],
  ["put", "put"],
  ["set", "set"],
  ["cut", "cut"],
  ["shut", "shut"],
  ["let", "let"],
  ["read", "read"],
  ["run", "run"],
  ["found", "find"],
  ["fed", "feed"],
  ["felt", "feel"],
  ["split", "split"],
  ["done", "do"],
  ["gone", "go"],
  ["been", "be"],
  ["had", "have"],
  ["did", "do"],
  ["was", "be"],
  ["cast", "cast"],
  ["hung", "hang"],
]);

/** The base of "written" or "approved"; undefined of a word that is no listed verb's. */
export function baseOfParticiple(word: string): string | undefined {
  const base = alike.get(word) ?? irregular.get(word);
  if (base !== undefined) return base;
  return word.endsWith("ed") ? known(word.slice(0, -2)) : undefined;
}

/** The base of "writes"; undefined of a word that is no listed verb's. */
export function baseOfThird(word: string): string | undefined {
  if (word === "has") return "have";
  if (!word.endsWith("s") || word.endsWith("ss")) return undefined;
  const [plain, short, y] = [word.slice(0, -1), word.slice(0, -2), `${word.slice(0, -3)}y`];
  if (verbs.has(plain)) return plain;
  if (word.endsWith("es") && /(?:s|x|z|ch|sh|o)$/u.test(short) && verbs.has(short)) return short;
  return word.endsWith("ies") && verbs.has(y) ? y : undefined;
}

function known(stem: string): string | undefined {
  const single = stem.at(-1) === stem.at(-2) ? stem.slice(0, -1) : stem;
  const found = [`${stem}e`, stem, single, stem.endsWith("i") ? `${stem.slice(0, -1)}y` : stem].filter((base) =>
    verbs.has(base),
  );
  // "filling" is of "fill", "planning" of "plan", "using" of "use".
  return found.find((base) => gerund(base) === `${stem}ing`) ?? found[0];
}
