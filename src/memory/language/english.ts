import { stem } from "../words/stem.ts";
import { stopWords } from "../words/stop-words.ts";
import { englishSpelling } from "./spelling.ts";
import type { Token } from "./tokens.ts";
import { usesOf } from "./wordnet.ts";
import { phraseList, wordSet } from "./word-set.ts";

/** A word or mark in the tokens of a reader: `word` in lower case, `text` as it stands. */
export type Spoken = { readonly word: string; readonly text: string; readonly kind: string };

/** The tokens of a text that no reader has changed. */
export const spokenOf = (tokens: readonly Token[]): Spoken[] =>
  tokens.map(({ lower, text }) => ({ word: lower, text, kind: "word" }));

/** So many words tell which language a text is in. */
export const tellingMax = 100;

/** They say that a sentence is English. */
const functionWords = new Set([
  ...stopWords,
  ...wordSet(
    `please always never every without unless per else since among whether whenever whoever anything anyone anybody everything
     everyone everybody something someone somebody nothing nobody`,
  ),
]);
/** Words of work with computers that are younger than WordNet, and comparatives that it leaves out; their stems. */
const younger = new Set(
  `admin api app async autoplay backend blocker boolean bot cache callback changelog chatbot checklist checksum chmod cli codebase config
   const crontab crypto css dataset dev devops diff docker dockerfile dropdown emoji emojis endpoint enum env eslint eval failover flag formatter
   frontend getter git github gitlab gradle handover hashtag helm hotfix html http https idempotency idempotent iframe inbox inline java
   javascript jquery json kubectl kubernetes linter linux localhost lockfile lodash login logout macos makefile markdown maven media
   middleware mongodb monorepo mutex mypy mysql newline nginx node noqa npm ops php phishing plugin pnpm poetry postgres prettier prod pytest
   python react reboot rebase redis refactor refactoring regex regexes repo roadmap rollout ruff runbook rust screenshot semver serverless
   setter sql sqlite ssh staging stacktrace struct submodule sudo svelte tailwind teardown ternary terraform timeout todo tooltip tsx typescript ui
   unsubscribe url ux vim vite vitest vue webhook webpack wifi wiki wildcard workaround workspace xml yaml yarn zod
   bigger cheaper deeper heavier hotter longer newer newest older oldest shorter shortest smaller smallest wider`
    .split(/\s+/)
    .map(stem),
);
/** They are words of other languages too, and say nothing. */
const shared = wordSet(
  "a i me he is in on to do so as we an am or has her was all at by will been over most no don o s t d m",
);
/**
 * The commonest words of languages in which "no" is a word, and of their neighbours: of two letters or more. Those that are English or
 * code too are in `ambiguous`.
 */
const foreign = wordSet(
  `el la los lo un una unos unas de que por como muy más pero este esta esto ese esa eso mi mis les
   está estoy están eres somos hace tengo tiene tienes tenemos quiero quiere puedo puede podemos sé él ella usted te
   nada nadie gracias problema prefiero llamo
    uma da ao às não é são estou tenho tem ele ela mais meu minha seu sua isso muito uso vou faz há deu tudo ontem
    trabalho projeto servidor escritório caso momento começo entanto inverno código carro obrigado
   els amb és són sóc tinc té què meu vull puc visc
   il gli di che è sono della nel grazie
   le je nous vous ils ne qui dans avec mes une
   ich wir sie nicht und der ein eine für zu auf auch kein keine mein meine
   ik je niet geen voor zijn wij
   nie się że ja mnie jak czy już mój idziemy pewnie jasne czasu
   že jsem mám nevím tak`,
);
/** They are English or code too ("non essential", "es modules", "um or uh"), and of another language beside one more such word. */
const ambiguous = wordSet("hi non um es das ist het si hay para pas sur yo uno ser dat las tu à von");
/** So many words before and after a word are beside it. */
const besideMax = 4;
/** The commonest Spanish verbs that "no" denies; what is behind them may be English, as in "no funciona docker compose". */
const denied = wordSet(
  `tengo tiene tienes tenemos tienen hablo hablamos vivo vive como fumo bebo somos estoy estamos está están hay fue
   entiendo entiende entendemos funciona funcionan sirve sirven uso usamos utilizo trabajo necesito necesitamos
   quiero quiere queremos puedo puede podemos pueden sé sabe sabemos creo conozco encuentro encuentra encontré veo recuerdo
   gusta gustan importa pasa preocupes compila carga arranca instala conecta responde existe aparece hace hago voy vamos`,
);
/** So verbs and what is behind them end in languages in which "no" is a word; shorter words may be names ("no las vegas"). */
const verbEnding = /^\p{L}{2,}(?:.o|as|es|.é)$/u;
const romanceEnding = /^\p{L}{3,}(?:.[aeoé]|[aeo]s|[aei]r)$/u;
/** "No soy gyoza" is English. */
const masculineEnding = /^\p{L}{4,}o$/u;
const copulas = wordSet("soy es");
/** They stand between "no" and such a verb. */
const pronouns = wordSet("me te se lo la le les nos");
/** English has taken these over. */
const takenOver = new Set(
  phraseList(
    `de facto|de jure|de rigueur|el niño|la niña|el nino|la nina|à la|la carte|la mode|la croix|le creuset|da vinci|são paulo|el salvador|
     banh mi|hay fever|hay bale|hay bales`,
  ),
);
/** What English has taken over with its accents, which so tell of no language; the stems without accents. */
const loans = new Set(
  `acai applique brulee cafe cliche creme crepe decor deja entree facade fiance fraiche gruyere jalapeno naive pate pinata puree resume
   saute senor souffle uber vis voila`
    .split(/\s+/)
    .map(stem),
);
/** They are English wherever they stand, whatever is named behind them: "never say hasta la vista". */
const decisive = wordSet("never always please must should avoid prefer not");
/** Letters that English has in names alone, and not in what it took over ("crème brûlée", "jalapeños"). */
const foreignLetters = /[ãõąćčďěęğıłńňőřśšťůűźżž]/u;

/** Letters of another script than English is written in; one alone is a sign ("µ", "β"). */
export const isOfOtherScript = ({ word, kind }: Spoken): boolean =>
  kind === "word" && word.length > 1 && /(?!\p{Script=Latin})\p{L}/u.test(word);

const known = new Map<string, boolean>();
/** How many words are remembered. */
const knownMax = 20_000;

/** "Naïve" is English with its accents and without. */
const withoutAccents = (word: string): string => word.normalize("NFD").replace(/\p{M}/gu, "");

function isListed(word: string): boolean {
  const key = stem(word);
  return younger.has(key) || usesOf(key) !== undefined || usesOf(word) !== undefined;
}

function isKnown(word: string): boolean {
  let is = known.get(word);
  if (is === undefined) {
    is = isListed(word) || isListed(withoutAccents(word));
    if (known.size >= knownMax) known.clear();
    known.set(word, is);
  }
  return is;
}

/** A word, and no sign nor code. */
const isPlain = ({ word, text }: Spoken): boolean =>
  word.length > 1 && !/\p{Ll}\p{Lu}/u.test(text) && /^[\p{L}\p{M}'’]+$/u.test(word);

const isFunctionWord = ({ word }: Spoken): boolean => functionWords.has(word) && !shared.has(word);

const isCapital = (spoken: Spoken | undefined): boolean => spoken !== undefined && /^\p{Lu}/u.test(spoken.text);

const mayBeForeign = ({ word }: Spoken): boolean => foreign.has(word) || ambiguous.has(word);

function isForeignWord(words: readonly Spoken[], at: number): boolean {
  const { word } = words[at]!;
  if (!ambiguous.has(word)) return foreign.has(word);
  const beside = words.slice(Math.max(0, at - besideMax), at + besideMax + 1);
  return beside.some((other) => other.word !== word && mayBeForeign(other));
}

/** They join the parts of a name: "de la", "von der". */
const joinsName = (spoken: Spoken | undefined): boolean =>
  spoken !== undefined && !isCapital(spoken) && (mayBeForeign(spoken) || spoken.word === "van");

/** "Rio de Janeiro", "Ursula von der Leyen": what joins a name is of no language. */
function isOfName(words: readonly Spoken[], at: number): boolean {
  if (!joinsName(words[at])) return false;
  let before = at - 1;
  while (at - before < besideMax && joinsName(words[before])) before--;
  let after = at + 1;
  while (after - at < besideMax && joinsName(words[after])) after++;
  return isCapital(words[before]) && !shared.has(words[before]!.word) && isCapital(words[after]);
}

/** "Me llamo Ana, not Anna": who mixes languages puts it between any two things. */
const isContrast = (words: readonly Spoken[], at: number): boolean =>
  words[at]!.word === "not" && words[at - 1]?.word === ",";

const isTakenOver = (words: readonly Spoken[], at: number): boolean =>
  [at - 1, at].some((from) => takenOver.has(`${words[from]?.word} ${words[from + 1]?.word}`));

/** "No tengo", "no me gusta". */
function isDenied(words: readonly Spoken[], at: number): boolean {
  if (!denied.has(words[at]!.word) || isTakenOver(words, at)) return false;
  let before = at - 1;
  while (before > 0 && pronouns.has(words[before]!.word)) before--;
  return words[before]?.word === "no";
}

/** "No borres archivos", "no soy médico": by the endings of two words that are not English. */
function isVerbDenied(words: readonly Spoken[], at: number): boolean {
  const next = words[at + 1];
  if (at !== 1 || words[0]!.word !== "no" || next === undefined) return false;
  const { word } = words[at]!;
  const isVerb = copulas.has(word) || (verbEnding.test(word) && !isKnown(word));
  return isVerb && (word === "soy" ? masculineEnding : romanceEnding).test(next.word) && !isListed(next.word);
}

/** How much a word speaks for English; below 0 for another language, or for none. Names and code are the same in every language. */
function weightOf(words: readonly Spoken[], at: number, isShouted: boolean): number {
  const { word, kind } = words[at]!;
  if (kind !== "word" || shared.has(word) || isContrast(words, at)) return 0;
  if (functionWords.has(word)) return 2;
  if (isOfOtherScript(words[at]!)) return -1;
  const mayBeName = !isShouted && isCapital(words[at]);
  if (!isPlain(words[at]!) || words[at - 1]?.word === "@" || (mayBeName && at > 0)) return 0;
  if (isDenied(words, at) || isVerbDenied(words, at)) return -4;
  if (isForeignWord(words, at)) return isOfName(words, at) || isTakenOver(words, at) ? 0 : -2;
  if (isKnown(word)) return 1;
  return mayBeName ? 0 : -1;
}

function weightsOf(words: readonly Spoken[]): number[] {
  const isShouted = !words.some(({ text }) => /\p{Ll}/u.test(text));
  return words.slice(0, tellingMax).map((_, at) => weightOf(words, at, isShouted));
}

const sum = (weights: readonly number[]): number => weights.reduce((one, other) => one + other, 0);

/** So far must their spelling speak against English: words are e to this times likelier of another language. */
const spelledMin = -4;
/** One word alone may be a loan: "no kimchi". */
const wordMin = -3;

/**
 * Whether words are spelled as those of another language of Latin letters. Names and code say nothing, nor what English took over. A
 * sentence of four words mostly tells, whatever the language; of those that English knows too, their spelling says it as well.
 */
export const isSpelledForeign = (words: readonly Spoken[]): boolean => spelling(words) < spelledMin;

function spelling(words: readonly Spoken[]): number {
  const isShouted = !words.some(({ text }) => /\p{Ll}/u.test(text));
  const isTelling = (spoken: Spoken, at: number) =>
    isLatin(spoken) && (isShouted || at === 0 || !isCapital(spoken)) && !isOfEnglish(words, at) && !isInList(words, at);
  const telling = words.slice(0, tellingMax).filter(isTelling);
  return sum(
    telling.flatMap(({ word }) => word.split(/['’-]/u)).map((part) => Math.max(englishSpelling(part), wordMin)),
  );
}

/** "Ramen, gyoza and unagi", "no kimchi, no natto": what is listed may be named in any language. */
function isInList(words: readonly Spoken[], at: number): boolean {
  const before = words[words[at - 1]?.word === "no" ? at - 2 : at - 1]?.word;
  return before === "," || before === "and" || before === "or";
}

const isLatin = ({ word, text, kind }: Spoken): boolean =>
  kind === "word" && !/\p{Ll}\p{Lu}/u.test(text) && /^\p{Script=Latin}[\p{Script=Latin}\p{M}'’-]*$/u.test(word);

/** "Crème brûlée", "pico de gallo", "María de la Cruz". */
const isOfEnglish = (words: readonly Spoken[], at: number): boolean =>
  words[at]!.word === "de" ||
  loans.has(stem(withoutAccents(words[at]!.word))) ||
  isTakenOver(words, at) ||
  isOfName(words, at);

/**
 * Whether words read as English. That more of them are unknown than known ("no sycophancy", "gank noobs") says nothing, unless the rest
 * of `message` is wholly of another language; a word of such a language does, unless "never" or the like stands beside it. A single one
 * of another script is taken for what the rest is.
 */
export function isEnglish(words: readonly Spoken[], message: readonly Spoken[] = []): boolean {
  const weights = weightsOf(words);
  if (saysEnglish(words)) return true;
  const spelled = spelling(words);
  if (spelled < spelledMin || (spelled < 0 && isSpelledForeign(message))) return false;
  if (sum(weights) >= 0) return true;
  const rest = message.filter((word) => !words.includes(word));
  // "Pico de gallo": "de" alone tells nothing.
  const isTold = weights.some((weight, at) => weight < 0 && words[at]!.word !== "de" && isOfLanguage(words, at));
  if (!isTold) return !isForeign(rest) || rest.some(isFunctionWord);
  const isSingle = sum(weights) === -1 && weights.filter((each) => each !== 0).length === 1;
  return isSingle && sum(weightsOf(rest)) > 0;
}

const hasForeignAccents = ({ word }: Spoken): boolean =>
  /[^\p{ASCII}]/u.test(word) && !loans.has(stem(withoutAccents(word)));

/** Whether words are of another language, by more than that they are unknown: code is unknown too. */
export function isForeign(words: readonly Spoken[]): boolean {
  if (isSpelledForeign(words)) return true;
  const weights = weightsOf(words);
  return (
    sum(weights) < 0 &&
    weights.some((weight, at) => weight < 0 && (isOfLanguage(words, at) || hasForeignAccents(words[at]!)))
  );
}

const saysEnglish = (words: readonly Spoken[]): boolean =>
  words.some(({ word }, at) => decisive.has(word) && !isContrast(words, at));

function isOfLanguage(words: readonly Spoken[], at: number): boolean {
  const { word } = words[at]!;
  return (
    isForeignWord(words, at) ||
    denied.has(word) ||
    isVerbDenied(words, at) ||
    isOfOtherScript(words[at]!) ||
    foreignLetters.test(word)
  );
}

/** Whether a text is of another language where a word stands. "Por favor never push" is English from "never" on. */
export function isForeignAt(words: readonly Spoken[], at: number): boolean {
  let is = false;
  for (let place = 0; place <= at; place++) {
    if (isFunctionWord(words[place]!)) is = false;
    else if (isOfOtherScript(words[place]!) || (isForeignWord(words, place) && !isOfName(words, place))) is = true;
  }
  return is;
}
