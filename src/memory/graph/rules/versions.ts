import type { Phrase } from "../parse/phrases.ts";
import { hasHappened, type Said } from "./said.ts";

const version = /^v?\d+(?:\.\d+)*(?:-[a-z0-9.]+)?$/u;

/** "upgraded Redis from 6.2 to 7.4 on May 10". */
export function upgrades(said: Said): boolean {
  const { words, verb, times, reading } = said;
  if (!hasHappened(said)) return true;
  const what = verb.passive ? undefined : words.noun(0);
  const named = what ? lastVersion(what) : undefined;
  const target = words.noun(words.find(0, "to"));
  const subjects = what && !verb.passive ? [{ kind: "name" as const, text: named?.name ?? what.text }] : said.subjects;
  if (!target) return true;
  const split = lastVersion(target);
  const newer = version.test(target.text) ? target.text : split?.version;
  if (newer === undefined) return true;
  const fromAt = words.find(0, "from");
  const older = fromAt === undefined ? named?.version : lastWord(words.noun(fromAt));
  for (const subject of split && !what ? [{ kind: "name" as const, text: split.name }] : subjects) {
    if (subject.kind !== "name") continue;
    if (older !== undefined && version.test(older))
      reading.end(subject, "has_version", older, times.at ?? reading.today);
    reading.state(subject, "has_version", newer, { from: times.at });
  }
  return true;
}

const lastWord = (phrase: Phrase | undefined) => phrase?.tokens.at(-1)!.text;

/** "Node 24" is version 24 of Node. */
function lastVersion({ tokens, text }: Phrase): { name: string; version: string } | undefined {
  const last = tokens.at(-1)!;
  if (tokens.length < 2 || !version.test(last.lower)) return undefined;
  const name = text
    .slice(0, text.length - last.text.length)
    .replace(/ version $/iu, "")
    .trim();
  return name === "" || name === "version" ? undefined : { name, version: last.text };
}

export function versionAt({ words, reading, subjects, verb, times }: Said, at: number): boolean {
  const found = words.tokens[at];
  if (!found || !version.test(found.lower)) return false;
  for (const subject of subjects) {
    if (verb.ended) reading.end(subject, "has_version", found.text, reading.today);
    else reading.state(subject, "has_version", found.text, { from: times.from });
  }
  return true;
}

/** "We're on Node 24". */
export function isOnVersion(said: Said): boolean {
  const found = said.words.noun(said.words.after(0, "on"));
  const split = found && lastVersion(found);
  if (!split || said.subject.kind !== "user") return false;
  said.reading.state({ kind: "name", text: split.name }, "has_version", split.version, { from: said.times.from });
  return true;
}
