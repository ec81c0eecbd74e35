/** The numbers under twenty, and the tens from twenty on, in words. */
export const smallNumbers =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
export const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ordinals = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth";

const values = new Map<string, number>([
  ...smallNumbers.map((word, value): [string, number] => [word, value]),
  ...tens.map((word, place): [string, number] => [word, (place + 2) * 10]),
  ["dozen", 12],
  ["hundred", 100],
  ["thousand", 1_000],
  ["million", 1_000_000],
]);

const ordinalValues = new Map(ordinals.split(" ").map((word, place): [string, number] => [word, place + 1]));
const times = new Map([
  ["once", 1],
  ["twice", 2],
  ["thrice", 3],
]);

/** The value of a number word ("seven", "sixty", "hundred"); undefined for any other. */
export const numberWord = (word: string): number | undefined => values.get(word);

/** "third" is 3. */
export const ordinalWord = (word: string): number | undefined => ordinalValues.get(word);

/** "twice" is 2. */
export const timesWord = (word: string): number | undefined => times.get(word);
