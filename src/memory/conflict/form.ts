import { wordSet } from "../language/word-set.ts";
import type { Action } from "./text/action.ts";
import { baseOf } from "./lexicon/lexicon.ts";
import { sensesOf } from "./lexicon/net/table.ts";
import type { ReadRule } from "./rule.ts";

/** What a rule about form finds in the texts that stand in an action. */
export type FormVerdict = "met" | "broken";

type Form = {
  /** The rule has one of these phrases. */
  words: readonly string[];
  /** Whether a text has what the rule names; undefined where it does not show. */
  shows: (text: string, action: Action) => boolean | undefined;
  /** Names in the action are looked at too: "usrCnt". */
  inNames?: boolean;
};

/** What is looked at are the action's quotes, or all of its text where it has none. The first form that fits a rule counts. */
const forms: readonly Form[] = [
  { words: ["metric", "metric units", "si units"], shows: (text) => unitSystem(text) },
  {
    words: ["without a full stop", "full stop"],
    shows: (text, action) => (action.quotes.length > 0 ? text.endsWith(".") : undefined),
  },
  { words: ["semantic versioning", "semver"], shows: (text) => /^v?\d+\.\d+\.\d+/.test(text) },
  {
    words: ["without a where", "without where"],
    shows: (text) => (/\b(?:delete from|update)\b/i.test(text) ? !/\bwhere\b/i.test(text) : undefined),
  },
  {
    words: ["const over let", "const to let"],
    shows: (text) => (/\blet\s+\w/.test(text) ? false : /\bconst\s+\w/.test(text) ? true : undefined),
  },
  { words: ["adverbs"], shows: (text) => /[a-z]{3}ly\b/.test(text) },
  {
    words: ["formal", "formally"],
    shows: (text) =>
      /^(?:hey|hi|yo|sup|what's up|hiya)\b/i.test(text)
        ? false
        : /^(?:dear|good (?:morning|day|evening))\b/i.test(text)
          ? true
          : undefined,
  },
  {
    words: ["informal", "casual"],
    shows: (text) =>
      /^(?:hey|hi|yo)\b/i.test(text) ? true : /^(?:dear (?:mr|ms|mrs|sir)|to whom)/i.test(text) ? false : undefined,
  },
  { words: ["sentence case"], shows: (text) => (hasLetters(text) ? capitals(text) <= 1 : undefined) },
  { words: ["title case"], shows: (text) => (hasLetters(text) ? capitals(text) > 1 : undefined) },
  {
    words: ["swallow", "empty catch"],
    shows: (text) => (text.includes("catch") ? /catch\s*(?:\(\w*\))?\s*\{\s*\}/.test(text) : undefined),
  },
  { words: ["latest"], shows: (text) => (text.includes(":") ? text.includes(":latest") : undefined) },
  { words: ["http"], shows: (text) => text.includes("http://") },
  {
    words: ["hard-code", "hardcode", "hard-coded", "hard code", "secrets", "credentials", "api keys"],
    shows: (text) =>
      /(?:key|token|secret|password|pwd)\w*["']?\s*[:=]\s*["'][^"']+["']/i.test(text) ? true : undefined,
  },
  { words: ["exclamation"], shows: (text) => text.includes("!") },
  {
    words: ["emoji", "emojis", "smiley", "smileys", "emoticons"],
    shows: (text) => /\p{Extended_Pictographic}/u.test(text) || text.includes(":)"),
  },
  { words: ["question marks", "rhetorical questions"], shows: (text) => text.includes("?") },
  { words: ["semicolons", "semicolon"], shows: (text) => text.includes(";") },
  { words: ["first person"], shows: (text) => has(text, ["I", "me", "my", "we", "We", "our", "Our", "My", "us"]) },
  { words: ["second person"], shows: (text) => has(text, ["you", "You", "your", "Your"]) },
  { words: ["contractions"], shows: (text) => /[a-z]['’](?:t|re|ll|ve|m|d)\b/.test(text) },
  { words: ["passive"], shows: passive },
  {
    words: ["acronyms", "abbreviations", "acronym"],
    inNames: true,
    shows: (text) =>
      /(?:^|[^A-Za-z])(?:[A-Z]{2,6}|[ei]\.[ge]\.|[b-df-hj-np-tv-xz]{2,4}|[a-z]{2,6}\.(?= [a-z]))(?:[^A-Za-z]|$)/.test(
        text,
      ) ||
      /^[a-z]{2,6}\.$/.test(text) ||
      hasShortened(text),
  },
  {
    words: ["all caps", "capitals", "upper case", "uppercase", "capital letters"],
    shows: (text) => /[A-Z]{4,}/.test(text),
  },
  { words: ["lower case", "lowercase"], shows: (text) => (hasLetters(text) ? text === text.toLowerCase() : undefined) },
  {
    words: ["conventional commit", "conventional commits"],
    shows: (text) => (text === "" ? undefined : conventional(text)),
  },
  { words: ["snake_case", "snake case"], shows: (text, action) => named(text, action, (name) => !/[A-Z-]/.test(name)) },
  { words: ["camelcase", "camel case"], shows: (text, action) => named(text, action, (name) => !/[_-]/.test(name)) },
  { words: ["kebab-case", "kebab case"], shows: (text, action) => named(text, action, (name) => !/[A-Z_]/.test(name)) },
  { words: ["british spelling", "british english"], shows: (text) => spelling(text, british, american) },
  {
    words: ["american spelling", "american english", "us spelling"],
    shows: (text) => spelling(text, american, british),
  },
  { words: ["parameterised", "parameterized", "prepared statements", "placeholders"], shows: parameterised },
  {
    words: ["select *", "select star"],
    shows: (text) => (/select\s/i.test(text) ? /select\s+\*/i.test(text) : undefined),
  },
  { words: ["last name", "surname", "family name"], shows: addressed },
  { words: ["https"], shows: (text) => (text.includes("http") ? !text.includes("http://") : undefined) },
  { words: ["iso 8601", "iso dates", "iso format"], shows: isoDate },
  {
    words: ["24-hour", "24 hour"],
    shows: (text) => (/\d\s?[ap]\.?m\b/i.test(text) ? false : /\d{1,2}:\d\d/.test(text) ? true : undefined),
  },
  { words: ["var"], shows: (text) => /\bvar\s+[a-zA-Z_]/.test(text) },
  {
    words: ["console.log", "print statements", "debug output", "console log"],
    shows: (text) => /console\.log|\bprint(?:f|ln)?\(/.test(text),
  },
  { words: ["==", "loose equality"], shows: (text) => /[^=!]==[^=]/.test(text) },
  {
    words: ["nested ternaries", "nested ternary"],
    shows: (text) => /\?[^?:;]{0,200}\?[^:;]{0,200}:[^:;]{0,200}:/.test(text),
  },
  { words: ["eval"], shows: (text) => /\beval\(/.test(text) },
  {
    words: ["strict equality", "triple equals", "==="],
    shows: (text) => (/[^=!]==[^=]/.test(text) ? false : text.includes("===") ? true : undefined),
  },
  {
    words: ["oxford comma", "serial comma"],
    shows: (text) => (/, \w+,? and /.test(text) ? /, and /.test(text) : undefined),
  },
  {
    words: ["with a question", "as a question", "be a question"],
    shows: (text) => (text === "" ? undefined : text.trimEnd().endsWith("?")),
  },
  { words: ["imperative"], shows: (text) => (text === "" ? undefined : !/^\w+(?:ed|ing|s)\b/.test(text)) },
];

/** Characters of a text that is looked at; a longer one is left out. */
const textMax = 4_000;

/** What the action's own texts say to a rule about form; undefined for another rule, or where nothing shows. */
export function judgeForm(rule: ReadRule, action: Action): FormVerdict | undefined {
  const said = ` ${rule.rule.rule.toLowerCase().replaceAll(".", "")} `;
  const spoken = judgeLanguage(said, action) ?? judgeQuoted(rule, action);
  if (spoken) return spoken;
  const form = forms.find(({ words }) =>
    words.some((each) => said.includes(` ${each} `) || said.includes(` ${each},`)),
  );
  if (!form) return undefined;
  const changed = changedTo(action);
  const texts = changed ?? (action.quotes.length > 0 ? action.quotes : [action.text]);
  const isNamed = form.inNames === true && action.text.length <= textMax && namePattern.test(action.text);
  const quoted =
    isNamed || action.quotes.length > 0 || isCodeLike(action.text) || /\p{Extended_Pictographic}/u.test(action.text);
  if (!quoted) return undefined;
  const shown = texts.filter((text) => text.length <= textMax).map((text) => form.shows(text, action));
  if (shown.includes(rule.ban)) return "broken";
  return shown.includes(!rule.ban) ? "met" : undefined;
}

const languages: Readonly<Record<string, string>> = {
  english: "en",
  spanish: "es",
  french: "fr",
  german: "de",
  italian: "it",
  portuguese: "pt",
  polish: "pl",
  dutch: "nl",
  japanese: "ja",
  chinese: "zh",
  russian: "ru",
  swedish: "sv",
  czech: "cs",
  turkish: "tr",
};
const commonWords: Readonly<Record<string, readonly string[]>> = {
  en: ["the", "and", "is", "you", "your", "for", "we", "to", "thank", "thanks", "hello", "hi", "dear", "please"],
  de: [
    "der",
    "die",
    "das",
    "und",
    "ist",
    "sie",
    "wir",
    "ihr",
    "ihre",
    "nicht",
    "danke",
    "hallo",
    "liebe",
    "sehr",
    "bitte",
    "guten",
  ],
  fr: ["le", "la", "les", "et", "est", "vous", "nous", "votre", "merci", "bonjour", "pour", "des", "cher"],
  es: ["el", "los", "las", "y", "es", "usted", "su", "gracias", "hola", "para", "por", "estimado", "buenos"],
  it: ["il", "gli", "e", "grazie", "ciao", "per", "che", "buongiorno", "gentile"],
};

/** "Answer in Spanish": the language that a line of code names, or that a quoted text is in. */
function judgeLanguage(said: string, action: Action): FormVerdict | undefined {
  const name = Object.keys(languages).find((each) => said.includes(` in ${each} `));
  if (name === undefined || action.text.length > textMax) return undefined;
  const wanted = languages[name]!;
  const code = /\b(?:lang|language|locale)["']?\s*[:=]\s*["']([a-z]{2})\b/i.exec(action.text)?.[1];
  if (code !== undefined) return code.toLowerCase() === wanted ? "met" : "broken";
  const words = action.quotes
    .join(" ")
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  if (words.length < 3) return undefined;
  const counts = Object.entries(commonWords).map(([each, common]) => ({
    each,
    count: words.filter((word) => common.includes(word)).length,
  }));
  const [best] = counts.toSorted((one, other) => other.count - one.count);
  if (!best || best.count === 0 || !(wanted in commonWords)) return undefined;
  return best.each === wanted ? "met" : "broken";
}

/** A rule that quotes what must or must not be written. */
function judgeQuoted(rule: ReadRule, action: Action): FormVerdict | undefined {
  const quote = rule.tokens.find(({ kind }) => kind === "quote");
  if (!quote || action.quotes.length === 0) return undefined;
  const text = rule.rule.rule.toLowerCase();
  const wanted = quote.text.toLowerCase();
  const texts = (changedTo(action) ?? action.quotes).map((each) => each.toLowerCase());
  const there = texts.some((each) => {
    if (/\b(?:start|begin|open)/.test(text)) return each.startsWith(wanted);
    return /\b(?:end|close|finish)/.test(text) ? each.endsWith(wanted) : each.includes(wanted);
  });
  return there === rule.ban ? "broken" : "met";
}

/** 'Change "colour" to "color"': only what it becomes. */
function changedTo(action: Action): string[] | undefined {
  const quotes = action.tokens.filter(({ kind }) => kind === "quote");
  if (quotes.length !== 2) return undefined;
  const between = action.tokens.filter(
    ({ start, kind }) => kind === "word" && start > quotes[0]!.start && start < quotes[1]!.start,
  );
  if (!between.some(({ word }) => ["to", "by", "with", "into"].includes(word))) return undefined;
  return [quotes[1]!.text];
}

/** How many words behind the first begin with a capital. */
const capitals = (text: string): number =>
  text
    .split(/\s+/)
    .slice(1)
    .filter((word) => /^[A-Z][a-z]/.test(word)).length;

const namePattern = /[a-z][A-Z]|[a-z]_[a-z]/;

/** "usrCnt": a part of a name that is no word. */
const hasShortened = (text: string): boolean =>
  text
    .split(/[^A-Za-z_]+/)
    .filter((name) => namePattern.test(name))
    .flatMap((name) => name.split(/_|(?<=[a-z])(?=[A-Z])/))
    .some((word) => word.length > 2 && word.length < 6 && sensesOf(baseOf(word.toLowerCase())) === undefined);

const isCodeLike = (text: string): boolean =>
  text.length <= textMax && /[(){}=;<>]|\/\/|ALTER |SELECT |INSERT |CREATE /.test(text);

function has(text: string, words: readonly string[]): boolean {
  const found = text.split(/[^A-Za-z]+/);
  return words.some((word) => found.includes(word));
}

const hasLetters = (text: string): boolean => text.toLowerCase() !== text.toUpperCase();

/** "were made", "is being built". */
function passive(text: string): boolean {
  const words = text.toLowerCase().split(/[^a-z]+/);
  return words.some((word, at) => {
    if (!["is", "are", "was", "were", "been", "being", "be"].includes(word)) return false;
    const next = words[at + 1] === "not" || (words[at + 1] ?? "").endsWith("ly") ? words[at + 2] : words[at + 1];
    return next !== undefined && (next.endsWith("ed") || participles.has(next));
  });
}

const participles = wordSet(
  "made done given taken written seen known found sent built held kept left lost paid put read said sold told thought brought bought caught chosen drawn driven eaten felt forgotten gotten grown heard hidden hit led met run shown shut sung spoken spent stolen taught thrown understood won worn broken begun",
);

const conventional = (text: string): boolean =>
  /^(?:feat|fix|docs|style|refactor|perf|test|build|ci|chore|revert)(?:\([^)]{1,50}\))?!?: \S/.test(text);

/** The names that the action gives. */
function named(text: string, action: Action, good: (name: string) => boolean): boolean | undefined {
  const source = action.quotes.length > 0 ? text : action.text;
  const names = source.split(/[^A-Za-z0-9_-]+/).filter((name) => /[a-z][A-Z]|[a-z]_[a-z]|[a-z]-[a-z]/.test(name));
  return names.length === 0 ? undefined : names.every(good);
}

const british =
  "colour behaviour favour honour centre metre theatre organise realise analyse catalogue dialogue travelling cancelled licence defence grey tyre labour neighbour flavour programme cheque jewellery organisation customise initialise optimise favourite".split(
    " ",
  );
const american =
  "color behavior favor honor center meter theater organize realize analyze catalog dialog traveling canceled license defense gray tire labor neighbor flavor program check jewelry organization customize initialize optimize favorite".split(
    " ",
  );

function spelling(text: string, good: readonly string[], bad: readonly string[]): boolean | undefined {
  const words = text.toLowerCase().split(/[^a-z]+/);
  if (words.some((word) => bad.some((each) => word === each || word === `${each}s` || word === `${each}d`)))
    return false;
  return words.some((word) => good.includes(word)) ? true : undefined;
}

function parameterised(_text: string, { text }: Action): boolean | undefined {
  if (!/select |insert |update |delete |where /i.test(text)) return undefined;
  if (/["'`]\s*\+|\+\s*["'`]|\$\{|f"/.test(text)) return false;
  if (text.includes("%s")) return /["'],\s*[([]/.test(text);
  return /\?|\$\d|:\w+|@\w+/.test(text) ? true : undefined;
}

function unitSystem(text: string): boolean | undefined {
  if (/\d\s?(?:cups?|ounces?|oz|pounds?|lbs?|miles?|feet|foot|inch(?:es)?|yards?|fahrenheit|°F)\b/i.test(text))
    return false;
  return /\d\s?(?:g|kg|ml|l|m|cm|km|litres?|grams?|kilos?|met(?:er|re)s?|celsius|°C)\b/i.test(text) ? true : undefined;
}

/** "Hi Jenny" has no last name, "Dear Ms Novak" has one. */
function addressed(text: string): boolean | undefined {
  if (/\b(?:Mr|Mrs|Ms|Dr|Herr|Frau)\.? [A-Z]/.test(text)) return true;
  return /^(?:hi|hello|hey|dear|good morning),? [A-Z][a-z]+\b/i.test(text) ? false : undefined;
}

function isoDate(text: string): boolean | undefined {
  if (/\b\d{4}-\d\d-\d\d\b/.test(text)) return true;
  return /\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/.test(text) ? false : undefined;
}
