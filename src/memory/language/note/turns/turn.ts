/**
 * What is said instead of a note's words from a place `to` another. `isOfUser`: the verb, its last word, is what the user does;
 * `false` where what is joined is somebody else's.
 */
export type Turn = { readonly to: number; readonly instead: string; readonly isOfUser?: boolean };
