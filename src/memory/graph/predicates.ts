type Traits = {
  /** What a sentence says between the subject and the object. */
  phrase: string;
  /** Words by which somebody may ask for such a fact. */
  asked: string;
  functional?: true;
  symmetric?: true;
  person?: true;
  thing?: true;
};

const predicates = {
  named: { phrase: "is called", asked: "name call", functional: true },
  lives_in: { phrase: "lives in", asked: "live home city town country move reside", functional: true, thing: true },
  comes_from: { phrase: "comes from", asked: "come origin born grow up hometown country", thing: true },
  born_on: { phrase: "was born on", asked: "born birth date year", functional: true },
  has_birthday: { phrase: "has a birthday on", asked: "birthday birth date", functional: true },
  age: { phrase: "is of the age of", asked: "old age year", functional: true },
  speaks: { phrase: "speaks", asked: "speak language" },
  works_at: { phrase: "works at", asked: "work job employer company", functional: true, thing: true },
  works_as: { phrase: "works as", asked: "work job occupation profession do", functional: true },
  reports_to: { phrase: "reports to", asked: "report boss manager", functional: true, person: true },
  responsible_for: { phrase: "is responsible for", asked: "responsible lead maintain run own in charge", thing: true },
  member_of: { phrase: "is a member of", asked: "member club team belong", thing: true },
  colleague_of: { phrase: "is a colleague of", asked: "colleague coworker team", symmetric: true, person: true },
  founded: { phrase: "founded", asked: "found start founder company", thing: true },
  studies: { phrase: "studies", asked: "study subject degree" },
  studies_at: { phrase: "studies at", asked: "study university school college degree", functional: true, thing: true },
  married_to: {
    phrase: "is married to",
    asked: "marry married wife husband spouse",
    functional: true,
    symmetric: true,
    person: true,
  },
  partner_of: {
    phrase: "is the partner of",
    asked: "partner girlfriend boyfriend engaged",
    functional: true,
    symmetric: true,
    person: true,
  },
  parent_of: { phrase: "is a parent of", asked: "parent child kid son daughter mother father", person: true },
  sibling_of: { phrase: "is a sibling of", asked: "sibling brother sister", symmetric: true, person: true },
  relative_of: { phrase: "is a relative of", asked: "relative family", symmetric: true, person: true },
  friend_of: { phrase: "is a friend of", asked: "friend", symmetric: true, person: true },
  has_pet: { phrase: "has the pet", asked: "pet animal", person: true },
  is_a: { phrase: "is a", asked: "kind breed animal" },
  owns: { phrase: "owns", asked: "own have", thing: true },
  likes: { phrase: "likes", asked: "like love enjoy favourite favorite" },
  dislikes: { phrase: "dislikes", asked: "dislike hate" },
  prefers: { phrase: "prefers", asked: "prefer choose" },
  allergic_to: { phrase: "is allergic to", asked: "allergic allergy eat avoid" },
  diet: { phrase: "keeps to the diet", asked: "diet eat food", functional: true },
  has_condition: { phrase: "has the condition", asked: "condition illness disease health suffer" },
  plays: { phrase: "plays", asked: "play instrument sport game hobby", thing: true },
  uses: { phrase: "uses", asked: "use tool language written", thing: true },
  runs_on: { phrase: "runs on", asked: "run host deploy platform server", functional: true, thing: true },
  has_version: { phrase: "has the version", asked: "version release", functional: true },
  located_in: { phrase: "is located in", asked: "where located place in", functional: true, thing: true },
  scheduled_on: { phrase: "is scheduled on", asked: "when date scheduled planned appointment", functional: true },
  recurs: { phrase: "recurs", asked: "when often every", functional: true },
  visits: { phrase: "visits", asked: "visit trip travel go went fly", thing: true },
  email: { phrase: "has the email address", asked: "email mail address contact", functional: true },
  phone: { phrase: "has the phone number", asked: "phone number call contact", functional: true },
  handle: { phrase: "has the handle", asked: "handle account username" },
} as const satisfies Record<string, Traits>;

/** The closed list of what a fact may say. docs/graph.md says what each means. */
export type PredicateName = keyof typeof predicates;

const traitsOf = (predicate: PredicateName): Traits => predicates[predicate];

export const phraseOf = (predicate: PredicateName) => predicates[predicate].phrase;
export const askedBy = (predicate: PredicateName) => predicates[predicate].asked;

/** One object at a time: a newer one ends the older. */
export const isFunctional = (predicate: PredicateName) => traitsOf(predicate).functional === true;

/** True in either direction. */
export const isSymmetric = (predicate: PredicateName) => traitsOf(predicate).symmetric === true;

/** Its object is somebody, whose name is resolved as that of a subject is. */
export const isBetweenEntities = (predicate: PredicateName) => traitsOf(predicate).person === true;

/** Its object is an entity: somebody, or a place, an organisation or a thing that other facts may be about. */
export const isAboutEntity = (predicate: PredicateName) =>
  isBetweenEntities(predicate) || traitsOf(predicate).thing === true;
