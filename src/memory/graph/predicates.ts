type Traits = { functional?: true; symmetric?: true; person?: true; thing?: true };

const traits = {
  named: { functional: true },
  lives_in: { functional: true, thing: true },
  comes_from: { thing: true },
  born_on: { functional: true },
  has_birthday: { functional: true },
  age: { functional: true },
  speaks: {},
  works_at: { functional: true, thing: true },
  works_as: { functional: true },
  reports_to: { functional: true, person: true },
  responsible_for: { thing: true },
  member_of: { thing: true },
  colleague_of: { symmetric: true, person: true },
  founded: { thing: true },
  studies: {},
  studies_at: { functional: true, thing: true },
  married_to: { functional: true, symmetric: true, person: true },
  partner_of: { functional: true, symmetric: true, person: true },
  parent_of: { person: true },
  sibling_of: { symmetric: true, person: true },
  relative_of: { symmetric: true, person: true },
  friend_of: { symmetric: true, person: true },
  has_pet: { person: true },
  is_a: {},
  owns: { thing: true },
  likes: {},
  dislikes: {},
  prefers: {},
  allergic_to: {},
  diet: { functional: true },
  has_condition: {},
  plays: { thing: true },
  uses: { thing: true },
  runs_on: { functional: true, thing: true },
  has_version: { functional: true },
  located_in: { functional: true, thing: true },
  scheduled_on: { functional: true },
  recurs: { functional: true },
  visits: { thing: true },
  email: { functional: true },
  phone: { functional: true },
  handle: {},
} as const satisfies Record<string, Traits>;

/** The closed list of what a fact may say. docs/graph.md says what each means. */
export type PredicateName = keyof typeof traits;

const traitsOf = (predicate: PredicateName): Traits => traits[predicate];

/** One object at a time: a newer one ends the older. */
export const isFunctional = (predicate: PredicateName) => traitsOf(predicate).functional === true;

/** True in either direction. */
export const isSymmetric = (predicate: PredicateName) => traitsOf(predicate).symmetric === true;

/** Its object is somebody, whose name is resolved as that of a subject is. */
export const isBetweenEntities = (predicate: PredicateName) => traitsOf(predicate).person === true;

/** Its object is an entity: somebody, or a place, an organisation or a thing that other facts may be about. */
export const isAboutEntity = (predicate: PredicateName) =>
  isBetweenEntities(predicate) || traitsOf(predicate).thing === true;
