import { sensesOf, synsetAt, type Part, type Senses } from "../../language/wordnet.ts";

/** What WordNet says of a word: synsets that are its meanings, those above them, and those that are their opposites. */
export type Net = {
  own: ReadonlySet<number>;
  up: ReadonlySet<number>;
  opposed: ReadonlySet<number>;
  /** Shares of its uses as a verb and as a noun, in ninths. */
  verb: number;
  noun: number;
  /** Its first meaning as a noun is a thing or a place that something can be in. */
  isPlace: boolean;
};

/** Senses that count, of a part of speech that has at least four ninths of the word's uses, and of the others. */
const sensesMax = 3;
const otherMax = 2;
/** Steps that are climbed to wider synsets: from a verb `verbSteps`, from other words `nounSteps`. */
const nounSteps = 4;
const verbSteps = 1;
/** The greatest size of a synset that is climbed to: one above more than 2^size others says too little. */
const nounSizeMax = 9;
const verbSizeMax = 12;

/** Undefined for a word that WordNet, or the part of it that is here, does not know. */
export function netOf(base: string): Net | undefined {
  const senses = sensesOf(base);
  if (!senses) return undefined;
  const own = new Set<number>();
  const up = new Set<number>();
  const opposed = new Set<number>();
  for (const [part, { synsets, derived, share }] of senses) {
    const first = share >= 4 ? sensesMax : otherMax;
    for (const synset of synsets.slice(0, first)) {
      own.add(synset);
      climb(synset, part, up, 0);
      const { antonyms, parents } = synsetAt(synset);
      for (const antonym of antonyms) opposed.add(antonym);
      if (part === "a") for (const head of parents) for (const antonym of synsetAt(head).antonyms) opposed.add(antonym);
    }
    for (const synset of derived) own.add(synset);
  }
  for (const synset of own) up.add(synset);
  return {
    own,
    up,
    opposed,
    verb: senses.get("v")?.share ?? -1,
    noun: senses.get("n")?.share ?? -1,
    isPlace: isPlace(senses.get("n")),
  };
}

/** WordNet's files of artifacts, locations and natural objects. */
const places = new Set([6, 15, 17]);

const isPlace = (noun: Senses | undefined): boolean =>
  noun?.synsets[0] !== undefined && places.has(synsetAt(noun.synsets[0]).file);

function climb(from: number, part: Part, up: Set<number>, steps: number): void {
  if (steps >= (part === "v" ? verbSteps : nounSteps)) return;
  const { parents, entailed } = synsetAt(from);
  for (const parent of [...parents, ...(part === "v" ? entailed : [])]) {
    if (synsetAt(parent).size > (part === "v" ? verbSizeMax : nounSizeMax)) continue;
    up.add(parent);
    climb(parent, part, up, steps + 1);
  }
}

/** How an action's word relates to a rule's. */
export function netLikeness(rule: Net, action: Net): "same" | "wider" | "opposed" | "unrelated" {
  if (intersects(rule.opposed, action.own) || intersects(action.opposed, rule.own)) return "opposed";
  if (intersects(rule.own, action.up)) return "same";
  if (intersects(action.own, rule.up)) return "wider";
  return "unrelated";
}

export function intersects<Each>(one: ReadonlySet<Each>, other: ReadonlySet<Each>): boolean {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  for (const each of small) if (large.has(each)) return true;
  return false;
}
