/** What a rule about form finds in the texts that stand in an action. */
export type FormVerdict = "met" | "broken";

/** Characters of a text that is looked at; a longer one is left out. */
export const textMax = 4_000;
