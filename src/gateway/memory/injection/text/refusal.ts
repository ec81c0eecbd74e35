/**
 * Whether an answer says nothing but that its model does not know or cannot do what it was asked, with an offer of help or
 * a question back ("I'm sorry, I don't have access to earlier conversations. Could you tell me more?"). In English, and a
 * few phrases of German. Each of its clauses must be one of these: whatever else there is may be the answer.
 */
export function isRefusal(text: string): boolean {
  if (text.length > mostCharacters || /\d/u.test(text)) return false;
  const [first = "", ...rest] = text.trim().replace(apology, "").split(ends);
  return refuses.test(first) && rest.every((sentence) => refuses.test(sentence) || offers.test(sentence));
}

/** A longer answer says something beside, and so does one with a number. */
const mostCharacters = 500;

const joins = "(?:and|but|so|because|as|since|however|although|und|aber|weil)";
const ends = new RegExp(String.raw`(?<=[.!?])\s+|[,;:]\s+(?:${joins}\b,?\s*)?|\s${joins}\s|\s[–—-]\s|\s\(|\n+`, "iu");
const apology =
  /^(?:(?:i['’]m|i am) (?:\w+ )?(?:sorry|afraid)|sorry|unfortunately|(?:my )?apologies|i apologi[sz]e|as an ai[^,.]*|(?:es )?tut mir leid|leider)\b[,:.]? (?:but |aber )?/iu;
const lacks = String.raw`i (?:\w+ )?(?:don['’]t|do not) (?:\w+ )?(?:have (?:\w+ )?(?:access|information|records?|memory|details|data|context|way|ability)|know(?! of)|recall|remember)\b`;
const cannot = String.raw`i(?:['’]m| am)? (?:\w+ )?(?:can['’]t|cannot|can not|unable to|not able to) (?:\w+ )?(?:access|see(?! any| why)|look|browse|recall|remember|retrieve|view|check|know|help|assist|answer|make phone)\b`;
const unsure = String.raw`i(?:['’]m| am) not sure (?:what|which|who|when|where|how|if|whether|i)\b`;
const german = String.raw`(?:ich )?habe (?:\w+ ){0,3}?(?:keinen zugriff|keine informationen)\b|(?:ich weiß (?:es |das )?|das weiß ich )(?:leider )?nicht\b`;
const refuses = new RegExp(`^(?:${lacks}|${cannot}|${unsure}|${german})`, "iu");
const gives = "(?:tell|share|give|provide|send|paste|let|clarify|rephrase|specify)";
const offers = new RegExp(
  String.raw`^(?:but |however,? )?(?:(?:please|if you(?: can| could)?) ${gives}\b|if you(?:['’]d)? like\b|let me know\b|feel free\b|i can (?:\w+ )?(?:help|assist)\b|i['’]d be happy\b|(?:could|can|would) you (?:please )?${gives}\b[^.]*\?$|(?:kannst du|können sie|könntest du)\b[^.]*\?$|(?:what|which|who|when|where)\b[^.]*\?$)`,
  "iu",
);
