import { expect, test } from "vitest";
import { statementsOf } from "../../src/memory/directive/statements-of.ts";
import { rulesOfMarked } from "../support/marked.ts";

const rulesOf = (text: string) =>
  statementsOf(text).flatMap((each) => (each.kind === "rule" ? [`${each.type} ${each.rule}`] : []));

test.each([
  "No tengo perro",
  "No hablo inglés",
  "No vivo en Madrid",
  "No fumo",
  "No entiendo el error",
  "No funciona el login",
  "NO FUNCIONA EL LOGIN",
  "No es necesario reiniciar el server",
  "No trabalho uso Windows",
  "No projeto somos cinco",
  "No café da manhã como pão",
  "No commit de ontem faltou um teste",
  "No tinc fills",
  "No nevím",
  "No to idziemy",
  "No entiendo python",
  "No funciona docker compose",
  "No me gusta git",
  "No sirve git",
  "No bebo alcohol",
  "No meu caso uso vim",
  "No servidor está tudo bem",
  "No projeto novo falta disco",
  "我喜欢Python, not Java.",
  "他是Java developer, not designer.",
  "Mi jefe es Java developer, not designer",
  "Me llamo Ana, not Anna",
  "Per favore non usare emoji nelle risposte",
  "Verwijder nooit bestanden in de archiefmap",
  "Masukkan URL yang valid",
  "Bir roman okuyorum",
  "Wpisz poprawny adres",
  "Tôi đặt bàn cho bốn người",
  "toujours en metres, jamais en pieds",
])("%s states nothing", (text) => {
  expect(rulesOf(text)).toEqual([]);
  expect(rulesOfMarked(`{NEVER ${text}}`)).toEqual([]);
});

test.each([
  ["No npm, use pnpm for every install.", "NEVER No npm"],
  ["Never push to foo-bar", "NEVER Never push to foo-bar"],
  ["camelCase, not kebab-case", "MUST Use camelCase, not kebab-case"],
  ["no semicolons pls", "NEVER No semicolons"],
  ["No Kubernetes", "NEVER No Kubernetes"],
  ["No emojis", "NEVER No emojis"],
  ["Keep answers short. No frobs.", "NEVER No frobs"],
  ["Never deploy to 本番.", "NEVER Never deploy to 本番"],
  ["Never talk to דוד about money.", "NEVER Never talk to דוד about money"],
  ["Never prescribe amoxicillin or azithromycin", "NEVER Never prescribe amoxicillin or azithromycin"],
  ["Do not prescribe amoxicillin or azithromycin", "NEVER Do not prescribe amoxicillin or azithromycin"],
  ["You must never serve foie gras", "NEVER Never serve foie gras"],
  ["Always serve foie gras", "MUST Serve foie gras"],
  ["Never gank noobs", "NEVER Never gank noobs"],
  ["Never run chown tmp", "NEVER Never run chown tmp"],
  ["Never say hasta la vista", "NEVER Never say hasta la vista"],
  ["Prefer metformin over glipizide", "PREFER Prefer metformin over glipizide"],
  ["Prefer pydantic over dataclasses", "PREFER Prefer pydantic over dataclasses"],
  ["Proofread this German mail. Sehr geehrte Kunden, wir haben ein Angebot. No sycophancy.", "NEVER No sycophancy"],
  ["Labels in 日本語 only", "MUST Use labels in 日本語 only"],
  ...[
    "sycophancy",
    "microservices",
    "hardcoding",
    "polyfills",
    "goto",
    "pdfs",
    "kimchi",
    "lorem ipsum",
    "jalapeños",
    "foie gras",
    "pico de gallo",
    "soy milk",
  ].map((thing) => [`No ${thing}`, `NEVER No ${thing}`]),
])("%s is English enough", (text, rule) => {
  expect(rulesOf(text)).toContain(rule);
});

test.each([
  ["Não {MUST use emojis}", []],
  ["{MUST Me llamo Ana, not Anna}", []],
  ["{NEVER No final} deu certo", []],
  ["{NEVER Never prescribe amoxicillin or azithromycin}.", ["NEVER Never prescribe amoxicillin or azithromycin"]],
  ["{PREFER Prefer zustand over redux}", ["PREFER Prefer zustand over redux"]],
  ["Never {NEVER say hasta la vista}", ["NEVER Never say hasta la vista"]],
  ["他是Java {MUST developer, not designer}.", []],
  ["Por favor, never {NEVER deploy on Friday}.", ["NEVER Never deploy on Friday"]],
  ["Por favor never {NEVER deploy on Friday}.", ["NEVER Never deploy on Friday"]],
])("what the model marks in %s", (text, rules) => {
  expect(rulesOfMarked(text)).toEqual(rules);
});
