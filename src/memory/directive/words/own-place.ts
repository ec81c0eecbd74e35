/** Where all is that is spoken of: who lifts a ban "in this project" lifts it. As alternatives of a pattern. */
export const ownPlaces =
  "project|codebase|repo|repository|monorepo|workspace|team|company|household|organisation|organization";

const ownPlace = new RegExp(`\\b(?:in|at|on|for|within|across) (?:this|our) (?:${ownPlaces})\\b`, "giu");

export const withoutOwnPlace = (text: string): string => text.replace(ownPlace, "");
