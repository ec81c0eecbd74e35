import { wordSet } from "../../language/word-set.ts";

/** They stand before or within verbs and behind objects, and change nothing of what is said. */
export const adverbs =
  wordSet(`also now currently still just recently really mostly always actually usually both all already only finally
  originally officially presently today nowadays lately honestly literally absolutely totally even ever soon together again
  too either anyway btw normally generally mainly primarily regularly often sometimes temporarily permanently happily
  sadly unfortunately fortunately luckily since personally very quite pretty so much simply truly then meanwhile here proudly
  far twice alone definitely certainly newly formerly previously once eventually initially later secretly strongly severely badly deeply
  mildly highly exclusively everywhere yet`);

/** Who says it is not sure of it, or does not mean it. */
export const hedges =
  wordSet(`maybe probably perhaps possibly might may could should would presumably basically practically virtually
  hopefully seemingly supposedly allegedly apparently reportedly ideally theoretically nearly almost shall must ought`);

/** What others say is not stated. */
export const hearsay = wordSet(
  "apparently supposedly allegedly reportedly rumour rumor rumours rumors gossip according heard",
);

/** The rest of the sentence is somebody's view or wish, if one of these is its verb. */
export const viewVerbs =
  wordSet(`think guess believe suppose hope wish want need hear read say claim insist reckon wonder doubt assume tell plan look
  seem feel know ask dream imagine`);

export const prepositions =
  wordSet(`in on at of to for from with by about as near under over into onto after before during through between without within
  against than until till since behind beside off out up down around across towards toward per via like along because
  instead while whereas though although despite except unless if when where who whom whose which that whether so but and or
  plus including especially`);

export const conjunctions = wordSet("and but or so because while whereas though although plus then yet");

export const determiners = wordSet(
  "the a an my our your his her its their this that these those some any every each no both another",
);

export const pronouns =
  wordSet(`i we he she it they you me us him her them myself ourselves himself herself itself this that there who what which
  everyone everybody someone somebody nobody anyone anybody nothing something anything everything mine ours yours hers
  theirs one ones`);

/** No name begins with one of these, even with a capital at the start of a sentence. */
export const unnamed = wordSet(`${[...adverbs, ...hedges, ...prepositions, ...determiners, ...pronouns].join(" ")}
  yes no not ok okay hi hello hey thanks thank please sorry well oh ah wow great good nice cool sure right fyi reminder note update
  context background news new old happy merry dear what when where why how who which whose is are was were be been am do does did has
  have had will can let's lets people most many few more two three four five six seven eight nine ten there here first second
  next last today yesterday tomorrow tonight monday tuesday wednesday thursday friday saturday sunday january february march april
  may june july august september october november december mr mrs ms dr prof sir uncle aunt god christmas easter
  morning afternoon evening night week month year day time everything else my i we turning turned started booked
  birthday called named got says said keeps told asks sends loves hates likes lives works plays uses drives wants needs
  finally currently lately nowadays home work school yeah yep yup nope aww awww haha hmm awesome amazing congrats
  congratulations glad guess sounds looks feels seems woohoo omg`);

export const titles = wordSet("mr mr. mrs mrs. ms ms. dr dr. prof prof. professor sir");
/** Kin before a name: "Uncle Bert" is Bert. */
export const kinTitles = wordSet("uncle aunt auntie grandma grandpa granny cousin");
export const possessives = wordSet("my our his her their");
