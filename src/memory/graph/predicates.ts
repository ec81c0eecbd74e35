type Traits = { functional?: true; symmetric?: true; person?: true };

const traits = {
  named: { functional: true },
  lives_in: { functional: true },
  comes_from: {},
  born_on: { functional: true },
  has_birthday: { functional: true },
  age: { functional: true },
  speaks: {},
  works_at: { functional: true },
  works_as: { functional: true },
  reports_to: { functional: true, person: true },
  responsible_for: {},
  member_of: {},
  colleague_of: { symmetric: true, person: true },
  founded: {},
  studies: {},
  studies_at: { functional: true },
  married_to: { functional: true, symmetric: true, person: true },
  partner_of: { functional: true, symmetric: true, person: true },
  parent_of: { person: true },
  sibling_of: { symmetric: true, person: true },
  relative_of: { symmetric: true, person: true },
  friend_of: { symmetric: true, person: true },
  has_pet: { person: true },
  is_a: {},
  owns: {},
  likes: {},
  dislikes: {},
  prefers: {},
  allergic_to: {},
  diet: { functional: true },
  has_condition: {},
  plays: {},
  uses: {},
  runs_on: { functional: true },
  has_version: { functional: true },
  located_in: { functional: true },
  scheduled_on: { functional: true },
  recurs: { functional: true },
  visits: {},
  email: { functional: true },
  phone: { functional: true },
  handle: {},
} as const satisfies Record<string, Traits>;

/** The closed list of what a fact may say. docs/graph.md says what each means. */
export type PredicateName = keyof typeof traits;

export const predicateNames = Object.keys(traits) as PredicateName[]; // the keys of a literal are its type's

const traitsOf = (predicate: PredicateName): Traits => traits[predicate];

/** One object at a time: a newer one ends the older. */
export const isFunctional = (predicate: PredicateName) => traitsOf(predicate).functional === true;

/** True in either direction. */
export const isSymmetric = (predicate: PredicateName) => traitsOf(predicate).symmetric === true;

/** Its object is an entity, not a text about the subject. */
export const isBetweenEntities = (predicate: PredicateName) => traitsOf(predicate).person === true;
