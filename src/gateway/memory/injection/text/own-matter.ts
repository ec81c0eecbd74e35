/**
 * Whether a turn speaks of what is its user's own: "our booth number", "did I ever fix it?", "what was her name again?". No
 * model knows that, so memory is asked, however little of it sounds alike. In English alone: in other languages all texts
 * sound alike to the built-in model.
 */
export function isOwnMatter(text: string): boolean {
  return ways.some((way) => way.test(text));
}

/** Not names as "us-east-1" and "my()". */
const end = String.raw`(?![\p{L}(\-])`;
const words = (list: string) => String.raw`(?<!\p{L})(?:${list})${end}`;

const ways = [
  words("my|our|ours|we|we['’](?:re|ve|ll|d)"),
  // "How do I exit vim?" asks of vim.
  `(?<!how )${words("(?:did|was|have|had|am|do) I")}`,
  words("(?:that|which|what|where|when|who) I|I (?:said|told|mentioned|bought|ordered|planned|wanted|decided)"),
  `${words("what|what['’]?s|which|who|when|where|how")}.*${words("again")}`,
]
  .map((way) => new RegExp(way, "iu"))
  // Not the United States.
  .concat(new RegExp(`(?<!\\blet )${words("us")}`, "u"));
