/**
 * Whether a user says outright that the answer before was right or wrong. Only what can hardly mean anything else counts:
 * a verdict that stands at the beginning, is no question, and is not taken back in the same sentence. English only.
 */
export function evidenceIn(text: string): "success" | "failure" | undefined {
  const head = text.slice(0, headCharacters).toLowerCase().replaceAll("’", "'").trimStart();
  const [opening = ""] = openers.exec(head) ?? [];
  const said = head.slice(opening.length);
  const [sentence = ""] = /^[^.!?\n]*[.!?\n]?/u.exec(said) ?? [];
  if (sentence.endsWith("?")) return undefined;
  const agrees = /\b(?:yes|yep|yeah|yup|great|perfect|awesome|excellent|nice|cool)\b/u.test(opening);
  const disagrees = /\b(?:no|nope|nah)\b/u.test(opening);
  if (!disagrees && (isVerdict(sentence, right, rightTail) || thatIsIt.test(said))) return "success";
  if (!agrees && (isVerdict(sentence, wrong, wrongTail) || bareWrong.test(said) || isMeant(said))) return "failure";
  return undefined;
}

/** Long enough for a verdict; what follows is the next request. */
const headCharacters = 300;

const openers =
  /^(?:(?:no|nope|nah|yes|yep|yeah|yup|great|perfect|awesome|excellent|nice|cool|ok|okay|thanks|thank you|thx|sorry|hmm|um|well|wait|ah|oh|but)\b[ \t,.!;:–—-]*){0,4}/u;

const right = [
  /^exactly(?: right| so)?/u,
  /^(?:that's|that is|this is) (?:exactly |absolutely |completely )?(?:right|correct)(?= *(?:[.,!]|$))/u,
  /^(?:that's|that is|this is) exactly (?:right|it|what i (?:needed|wanted|meant|was looking for))/u,
  /^(?:that|this|it|which) (?:totally |really |actually |just |indeed |has |finally )?(?:worked|did the trick|did it|helped|solved (?:it|that|the \w+|my \w+)|fixed (?:it|that|the \w+|my \w+))/u,
  /^(?:that|this|it) works(?= (?:now|perfectly|great|like a charm)| *(?:[.,!]|$))/u,
  /^you(?:'re| are| were) (?:absolutely |completely |totally )?right(?= *(?:[.,!]|$))/u,
];
const rightTail =
  /^(?: now| great| perfectly| fine| well| for me| a lot| like a charm| as expected| completely)*(?: *[.,!]| *$| thanks| thank you)/u;

const wrong = [
  /^(?:that's|that is|this is|that was|it's|it is) (?:just |still |simply |completely |totally |plain |all |also )?(?:wrong|incorrect)(?! *(?:of|to|with|that)\b)/u,
  /^(?:that's|that is|this is) (?:still |just |really )?not (?:right|correct|what i (?:said|asked(?: for)?|meant|wanted|want))/u,
  /^(?:that|this|it|your \w+) (?:still |just )?(?:didn't|did not|doesn't|does not|hasn't) (?:work(?:ed)?|help(?:ed)?|fix(?:ed)? (?:it|that|anything|the \w+))/u,
  /^you(?:'re| are| were) (?:still |completely |totally )?(?:wrong|mistaken)/u,
  /^you (?:got|have got) (?:that|it|this) (?:all |completely )?wrong/u,
  /^you (?:have )?(?:misunderstood|misread)(?: me| my \w+| the \w+| that| it)?/u,
];
const wrongTail =
  /^(?: at all| again| either| for me| yet| still| anymore| there| here)*(?: *[.,!;:–—]| *\n| *$| -| and\b| because\b| it\b| i\b| the\b| you\b| about\b)/u;

/** And nothing else but thanks: "That's it, I'm leaving" is none. */
const thatIsIt = /^(?:that's|that is|this is) it\s*[.,!]*\s*(?:$|(?:thanks|thank you|thx|cheers)\b)/u;

/** Before nothing else, or what is to be said instead: not before a story of one's own. */
const bareWrong =
  /^(?:wrong|incorrect)\s*(?:$|[.,!;:–—\n-]+\s*(?:$|(?:try|please|again|check|look|read|redo|fix|you|it's|it is|that's|that is|this is|i (?:said|meant|told you)|the (?:answer|correct|right|real|actual))\b))/u;

/** "I said Lisbon, not London", and nothing else: what others were asked for has a story behind it. */
const meant =
  /^i (?:said|meant|asked for|told you) [^,;:.!?\n]{1,80},? not (?!(?:sure|certain|that|to|yet)\b)[^\s,;:.!?][^,;:.!?\n]{0,80}[.!]*\s*$/u;

/** Words that take back, or put off, what was said before or after them. */
const hedges =
  /\b(?:but|however|although|though|except|until|unless|if|when|while|before|yesterday|last|almost|partly|partially|might|maybe|perhaps|supposed|should have|would|could|who|they|he|she)\b/u;

function isMeant(said: string): boolean {
  return meant.test(said) && !hedges.test(said);
}

function isVerdict(sentence: string, verdicts: readonly RegExp[], tail: RegExp): boolean {
  return verdicts.some((verdict) => {
    const found = verdict.exec(sentence);
    if (!found) return false;
    const rest = sentence.slice(found[0].length);
    return tail.test(rest) && !hedges.test(rest);
  });
}
