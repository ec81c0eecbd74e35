import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { wordsOf } from "../../src/memory/directive/text/word.ts";
import { isEnglish, isForeign } from "../../src/memory/language/english.ts";

test.each([
  "never deploy on Friday",
  "no semicolons pls",
  "no npm",
  "No Kubernetes",
  "no soy milk",
  "push to foo-bar",
  "book hotels in Rio de Janeiro",
  "use 本番データ in tests",
  "No non essential meds",
  "No non ascii characters in names",
  "Use non negative ints",
  "No es modules",
  "No hay fever meds",
  "No para athletes",
  "No faux pas",
  "All times in ist",
  "No las vegas trips",
  "Keep um in the transcript",
  "No pie à la mode",
  "fly to são paulo",
  "No soy gyoza",
  "Call me Ursula von der Leyen",
  "Call me Mies van der Rohe",
  "Call me María de la Cruz",
  "Call me Oscar de la Renta",
  "Call me von Neumann",
  "Rename café to cafe",
  "Order crème brûlée",
  "Write déjà vu",
  "naïve",
  "jalapeño poppers",
  "I like tonkotsu, karaage, gyoza, yakitori, okonomiyaki, takoyaki and unagi",
  "no kimchi, no natto, no tofu",
  "Prescribe ramipril, bisoprolol, amlodipine, apixaban and rosuvastatin",
  "Ping @müller",
])("%s is English", (text) => {
  expect([isEnglish(wordsOf(text)), isForeign(wordsOf(text))]).toEqual([true, false]);
});

test.each([
  "No tengo perro",
  "No entiendo el error",
  "NO FUNCIONA EL LOGIN",
  "No trabalho uso Windows",
  "No commit de ontem faltou um teste",
  "No tinc fills",
  "No nevím",
  "No es un problema",
  "No hay tests",
  "Das ist gut",
  "No borres archivos",
  "No pongas comentarios",
  "No estudio medicina",
  "No logré instalar node",
  "No soy médico",
  "No es necesario",
  "No parlo italiano",
  "Mi jefe es Java developer, not designer",
  "删除生产数据库",
  "두 명 자리를 예약한다",
  "احذف قاعدة البيانات",
  "डेटाबेस हटाओ",
])("%s is of another language", (text) => {
  expect([isEnglish(wordsOf(text)), isForeign(wordsOf(text))]).toEqual([false, true]);
});

test("code is neither English nor of another language", () => {
  for (const text of ["kubectl -n prod exec web-0", "npm rm dayjs zod", "const point = {x: 1, y: 2}"])
    expect(isForeign(wordsOf(text))).toBe(false);
});

test("unknown words are taken for what stands around them, and for English where nothing does", () => {
  for (const text of ["no frobs", "gank noobs", "no jalapeños"]) {
    expect(isEnglish(wordsOf(text))).toBe(true);
    expect(isEnglish(wordsOf(text), wordsOf("Keep answers short"))).toBe(true);
    expect(isEnglish(wordsOf(text), wordsOf("Mi jefe es de Madrid"))).toBe(false);
  }
  expect(isEnglish(wordsOf("no 絵文字"))).toBe(false);
  expect(isEnglish(wordsOf("no 絵文字"), wordsOf("Keep answers short"))).toBe(true);
});

test.each(["never say hasta la vista", "you must serve crème brûlée", "no de facto standards", "no banh mi"])(
  "%s is English, whatever it names",
  (text) => expect(isEnglish(wordsOf(text))).toBe(true),
);

type Texts = { memories: string[]; questions: string[]; unrelated: string[] };
const languages = JSON.parse(readFileSync(new URL("../fixture/languages.json", import.meta.url), "utf8")) as Record<
  string,
  Texts
>; // as it was written

test.each(Object.entries(languages))("by its spelling or script a text is of its language: %s", (name, texts) => {
  // The mark of a Greek question ends a line of code, which is of no language.
  const all = Object.values(texts).flatMap((some) => some.map((text) => text.replace(/;$/u, "")));
  const foreign = all.filter((text) => isForeign(wordsOf(text)));
  const mistaken = name === "English" ? foreign.length : all.length - foreign.length;
  expect(mistaken).toBeLessThanOrEqual(name === "English" ? 0 : 2);
});

test.each(["gebruik nooit emoji", "selalu jawab dalam bahasa", "ecris toujours en francais", "SEMPRE EM PORTUGUES"])(
  "%s is of another language without accents or capitals",
  (text) => expect([isEnglish(wordsOf(text)), isForeign(wordsOf(text))]).toEqual([false, true]),
);

test("names and code in English are English", () => {
  for (const text of [
    "Email Katarzyna Wójcik and Jürgen Großmann about the Bürgeramt form",
    "Run kubectl rollout restart on the nginx pods",
    "Ana lives in Łódź and works at Škoda",
    "pls rebase ur PRs b4 merging thx",
  ])
    expect([isEnglish(wordsOf(text)), isForeign(wordsOf(text))]).toEqual([true, false]);
});
