/** Of each class one can be chosen. */
const classes: readonly (readonly [string, string])[] = [
  [
    "language",
    "english german french spanish italian portuguese dutch polish swedish danish norwegian finnish greek turkish russian ukrainian arabic hebrew hindi japanese chinese korean czech hungarian romanian latin welsh irish",
  ],
  ["system", "metric imperial"],
  [
    "distance",
    "centimetre centimetres millimetre millimetres inch inches feet metre metres kilometre kilometres mile miles",
  ],
  ["mass", "kilogram kilograms gram grams ounce ounces pound pounds"],
  ["temperature", "celsius fahrenheit"],
  ["length", "short long brief detailed shorter longer concise lengthy"],
  ["indent", "tabs spaces"],
  ["manner", "formal informal casual"],
];

const classOf = new Map(classes.flatMap(([name, words]) => words.split(" ").map((word) => [word, name] as const)));

/** The class of which a word is one choice. */
export const choiceOf = (word: string): string | undefined => classOf.get(word);
