/** The terms of every text are made anew, as in 0015: words are found without their accents, and across characters that show nothing. */
export { up } from "./0015-terms.ts";
