import { wordAt, type Word } from "../text/word.ts";
import { wordSet } from "../../language/word-set.ts";
import { displeasing, pleasing } from "../words/feelings.ts";
import { finding, type Finding } from "../finding.ts";
import { asBase } from "./as-base.ts";

/** What the assistant does or might do, and how that pleases: "it'd help me a lot if you asked one question at a time". */

const openings = wordSet("i we it what there nothing my one");
const hinges = wordSet("if when whenever that how");
const negations = wordSet("not never hardly no");
/** "No end", "no doubt" deny nothing. */
const isStress = (word: string, next: Word | undefined): boolean =>
  word === "no" && ["end", "doubt", "question"].includes(next?.word ?? "");
const bygone = wordSet("was were did had liked loved hated enjoyed appreciated helped used");
/** "If you ask me", "if you know what I mean": of anybody, or a phrase. */
const idle = wordSet(
  "ask know want wanted like need think see mind say look consider are have can get had must wish wonder remember believe",
);
const reachMax = 14;

export function readFeeling(words: readonly Word[], at: number): Finding | undefined {
  if (!openings.has(wordAt(words, at))) return undefined;
  for (let hinge = at + 2; hinge < Math.min(words.length - 2, at + reachMax); hinge++) {
    if (!hinges.has(words[hinge]!.word) || words[hinge + 1]!.word !== "you") continue;
    return readHinged(words.slice(at, hinge), words[hinge]!.word, words.slice(hinge + 2));
  }
  return undefined;
}

function readHinged(before: readonly Word[], hinge: string, after: readonly Word[]): Finding | undefined {
  if (before.some(({ word }) => bygone.has(word))) return undefined;
  const bad = before.some(({ word }) => displeasing.has(word));
  const good = !bad && before.some(({ word }) => pleasing.has(word));
  if (!bad && !good) return undefined;
  const denied = before.some(({ word }, at) => negations.has(word) && !isStress(word, before[at + 1]));
  const pleases = bad === denied;
  // "I don't mind when you do" permits; "I love how you did this" praises.
  if (bad && denied) return undefined;
  if (pleases && (hinge === "that" || hinge === "how")) return undefined;
  let from = 0;
  let negative = false;
  for (; ["would", "could", "will", "can", "did", "do", "not", "never"].includes(wordAt(after, from)); from++) {
    if (negations.has(after[from]!.word)) negative = true;
  }
  const first = wordAt(after, from);
  if (first === "" || (hinge === "if" && idle.has(first) && !negative)) return undefined;
  if (["stop", "stopped", "quit", "avoid", "avoided"].includes(first) && after[from + 1] !== undefined)
    return finding("AVOID", "gerund", after.slice(from + 1), 3);
  const mine = before.some(({ word }) => ["i", "we", "me", "us", "my"].includes(word));
  return finding(pleases !== negative ? "PREFER" : "AVOID", "verb", asBase(after.slice(from)), mine ? 4 : 2);
}
