import { queryTermsOf, termsOf } from "../../../../memory/words/tokenize.ts";

/**
 * Whether a text is nothing but assent, thanks, greetings and words that point to what was said before ("ok, great", "yeah,
 * really?", "and the second one?"): alone it says nothing, and whatever it is compared with is similar by chance.
 */
export function isSmallTalk(text: string): boolean {
  return text.length <= mostCharacters && !names(text) && queryTermsOf(text).ids.every((id) => empty.has(id));
}

/** Whether capitals show that a word is a name or an acronym, which as a term may be empty: "I do IT", "I am May", "It's A". */
function names(text: string): boolean {
  return isName.test(text) || /\p{Lu}/u.test(text.replace(shouted, "").replace(begins, "$1").replace(/\bI\b/gu, ""));
}

const isName = /\b(?:A|Will|May)\P{L}*$/u;
/** Written in capitals, and, in German, with one inside a sentence. */
const shouted = /\b(?:OK|OKAY|LOL|OMG|WOW|XD|THX|TY|YES|HI)\b|(?<=en )(?:Dank|Morgen|Abend)\b/gu;
/** The first letter of a sentence. */
const begins = /(^|[.!?…\n])[^\p{L}\p{N}.!?…\n]*\p{Lu}(?![\p{Lu}&])/gu;

/** A longer text says something, were it only by its length. */
const mostCharacters = 200;

/** In English and German, without what is asked for itself: "where do I work?" and "what do I like?" say what they ask. */
const empty = new Set(
  termsOf(
    `hi hello hey hiya morning afternoon evening night tonight good great nice perfect excellent wonderful fantastic awesome amazing
    lovely cool sweet brilliant okay ok okey fine alright right true exactly indeed absolutely definitely totally sure yes yeah yep yup
    nah maybe perhaps really oh ooh ah aha aw aww wow omg hm hmm mhm huh haha hahaha hehe lol xd thx ty thank thanks cheers welcome
    please pls sorry glad enjoy anytime course problem worry noted understood agreed congratulations congrats bye goodbye
    anyway btw now then later one ones two second first third another last next sound
    hallo moin servus guten gute guter gut morgen abend danke dankeschön bitte ja nein doch genau klar super toll prima schön
    vielleicht wirklich echt ach achso stimmt richtig gern gerne verstanden sehr vielen lieben dank noch mal nochmal einmal
    und oder aber auch denn dann das der den dem ein eine einen ist sind ich du er sie es wir ihr mir dir zweite zweiten erste ersten
    andere anderen`,
  ).ids,
);
