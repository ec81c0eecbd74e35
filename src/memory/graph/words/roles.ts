import type { PredicateName } from "../predicates.ts";

/** `from`: the one in the role is the subject ("my mum" parent_of me). `to`: the owner is. */
export type Role = {
  predicate: PredicateName;
  direction: "from" | "to";
  gender?: "he" | "she";
  ended?: true;
};

const table: [PredicateName, Role["direction"], Role["gender"], string][] = [
  ["married_to", "from", "she", "wife"],
  ["married_to", "from", "he", "husband hubby"],
  ["married_to", "from", undefined, "spouse"],
  ["partner_of", "from", "she", "girlfriend fiancée fiancee"],
  ["partner_of", "from", "he", "boyfriend fiancé fiance"],
  ["partner_of", "from", undefined, "partner"],
  ["parent_of", "from", "she", "mother mum mom mama mam mummy mommy"],
  ["parent_of", "from", undefined, "parent"],
  ["parent_of", "from", "he", "father dad papa daddy"],
  ["parent_of", "to", "he", "son boy"],
  ["parent_of", "to", "she", "daughter girl"],
  ["parent_of", "to", undefined, "child kid toddler baby eldest youngest oldest firstborn teenager"],
  ["sibling_of", "from", "he", "brother"],
  ["sibling_of", "from", "she", "sister"],
  ["sibling_of", "from", undefined, "sibling twin"],
  [
    "relative_of",
    "from",
    "he",
    "uncle nephew grandfather grandpa granddad grandad grandson godson father-in-law brother-in-law son-in-law stepfather stepdad stepson stepbrother",
  ],
  [
    "relative_of",
    "from",
    "she",
    "aunt auntie niece grandmother grandma granny gran nan granddaughter goddaughter mother-in-law sister-in-law daughter-in-law stepmother stepmum stepmom stepdaughter stepsister",
  ],
  [
    "relative_of",
    "from",
    undefined,
    "cousin grandchild grandkid stepchild grandparent great-aunt great-uncle great-grandmother great-grandfather",
  ],
  ["friend_of", "from", undefined, "friend buddy pal bestie mate"],
  ["colleague_of", "from", undefined, "colleague coworker co-worker teammate workmate officemate"],
  ["reports_to", "to", undefined, "boss manager supervisor"],
];

const plurals: Record<string, string> = {
  wives: "wife",
  children: "child",
  grandchildren: "grandchild",
  nephews: "nephew",
  babies: "baby",
  buddies: "buddy",
  // "My twin" is who has one; "my twins" are whose parent speaks.
  twins: "child",
  triplets: "child",
};

const roles = new Map<string, Role>();
for (const [predicate, direction, gender, names] of table) {
  for (const name of names.split(" ")) roles.set(name, { predicate, direction, ...(gender && { gender }) });
}

/** Half-brothers are brothers. `undefined` for what is no role among people. */
export function roleOf(word: string): Role | undefined {
  const [, ex, rest] = /^(ex-|former-|late-)?(?:half-)?(.+)$/u.exec(word) ?? [];
  const role = roles.get(rest ?? "");
  return role && ex ? { ...role, ended: true } : role;
}

/** `sons` of `son`; `undefined` for what is no plural of a role. */
export function singularRole(word: string): string | undefined {
  const known = Object.hasOwn(plurals, word) ? plurals[word] : undefined;
  if (known !== undefined) return known;
  const [head = "", ...tail] = word.split("-");
  const joined = [head.replace(/s$/u, ""), ...tail].join("-");
  return head.endsWith("s") && roles.has(joined) ? joined : undefined;
}

const others: Record<string, string> = {
  mother: "mum mom mama mam mummy mommy",
  father: "dad papa daddy",
  husband: "hubby",
  son: "boy",
  daughter: "girl",
  fiancée: "fiancee",
  fiancé: "fiance",
  grandmother: "grandma granny gran nan",
  grandfather: "grandpa granddad grandad",
  aunt: "auntie",
  child: "kid",
  boss: "manager",
  colleague: "co-worker coworker",
};
const canonical = new Map<string, string>();
for (const [role, words] of Object.entries(others)) for (const word of words.split(" ")) canonical.set(word, role);

/** One word for a role that has several. */
export const canonicalRole = (role: string) => canonical.get(role) ?? role;
