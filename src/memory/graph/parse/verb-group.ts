import { wordSet } from "../../language/word-set.ts";
import { lowerAt, type Token } from "../../language/tokens.ts";
import { adverbs, hedges } from "../words/common.ts";
import { lookup } from "../words/lookup.ts";
import { verbForms, type VerbForm } from "../words/verbs.ts";

export type VerbGroup = {
  lemma: string;
  tense: "present" | "past" | "perfect" | "progressive" | "future";
  passive: boolean;
  negated: boolean;
  /** "used to", "no longer", "not any more". */
  ended: boolean;
  /** "might", "would", "probably": it is not stated. */
  hedged: boolean;
  /** Where it begins, and behind its last token. */
  start: number;
  end: number;
};

const beForms: Record<string, "present" | "past"> = {
  am: "present",
  is: "present",
  are: "present",
  "'m": "present",
  "'re": "present",
  "'s": "present",
  was: "past",
  were: "past",
};
const haveForms = new Set(["have", "has", "had", "'ve", "'d", "'s"]);
const negations = new Set(["not", "n't", "never", "neither"]);

type State = Omit<VerbGroup, "lemma" | "end" | "start"> & { auxiliary: string | undefined; at: number };

/** The finite verb that begins at a token, with its auxiliaries. `bare`: one without a subject before it. */
export function verbGroupAt(tokens: Token[], start: number, bare = false): VerbGroup | undefined {
  const state: State = {
    tense: "present",
    passive: false,
    negated: false,
    ended: false,
    hedged: false,
    auxiliary: undefined,
    at: start,
  };
  for (let steps = 0; steps < 10; steps++) {
    const found = step(tokens, state, bare);
    if (found === "none") return undefined;
    if (found === "more") continue;
    const { tense, passive, negated, ended, hedged, at } = state;
    return { lemma: found, tense, passive, negated, ended, hedged, start, end: at };
  }
  return undefined;
}

/** One word: the main verb's lemma, or that there is more to come, or that this is no verb. */
function step(tokens: Token[], state: State, bare: boolean): string {
  const word = lowerAt(tokens, state.at);
  const next = lowerAt(tokens, state.at + 1);
  if (isNoLonger(tokens, state.at)) {
    state.ended = true;
    state.at++;
  } else if (hedges.has(word) || (word === "'d" && !isParticiple(content(tokens, state.at + 1)))) {
    state.hedged = true;
    state.auxiliary = "modal";
  } else if (negations.has(word)) state.negated = true;
  else if (word === "will" || word === "'ll" || word === "can") {
    state.tense = "future";
    state.auxiliary = "modal";
    // "can" says what is possible.
    if (word === "can" && next !== "not" && next !== "n't") state.hedged = true;
  } else if (word === "used" && next === "to") {
    state.ended = true;
    state.tense = "past";
    state.auxiliary = "modal";
    state.at++;
  } else if (!adverbs.has(word)) return verbStep(tokens, state, bare);
  state.at++;
  return "more";
}

function verbStep(tokens: Token[], state: State, bare: boolean): string {
  const word = lowerAt(tokens, state.at);
  const behind = content(tokens, state.at + 1);
  const be = lookup(beForms, word) ?? (word === "be" || word === "been" || word === "being" ? "present" : undefined);
  if (haveForms.has(word) && isParticiple(behind)) {
    if (word === "'s" && behind !== "been" && behind !== "got") return beStep(tokens, state, behind, "present");
    if (behind === "got" && word !== "had") {
      state.at = skipTo(tokens, state.at + 1) + 1;
      return "have";
    }
    state.tense = "perfect";
    state.auxiliary = "have";
    state.at++;
    return "more";
  }
  if (be !== undefined) {
    if (word === "be" && state.auxiliary !== "modal") return "none";
    if (word === "been" && state.auxiliary !== "have" && !bare) return "none";
    if (word === "been" && bare) state.tense = "perfect";
    return beStep(tokens, state, behind, Object.hasOwn(beForms, word) ? be : undefined);
  }
  if (["do", "does", "did"].includes(word) && verbForms(behind).some(({ form }) => form === "base")) {
    if (word === "did") state.tense = "past";
    state.auxiliary = "do";
    state.at++;
    return "more";
  }
  if (["have", "has", "had"].includes(word) && behind === "to") state.hedged = true;
  if (["got", "get", "gets"].includes(word) && isParticiple(behind) && !stateWords.has(behind) && behind !== "got") {
    if (word === "got") state.tense = "past";
    state.passive = true;
    state.auxiliary = "be";
    state.at++;
    return "more";
  }
  const form = mainForm(word, state, bare);
  if (!form) return "none";
  if (state.auxiliary === undefined && (form.form === "past" || form.form === "participle")) state.tense = "past";
  state.at++;
  return form.lemma;
}

function beStep(tokens: Token[], state: State, behind: string, tense: "present" | "past" | undefined): string {
  if (tense !== undefined && state.tense !== "perfect") state.tense = tense;
  const forms = verbForms(behind);
  const ing = forms.some(({ form }) => form === "ing");
  if (ing || (forms.some(({ form }) => form === "participle") && behind !== "based" && !stateWords.has(behind))) {
    if (ing && state.tense === "present") state.tense = "progressive";
    if (
      behind === "going" &&
      lowerAt(tokens, skipTo(tokens, state.at + 1) + 1) === "to" &&
      isBase(lowerAt(tokens, skipTo(tokens, state.at + 1) + 2))
    ) {
      state.tense = "future";
      state.hedged = true;
      state.auxiliary = "modal";
      state.at = skipTo(tokens, state.at + 1) + 2;
      return "more";
    }
    state.passive = !ing;
    state.auxiliary = "be";
    state.at++;
    return "more";
  }
  const end = skipTo(tokens, state.at + 1);
  for (let at = state.at + 1; at < end; at++) {
    if (negations.has(lowerAt(tokens, at))) state.negated = true;
    if (hedges.has(lowerAt(tokens, at))) state.hedged = true;
    if (isNoLonger(tokens, at)) state.ended = true;
  }
  state.at = end;
  return "be";
}

/** They stand behind "be" as adjectives. */
const stateWords = wordSet("due based located situated married engaged divorced set open like born read");

const isBase = (word: string) => word === "be" || verbForms(word).some(({ form }) => form === "base");

function mainForm(word: string, { auxiliary }: State, bare: boolean): VerbForm | undefined {
  const wanted: VerbForm["form"][] =
    auxiliary === undefined
      ? bare
        ? ["s", "past", "ing"]
        : ["s", "past", "base"]
      : auxiliary === "be"
        ? ["ing", "participle"]
        : auxiliary === "have"
          ? ["participle"]
          : ["base"];
  const forms = verbForms(word);
  return wanted.map((form) => forms.find((each) => each.form === form)).find((each) => each !== undefined);
}

const isParticiple = (word: string) => word === "been" || verbForms(word).some(({ form }) => form === "participle");

export const isNoLonger = (tokens: Token[], at: number) =>
  lowerAt(tokens, at) === "no" && lowerAt(tokens, at + 1) === "longer";

/** How many tokens "anymore", "any more" or "any longer" has here; 0 where none of them stands. */
export function anyMoreAt(tokens: Token[], at: number): 0 | 1 | 2 {
  const [word, next] = [lowerAt(tokens, at), lowerAt(tokens, at + 1)];
  if (word === "anymore") return 1;
  return word === "any" && (next === "more" || next === "longer") ? 2 : 0;
}

/** The first word from here that is no adverb and no negation. */
function skipTo(tokens: Token[], at: number): number {
  let place = at;
  while (place < at + 4) {
    const word = lowerAt(tokens, place);
    if (isNoLonger(tokens, place)) place += 2;
    else if (adverbs.has(word) || negations.has(word) || hedges.has(word)) place++;
    else return place;
  }
  return place;
}

const content = (tokens: Token[], at: number) => lowerAt(tokens, skipTo(tokens, at));
