/**
 * Whether a turn speaks of what is its user's own: "our booth number", "did I ever fix it?", "what was her name again?". No
 * model knows that, so memory is asked, however little of it sounds alike. In English and German.
 */
export function isOwnMatter(text: string): boolean {
  return ways.some((way) => way.test(text));
}

const words = (list: string) => String.raw`(?<!\p{L})(?:${list})(?!\p{L})`;

const ways = [
  words("my|our|ours|we|we['’](?:re|ve|ll|d)|mein(?:e[mnrs]?)?|unse?r(?:e[mnrs]?|[mns])?|wir|uns"),
  // "How do I exit vim?" asks of vim.
  `(?<!how )${words("(?:did|was|have|had|am|do) I")}`,
  `(?<!wie )${words("(?:habe?|hatte|war|wollte|sollte|muss|bin) ich")}`,
  words("(?:that|which|what|where|when|who) I|I (?:said|told|mentioned|bought|ordered|planned|wanted|decided)"),
  words("ich (?:gesagt|gekauft|bestellt)"),
  `${words("what|what['’]?s|which|who|when|where|how")}.*${words("again")}`,
  `${words("was|wie|wer|wo|wann|welche[mnrs]?")}.*${words("noch ?mal|noch gleich")}`,
]
  .map((way) => new RegExp(way, "iu"))
  // Not the United States.
  .concat(/(?<!\blet )(?<!\p{L})us(?!\p{L})/u);
