import { smallNumbers, tens } from "../../language/number-words.ts";

const numbers = new Map<string, number>([
  ...smallNumbers.map((word, value) => [word, value] as const),
  ...tens.flatMap((word, ten) => [
    [word, (ten + 2) * 10] as const,
    ...smallNumbers.slice(1, 10).map((unit, at) => [`${word}-${unit}`, (ten + 2) * 10 + at + 1] as const),
  ]),
]);

/** 12 of "12" or "twelve"; `undefined` for what is no whole number under a thousand. */
export function numberOf(word: string): number | undefined {
  if (/^\d{1,3}$/u.test(word)) return Number(word);
  return numbers.get(word);
}

/** 3 of "3", "3rd" or "third". */
export function ordinalOf(word: string): number | undefined {
  const [, digits] = /^(\d{1,2})(?:st|nd|rd|th)?$/u.exec(word) ?? [];
  if (digits !== undefined) return Number(digits);
  const at = ordinals.indexOf(word);
  return at < 0 ? undefined : at + 1;
}

const ordinals =
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth".split(
    " ",
  );
