/**
 * Whether an answer says nothing but that its model does not know or cannot do what it was asked, with what it offers
 * instead ("I'm sorry, I don't have access to earlier conversations. Could you tell me more?"). In English and German.
 */
export function isRefusal(text: string): boolean {
  if (text.length > mostCharacters || /\d/u.test(text)) return false;
  const [first = "", ...rest] = text.trim().replace(apology, "").split(ends);
  return refuses.test(first) && rest.every((sentence) => refuses.test(sentence) || offers.test(sentence));
}

/** A longer answer says something beside, and so does one with a number. */
const mostCharacters = 500;

const ends = /(?<=[.!?])\s+|[,;:] (?:but|however|although|aber) /iu;
const apology =
  /^(?:(?:i['’]m|i am) (?:\w+ )?(?:sorry|afraid)|sorry|unfortunately|(?:my )?apologies|i apologi[sz]e|as an ai[^,.]*|(?:es )?tut mir leid|leider)\b[,:.]? (?:but |aber )?/iu;
const lacks = String.raw`i (?:\w+ )?(?:don['’]t|do not) (?:\w+ )?(?:have (?:\w+ )?(?:access|information|records?|memory|details|data|context|way|ability)|know|recall|remember)\b`;
const cannot = String.raw`i(?:['’]m| am)? (?:\w+ )?(?:can['’]t|cannot|can not|unable to|not able to) (?:\w+ )?(?:access|see|look|browse|recall|remember|retrieve|view|check|know|help|assist|answer|make phone)\b`;
const unsure = String.raw`i(?:['’]m| am) not sure (?:what|which|who|when|where|how|if|whether|i)\b`;
const german = String.raw`(?:das )?(?:ich )?(?:habe|kann|weiß) (?:\w+ ){0,4}?(?:keinen zugriff|keine informationen|nicht)\b`;
const refuses = new RegExp(`^(?:${lacks}|${cannot}|${unsure}|${german})`, "iu");
const offers =
  /^(?:but |however,? )?(?:if you|could you|can you|would you|please|you can|you could|let me know|i can|i['’]d be happy|feel free|wenn du|wenn sie|kannst du|können sie|könntest du|bitte)\b|^(?:what|which|who|when|where)\b[^.]*\?$/iu;
