/** What is said instead of a note's words from a place `to` another. `isOfUser`: its verb, the last word, is what the user does. */
export type Turn = { readonly to: number; readonly instead: string; readonly isOfUser?: true };
