import type { Capabilities } from "../../chat/capabilities.ts";
import type { Losses } from "../../chat/loss.ts";
import type { CacheBreak, ChatRequest, Part } from "../../chat/request.ts";
import { fitToolNames } from "./tool-names.ts";

/** What the formatting of one request depends on. */
export type Formatting = { capabilities: Capabilities; losses: Losses };

const mostCacheBreaks = 4;
const mostNamed = 20;
const longestNamed = 60;

/**
 * The request without what no other dialect has, with names of tools that the provider takes, and without the cache
 * breakpoints that the model does not take: no provider takes more than four, so the last are kept.
 */
export function startFormatting(asked: ChatRequest, formatting: Formatting): ChatRequest {
  const { capabilities, losses } = formatting;
  reportForeign(asked, losses);
  const request = fitToolNames(asked, formatting);
  const excess = countCacheBreaks(request) - (capabilities.cacheBreaks ? mostCacheBreaks : 0);
  if (excess <= 0) return request;
  losses.dropped("cache_control");
  return withoutFirstBreaks(request, excess);
}

/** The names are the caller's and go into a header: at most `mostNamed` of them. */
function reportForeign({ foreign }: ChatRequest, losses: Losses): void {
  const names = Object.keys(foreign);
  for (const name of names.slice(0, mostNamed)) losses.dropped(shownName(name));
  if (names.length > mostNamed) losses.dropped("others");
}

/** A name in plain characters, others percent-encoded; cut between two characters where it is too long. */
function shownName(name: string): string {
  let shown = "";
  for (const character of name.toWellFormed()) {
    const encoded = /[\w.-]/u.test(character) ? character : encodeURIComponent(character);
    if (shown.length + encoded.length > longestNamed) break;
    shown += encoded;
  }
  return shown;
}

function countCacheBreaks({ tools, system, turns }: ChatRequest): number {
  const parts = turns.flatMap((turn) => turn.parts.flatMap(withInner));
  return [...tools, ...system, ...parts].filter(({ cache }) => cache).length;
}

function withInner(part: Part): Part[] {
  return part.kind === "tool_result" ? [...part.parts, part] : [part];
}

/** In the order in which providers read a request. */
function withoutFirstBreaks({ tools, system, turns, ...rest }: ChatRequest, count: number): ChatRequest {
  let left = count;
  const without = <T extends { cache?: CacheBreak }>(part: T): T =>
    part.cache && left-- > 0 ? { ...part, cache: undefined } : part;
  const withoutIn = (part: Part): Part =>
    without(part.kind === "tool_result" ? { ...part, parts: part.parts.map(withoutIn) } : part);
  return {
    ...rest,
    tools: tools.map(without),
    system: system.map(without),
    turns: turns.map((turn) => ({ ...turn, parts: turn.parts.map(withoutIn) })),
  };
}
