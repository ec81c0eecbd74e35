import { wordSet } from "../../language/word-set.ts";

/** Verbs as `base` or `base:past` or `base:past:participle`; the rest is regular. */
const listed = `live reside stay move:moved relocate settle work teach:taught join start begin:began:begun leave:left quit:quit resign retire study learn
  graduate attend major found:founded co-found launch create establish set:set lead:led maintain manage head oversee:oversaw:overseen run:ran:run
  own belong sing:sang:sung play use write:wrote:written build:built switch migrate upgrade update host deploy marry engage divorce
  date have:had get:got:gotten adopt buy:bought purchase sell:sold acquire drive:drove:driven ride:rode:ridden like love enjoy adore hate dislike
  detest loathe prefer stand:stood bear:bore:born suffer diagnose speak:spoke:spoken come:came:come grow:grew:grown raise hail go:went:gone
  fly:flew:flown travel visit spend:spent book schedule reschedule postpone push happen take:took:taken fall:fell:fallen due base locate
  situate call name be report turn become:became:become promote hire employ fire lay:laid appoint reach change say:said
  think:thought guess believe suppose hope wish want need hear:heard read:read know:knew:known tell:told mention claim insist reckon
  wonder doubt assume plan keep:kept make:made see:saw:seen look feel:felt seem give:gave:given put:put send:sent ask help try find:found
  let:let talk eat:ate:eaten drink:drank:drunk cook sleep:slept meet:met:met sit:sat bring:brought show:showed:shown close open die pass miss
  remember forget:forgot:forgotten rewrite:rewrote:rewritten rent lease train practise practice swim:swam:swum share terminate serve store sponsor collect
  support pay:paid earn win:won lose:lost ship end expire finish follow fail break:broke:broken fix rely depend power support head
  celebrate recur repeat land arrive return stop bump merge cost last handle care chair own coach volunteer supervise sit transfer intern
  rename pick drop remain celebrate organise organize rescue slip delay cancel:cancelled scrap:scrapped do:did:done`;

const irregularS: Record<string, string> = { have: "has", go: "goes", be: "is", do: "does" };

export type VerbForm = { lemma: string; form: "base" | "s" | "past" | "participle" | "ing" };

const forms = new Map<string, VerbForm[]>();

function put(word: string, lemma: string, form: VerbForm["form"]): void {
  const known = forms.get(word) ?? [];
  if (!known.some((other) => other.lemma === lemma && other.form === form))
    forms.set(word, [...known, { lemma, form }]);
}

const doubled = wordSet("slip scrap cancel run set put get let quit sit swim stop drop bump plan ship");

function stemOf(base: string): string {
  if (base.endsWith("e") && base !== "be" && base !== "see") return base.slice(0, -1);
  return doubled.has(base) ? base + base.at(-1) : base;
}

function regularPast(base: string): string {
  return /[^aeiou]y$/u.test(base) ? `${base.slice(0, -1)}ied` : `${stemOf(base)}ed`;
}

function withS(base: string): string {
  if (irregularS[base] !== undefined) return irregularS[base];
  if (/(?:s|x|ch|sh|z)$/u.test(base)) return `${base}es`;
  return /[^aeiou]y$/u.test(base) ? `${base.slice(0, -1)}ies` : `${base}s`;
}

for (const entry of listed.trim().split(/\s+/u)) {
  const [base = "", past = regularPast(base), participle = past] = entry.split(":");
  put(base, base, "base");
  put(withS(base), base, "s");
  put(past, base, "past");
  put(participle, base, "participle");
  put(`${stemOf(base)}ing`, base, "ing");
}
put("canceled", "cancel", "past");
put("canceled", "cancel", "participle");
put("lying", "lie", "ing");
put("travelled", "travel", "past");
put("travelled", "travel", "participle");
put("travelling", "travel", "ing");
put("born", "bear", "participle");

/** What a word may be as a verb; none for what is not listed. */
export const verbForms = (word: string): readonly VerbForm[] => forms.get(word) ?? [];
