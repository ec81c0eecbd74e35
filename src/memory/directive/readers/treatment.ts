import { matchAt, phrases } from "../text/match.ts";
import { addedAll, wordAt, type Word } from "../text/word.ts";
import { wordSet } from "../../language/word-set.ts";
import { auxiliaries, prepositions } from "../words/classes.ts";
import { isOutput } from "../words/outputs.ts";
import { baseOfGerund, baseOfParticiple, baseOfThird, verbs } from "../words/verbs.ts";
import { isMade } from "../words/work.ts";
import { finding, type Finding } from "../finding.ts";

/** What kinds of work or treatment the user likes and dislikes: "I hate it when code is commented out". */

const disliked = phrases(`
  i|we am|are no|not a? big|great|huge? fan|fond|keen|big|crazy|into of|on|about?
  i|we do not care for
  i|we am|are not much of? a? fan|friend of
  i|we am|are not|no a? friend of
  i|we have no use for
  i|we could|can live without
  i|we do not want to see too many|much
  less of the|those|that|this
  less|fewer
  i|we would|want|need like? less|fewer
  i|we could do without
  i|we could do with less|fewer
  i|we can do without
  i|we have had enough of
  i|we am|are tired|sick|fed up? of|with you|your?
  better not
  it is|would be? best|better|good|wise|wiser|safer not to
  `);

export function readDisliked(words: readonly Word[], at: number): Finding | undefined {
  const found = matchAt(words, at, disliked);
  if (!found) return undefined;
  const fewer = words[at]!.word === "less" || words[at]!.word === "fewer";
  if (["is", "are", "was", "than", "and", ""].includes(wordAt(words, found.to))) return undefined;
  if (fewer && words.some(({ word }) => word === "than")) return undefined;
  const asked = words[found.to - 1]!.word === "to" || words[at]!.word === "better";
  return finding(
    "AVOID",
    asked ? "verb" : baseOfGerund(wordAt(words, found.to)) ? "gerund" : "thing",
    fewer ? withoutWould(words.slice(found.to)) : words.slice(found.to),
    fewer ? 0 : 1,
  );
}

/** "Less jargon would be appreciated": without the end. */
const withoutWould = (words: readonly Word[]): readonly Word[] => {
  const end = words.findIndex(({ word }, at) => at > 0 && word === "would");
  return end < 0 ? words : words.slice(0, end);
};

const treatment = [
  [phrases("i|we would? prefer to be|get\ni|we like|love|enjoy|prefer being\ni|we like to be"), "PREFER"],
  [phrases("i|we would like|love to be|get\ni|we want|need to be|get"), "MUST"],
  [
    phrases(
      "i|we hate|dislike|detest being\ni|we do not like|love|enjoy|appreciate|want being|to? be?\ni|we would rather|sooner|prefer not to? be\ni|we can not stand|bear being",
    ),
    "AVOID",
  ],
] as const;

/** "I'd like to be called Jo" is "call me Jo". */
export function readTreated(words: readonly Word[], at: number): Finding | undefined {
  for (const [list, type] of treatment) {
    const found = matchAt(words, at, list);
    const base =
      found && ["be", "being", "get"].includes(words[found.to - 1]!.word)
        ? baseOfParticiple(wordAt(words, found.to))
        : undefined;
    if (found && base)
      return finding(type, "verb", [...addedAll(`${base} me`), ...words.slice(found.to + 1)], base === "call" ? 4 : 1);
  }
  return undefined;
}

const kinds = phrases(`
  i|we hate|dislike|detest|loathe it when|if|that
  i|we can not stand|bear it when|if|that
  i|we do not like it when|if|that
  it annoys|bothers|bugs|irritates me|us when|if|that
  it drives me mad|crazy|nuts when|if
  it is annoying|irritating|distracting when|if
  it puts me off when|if|that
  it gets on my nerves when|if
  `);
const better = phrases(
  "i|we like|prefer it better|more|best when|if\ni|we prefer it when|if\nit is nice|nicer|great|good|helpful|better|best|easier|clearer|safer when|if\ni|we would love|like|prefer it if\nit would be nice|good|great|lovely|better if\ni|we like|enjoy it when",
);
const longs = phrases(
  "i|we do not like|love|enjoy\ni|we hate|dislike|loathe|detest\ni|we can not stand\ni|we do not appreciate|want",
);
const those = wordSet(
  "it he she they i we you people somebody someone everybody everyone the my his her this that there",
);

/** "I hate it when code is commented out", "I don't like long mails": a kind of work. */
export function readKind(words: readonly Word[], at: number): Finding | undefined {
  const found = matchAt(words, at, kinds) ?? matchAt(words, at, better);
  if (found) {
    const rest = words.slice(found.to);
    const liked = matchAt(words, at, better) !== undefined;
    const fits = liked && (rest[0]?.word === "there" || (rest[0]?.word === "the" && isMade(rest.slice(0, 3))));
    if (rest[0] === undefined || (those.has(rest[0].word) && !fits)) return undefined;
    const there = rest[0].word === "there" ? 2 : 0;
    const wished = words[at + 1]!.word === "would";
    if (liked && !wished && there === 0 && !isMade(rest.slice(0, 3)) && words[at + 2]!.word === "it") return undefined;
    if (liked) return finding("PREFER", "thing", there > 0 ? rest.slice(2) : [...addedAll("that"), ...rest], 2);
    const verb = rest.findIndex(
      ({ word }, place) => place > 0 && (auxiliaries.has(word) || baseOfThird(word) !== undefined || verbs.has(word)),
    );
    return verb < 1
      ? undefined
      : finding("AVOID", "thing", [...rest.slice(0, verb), ...addedAll("that"), ...rest.slice(verb)], 1);
  }
  const plain = matchAt(words, at, longs);
  if (!plain) return undefined;
  const [first, second] = [wordAt(words, plain.to), wordAt(words, plain.to + 1)];
  if (["that", "this", "it"].includes(first) && second === "")
    return finding("AVOID", "thing", words.slice(plain.to), 0);
  if (
    first.endsWith("days") ||
    (words.length > plain.to + 6 && !isOutput(first) && !(first.endsWith("s") && prepositions.has(second)))
  )
    return undefined;
  const named = isOutput(first) || isOutput(second) || (first.endsWith("s") && prepositions.has(second));
  return finding(
    "AVOID",
    "thing",
    words.slice(plain.to),
    named || (second.endsWith("s") && !first.endsWith("s")) ? -1 : -2,
  );
}
