import { wordSet } from "../../language/word-set.ts";
import type { Action } from "../text/action.ts";
import { textMax, type FormVerdict } from "./verdict.ts";

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
const commonWords: Readonly<Record<string, ReadonlySet<string>>> = {
  en: wordSet("the and is you your for we to thank thanks hello hi dear please"),
  de: wordSet("der die das und ist sie wir ihr ihre nicht danke hallo liebe sehr bitte guten"),
  fr: wordSet("le la les et est vous nous votre merci bonjour pour des cher"),
  es: wordSet("el los las y es usted su gracias hola para por estimado buenos"),
  it: wordSet("il gli e grazie ciao per che buongiorno gentile"),
};

/** "Answer in Spanish": the language that a line of code names, or that a quoted text is in. */
export function judgeLanguage(said: string, action: Action): FormVerdict | undefined {
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
    count: words.filter((word) => common.has(word)).length,
  }));
  const [best] = counts.toSorted((one, other) => other.count - one.count);
  if (!best || best.count === 0 || !(wanted in commonWords)) return undefined;
  return best.each === wanted ? "met" : "broken";
}
