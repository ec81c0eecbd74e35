import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Prints "language TAB text" for each text of the packages' catalogues and of the messages; model/english/README.md names them. */

const [folder = "."] = process.argv.slice(2);
const latin = new Set(
  `de fr es pt it nl pl tr vi id sv da fi cs ro hu ca nb nn hr sk sl lt lv et sq az eu gl is ga cy af sw ms tl eo bs sr_Latn lb tk uz br fy ast
   io ia gd mt hsb dsb`.split(/\s+/),
);
const texts = new Set<string>();

function add(language: string, text: string): void {
  if (text.length >= 4) texts.add(`${language}\t${text.slice(0, 390)}`);
}

const unquoted = (quoted: string): string =>
  [...quoted.matchAll(/"((?:[^"\\]|\\[nt"\\])*)"/gu)].map(([, each]) => JSON.parse(`"${each}"`) as string).join(""); // as it was matched

/** Without what programs put in. */
const plain = (text: string): string =>
  text
    .replaceAll(/<[^>]*>|%\(\w+\)[sd]|%[sd]|\{%.*?%\}|\{\{?[^}]*\}\}?|&\w+;|https?:\S+/gu, " ")
    .replaceAll(/[“”"«»„]/gu, "")
    .replaceAll(/\s+/gu, " ")
    .trim();

function addCatalogue(path: string, language: string): void {
  for (const entry of readFileSync(path, "utf8").split(/\n\s*\n/u)) {
    if (/#, .*fuzzy/u.test(entry)) continue;
    const [, id] = /^msgid ((?:".*"\n?)+)/mu.exec(entry) ?? [];
    const [, translated] = /^msgstr(?:\[0\])? ((?:".*"\n?)+)/mu.exec(entry) ?? [];
    const [english, other] = [plain(unquoted(id ?? "")), plain(unquoted(translated ?? ""))];
    if (english === "" || other === "" || english === other) continue;
    add("en", english);
    add(language, other);
  }
}

for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted()) {
  const [, code = ""] = /(?:locale|translations)\/(\w+)\/.*\.po$/u.exec(path) ?? [];
  const language = code === "sr_Latn" ? code : code.split("_")[0]!;
  if (latin.has(language)) addCatalogue(join(folder, path), language);
}

const stopWords = JSON.parse(readFileSync(join(folder, "package/stopwords-iso.json"), "utf8")) as Record<string, string[]>; // as it was published
for (const [language, words] of Object.entries(stopWords)) {
  if (!latin.has(language)) continue;
  const own = words.filter((word) => !stopWords["en"]!.includes(word) && /^[\p{Script=Latin}']+$/u.test(word));
  for (let at = 0; at < own.length; at += 3) add(`stop-${language}`, own.slice(at, at + 3).join(" "));
}

const messages = join(import.meta.dirname, "../../rule-tagger/messages");
const said = readdirSync(messages)
  .toSorted()
  .flatMap((name) => readFileSync(join(messages, name), "utf8").split("\n"))
  .filter((line) => line.startsWith("> "));
for (const [at, line] of said.entries()) add((at + 1) % 96 < 8 ? "held" : "said", line.slice(2));

const wordNet = readFileSync(join(import.meta.dirname, "../../../third_party/wordnet/words.txt"), "latin1");
for (const line of wordNet.split("\n")) {
  const [word = ""] = line.split("\t");
  if (/^[a-z]{3,}$/u.test(word)) texts.add(`word\t${word}`);
}

process.stdout.write([...texts].join("\n"));
