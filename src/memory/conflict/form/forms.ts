import { changesAll } from "../code/sql.ts";
import type { Action } from "../text/action.ts";
import {
  addressed,
  american,
  british,
  capitals,
  conventional,
  hasLetters,
  hasShortened,
  hasWord,
  isoDate,
  named,
  parameterised,
  passive,
  spelling,
  unitSystem,
} from "./shown.ts";

/** What a kind of rule about form asks for, and how it is told. */
export type Form = {
  /** The rule has one of these phrases. */
  words: readonly string[];
  /** Whether a text has what the rule names; undefined where it does not show. */
  shows: (text: string, action: Action) => boolean | undefined;
  /** The rule is not about this form where it has this. */
  unless?: RegExp;
  /** Names in the action are looked at too: "usrCnt". */
  inNames?: boolean;
};

/** "Have a second person check it", "before the first person is relieved". */
const somebody =
  / (?:an?|another|each|every) (?:first|second) person | (?:first|second) person (?:is|has|who|that|to) /;

/** What has neither a person nor a verb, such as a title, shows no person: false of a sentence, else undefined. */
const asSentence = (text: string): false | undefined =>
  text.split(/\s+/).length > titleMax || pronouns.test(text) ? false : undefined;
const titleMax = 3;
const pronouns = /\b(?:he|she|it|they|you|your|i|my|we|our|is|are|was|were|has|had|will)\b/i;

/** What is looked at are the action's quotes, or all of its text where it has none. The first form that fits a rule counts. */
export const forms: readonly Form[] = [
  { words: ["metric", "si units"], shows: (text) => unitSystem(text) },
  {
    words: ["full stop"],
    shows: (text, action) => (action.quotes.length > 0 ? text.endsWith(".") : undefined),
  },
  { words: ["semantic versioning", "semver"], shows: (text) => /^v?\d+\.\d+\.\d+/.test(text) },
  {
    words: ["without a where", "without where"],
    shows: changesAll,
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
      /(?:key|token|secret|password|pwd)\w*["']?\s*[:=]\s*["'][^"']+["']/i.test(text)
        ? true
        : /process\.env|environ\b|getenv|import\.meta\.env/.test(text)
          ? false
          : undefined,
  },
  { words: ["exclamation"], shows: (text) => text.includes("!") },
  {
    words: ["emoji", "emojis", "smiley", "smileys", "emoticons"],
    shows: (text) => /\p{Extended_Pictographic}/u.test(text) || text.includes(":)"),
  },
  { words: ["question marks", "rhetorical questions"], shows: (text) => text.includes("?") },
  { words: ["semicolons", "semicolon"], shows: (text) => text.includes(";") },
  {
    words: ["first person", "first-person"],
    unless: somebody,
    shows: (text) => hasWord(text, ["I", "me", "my", "we", "We", "our", "Our", "My", "us"]) || asSentence(text),
  },
  {
    words: ["second person", "second-person"],
    unless: somebody,
    shows: (text) => hasWord(text, ["you", "You", "your", "Your"]) || asSentence(text),
  },
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
