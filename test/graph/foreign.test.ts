import { expect, test } from "vitest";
import { told } from "../support/told.ts";

test.each([
  "Ich fahre einen elektrischen Renault und lade ihn im Büro.",
  "Wir treffen uns nachher noch im Park.",
  "Por favor, não uses emojis nas respostas.",
  "ich bin im Büro",
])("%s claims nothing: what is not English is not read", (text) => expect(told(text)).toEqual([]));

test("foreign names and what is said beside another language are read", () => {
  expect(told("Meine Schwester wohnt noch dort. I live in Łódź.")).toEqual(["user lives_in Łódź .."]);
  expect(told("Hi, I'm Ana.")).toEqual(["user named Ana .."]);
  expect(told("Katarzyna Wójcik works at Škoda in Mladá Boleslav.")).toContain("Katarzyna Wójcik works_at Škoda ..");
});
