import { wordSet } from "../../language/word-set.ts";

/** Bases of nouns that say how much of what follows: "two cups of coffee" are about coffee. */
const containers = wordSet(
  "cup glass bottl slic portion piec can spoon bowl teaspoon tablespoon number kind set list copy tim",
);

export const isContainer = (base: string): boolean => containers.has(base);
