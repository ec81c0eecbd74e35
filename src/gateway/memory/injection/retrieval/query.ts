import { queryTermsOf, termsOf } from "../../../../memory/words/tokenize.ts";

/** What is searched for: by words, and by its vector. */
export type Query = { words: string; meaning: string };

/** The built-in model reads some 250 tokens, which is about as much English. */
const meaningCharacters = 1_000;
/** Of a long text without a question the end comes first: where a model cuts, it cuts the beginning. */
const endCharacters = 250;
/** More than search looks for: of more than 512 words it takes the first and the last 256. */
const wordsCharacters = 8_000;
/** What is longer was hardly written for this turn. */
const ownCharacters = 300;
/** With less ("could you please tell me what is wrong here?") a question says nothing of what it asks about. */
const leastTerms = 3;
/** With less it may still lean on what stands around it. */
const ownTerms = 6;

/**
 * What is searched for of a turn. Most of a long one is pasted, and neither its words nor its vector say what is asked: there the
 * questions come first, with what begins and ends the turn. Without a question that says something the whole is searched for.
 */
export function queryOf(text: string): Query {
  const whole = text.toWellFormed();
  if (text.length <= meaningCharacters) return { words: whole, meaning: whole };
  const asked = askedIn(whole);
  const said = termsSaidIn(asked);
  const ending = `${text.slice(-endCharacters)}\n${text.slice(0, meaningCharacters - endCharacters)}`.toWellFormed();
  if (said < leastTerms) return { words: edgesOf(whole, wordsCharacters), meaning: ending };
  const words = `${asked}\n${edgesOf(whole, meaningCharacters)}`;
  if (said >= ownTerms) return { words, meaning: asked };
  return { words, meaning: `${asked}\n${ending}`.slice(0, meaningCharacters).toWellFormed() };
}

/** A text's first characters and its last, where it is longer than both together. */
function edgesOf(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most / 2)}\n${text.slice(-most / 2)}`.toWellFormed();
}

/** Of what a question is asked with, whatever it is about. */
const empty = new Set(
  termsOf(
    `please kindly thank thanks hi hello hey could would can should might may need want like let
    take look see check tell give show say think thought thoughts idea ideas advice opinion suggestion suggestions feedback know
    help figure explain understand mean solve fix handle deal improve change find out try make work go going get
    do does did done have has happen wrong problem issue error any anything something everything what why how
    where when who which next best better good right way possible here there this that me my you your
    kann kannst könnt könntest können könnten würdest soll sollte muss bitte danke hallo du sie ihr ich wir mir mich uns dir dich
    es das den dem der die ein eine einen ist sind war hast haben habe hat was wie warum wieso weshalb wo wer zu und oder mal
    helfen hilfe lösen sagen sag zeigen erklären denkst meinst hältst davon dazu damit hier machen mache tun falsch fehler idee ideen
    rat vorschlag verbessern ändern ansehen anschauen schauen verstehen weißt besten besser am weiter`,
  ).ids,
);

function termsSaidIn(asked: string): number {
  return queryTermsOf(asked).ids.filter((id) => !empty.has(id)).length;
}

/** The questions of a long text outside of fences and quotes, with its first and its last paragraph; empty where nothing asks. */
function askedIn(text: string): string {
  const paragraphs = text
    .replace(fences, "\n\n")
    .trim()
    .split(/\n\s*\n/u);
  const asked = paragraphs.map((paragraph) => paragraph.split("\n").filter((line) => isOwn(line) && isQuestion(line)));
  if (asked.every((lines) => lines.length === 0)) return "";
  const own = paragraphs.flatMap((paragraph, at) => {
    const isAtEdge = at === 0 || at === paragraphs.length - 1;
    return isAtEdge && isOwn(paragraph) ? [paragraph] : asked[at]!;
  });
  return edgesOf(own.join("\n"), meaningCharacters);
}

const isOwn = (text: string): boolean => text.length <= ownCharacters && !/^\s*>/u.test(text);

/** Closed ones: one that is open to the end may as well have been cut from what is pasted. */
const fences = /^[ \t]*(```|~~~)[^]*?^[ \t]*\1.*$/gmu;

/**
 * A question mark of any script after a word (that of SQL and of most code stands alone) at a line's end.
 * Of Chinese and Japanese no space follows; in Armenian it stands within the word; that of Greek is a semicolon.
 */
const asks = /[\p{L}\p{M}\p{N}"'”’»)\]]\p{Zs}?[?؟\u037e፧]["'”’»)\]*_\s]*$|？|՞|\p{Script=Greek};\s*$/u;
/** Or before another sentence, but not in code: `string? Name { get; set; }` asks nothing. */
const asksBefore = /[\p{L}\p{M}\p{N}"'”’»)][?؟]\p{Zs}["'“‘«(¿¡]?[\p{Lu}\p{Lt}\p{Lo}\p{Extended_Pictographic}]/u;
const ofCode = /[=;{}]/u;

const isQuestion = (line: string): boolean => asks.test(line) || (asksBefore.test(line) && !ofCode.test(line));
