import type { Origin } from "./layer.ts";
import type { Once } from "../once.ts";
import type { Page, PageRequest } from "../page/page.ts";
import type { Scope } from "../scope.ts";
import type { TrackRecord } from "./track-record.ts";

/** What a person writes of a pattern. */
export type PatternContent = {
  title: string;
  problem: string;
  solution: string;
  tags: string[];
  worksWhen: string[];
  antiPatterns: string[];
};

export type Pattern = PatternContent & {
  id: string;
  user: string;
  version: number;
  createdAtMs: number;
  updatedAtMs: number;
  record: TrackRecord;
};

export type PatternVersion = PatternContent & { version: number; createdAtMs: number };

export type PutStatus = "created" | "updated" | "unchanged";

/** Reads see the scope's user and `system`; writes touch the scope's user only. */
export interface PatternStore {
  /** Creates, or adds a version to the pattern with the same `titleKey`; the same content changes nothing. */
  put(
    scope: Scope,
    content: PatternContent,
    options: { origin: Origin; sessionId?: string },
    once?: Once,
  ): Promise<{ pattern: Pattern; status: PutStatus }>;
  get(scope: Scope, id: string): Promise<Pattern | undefined>;
  /** Newest first by creation, then id; `tags` are folded, all must match. */
  list(scope: Scope, tags: string[], page: PageRequest): Promise<Page<Pattern>>;
  /** Newest first. `undefined` where there is no such pattern. */
  history(scope: Scope, id: string, page: PageRequest): Promise<Page<PatternVersion> | undefined>;
  /**
   * The new version's origin is the editor's. A `conflict` where another pattern has the new title's key. `undefined`
   * where there is no such pattern.
   */
  edit(
    scope: Scope,
    id: string,
    edit: Partial<PatternContent>,
    options: { origin: Origin },
    once?: Once,
  ): Promise<Pattern | undefined>;
  /**
   * Puts patterns of the scope's user into another of theirs: it keeps its texts and its history, gets their tags,
   * conditions and anti-patterns, the first 50 of each, and their records; they are erased. What was merged
   * into it before is passed over. `undefined` where there is no such pattern. Errors: AppError not_found, for the first of
   * the others that is not there; invalid_argument, where the pattern itself is among them.
   */
  merge(
    scope: Scope,
    id: string,
    from: readonly string[],
    options: { origin: Origin },
    once?: Once,
  ): Promise<Merge | undefined>;
}

/** The pattern that remains, and those that went into it, now or before. */
export type Merge = { pattern: Pattern; merged: string[] };

/**
 * Case-folded as Unicode does it: upper case first, in which what differs in case only is the same ("Straße" and "STRASSE", "ΟΔΟΣ"
 * and "οδοσ"), then lower case. Turkish "ı" is no "i", though both have an "I".
 */
function fold(text: string): string {
  const folded = text.normalize("NFKC").replace(/[^ı]+/gu, (part) => part.toUpperCase().toLowerCase());
  return folded.replaceAll("ς", "σ").replaceAll("ß", "ss");
}

/** The key of a pattern: its title, trimmed, inner white space collapsed, case-folded after NFKC. */
export function titleKey(title: string): string {
  return fold(title).trim().replace(/\s+/gu, " ");
}

/** The form in which tags are compared. */
export function foldTag(tag: string): string {
  return fold(tag).trim();
}

/** The text of a pattern that is searched, embedded and shown as `content`. */
export function patternText(content: PatternContent): string {
  return [content.title, content.problem, content.solution, ...content.worksWhen].join("\n");
}
