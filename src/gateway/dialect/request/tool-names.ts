import { hash } from "node:crypto";
import type { ChatEvent } from "../../chat/event.ts";
import type { ChatRequest, Part, Tool } from "../../chat/request.ts";
import type { UpstreamDialect } from "../dialect.ts";
import type { Formatting } from "./formatting.ts";

/**
 * The request with names of tools that the provider takes: Anthropic takes 128 characters, others 64. A longer name, or
 * one with other characters than `[A-Za-z0-9_-]`, is sent as its beginning and a hash; answers get the caller's own name back.
 */
export function fitToolNames(request: ChatRequest, { capabilities, losses }: Formatting): ChatRequest {
  const isTaken = (name: string) => name.length <= capabilities.toolNameChars && taken.test(name);
  if (toolNamesIn(request).every(isTaken)) return request;
  losses.emulated("tools.name");
  const fit = <T extends { name: string }>(named: T): T =>
    isTaken(named.name) ? named : { ...named, name: shortened(named.name) };
  const fitPart = (part: Part): Part => (part.kind === "tool_use" ? fit(part) : part);
  const { tools, turns, toolChoice } = request;
  const allowed = toolChoice?.allowed?.map((name) => fit({ name }).name);
  return {
    ...request,
    tools: tools.map(fit),
    turns: turns.map((turn) => ({ ...turn, parts: turn.parts.map(fitPart) })),
    ...(toolChoice && {
      toolChoice: { ...(toolChoice.kind === "tool" ? fit(toolChoice) : toolChoice), ...(allowed && { allowed }) },
    }),
  };
}

/** A dialect whose answers call tools by their caller's own names. */
export function inCallersNames(dialect: UpstreamDialect, tools: () => readonly Tool[]): UpstreamDialect {
  const restore = (events: ChatEvent[]) =>
    events.map((event) => (event.type === "tool_start" ? { ...event, name: callersName(event.name, tools) } : event));
  return {
    ...dialect,
    readAnswer: (body) => restore(dialect.readAnswer(body)),
    createStreamReader: () => {
      const reader = dialect.createStreamReader();
      return { read: (event) => restore(reader.read(event)), close: () => restore(reader.close()) };
    },
  };
}

const taken = /^[\w-]+$/u;
const shortForm = /_[0-9a-f]{8}$/u;

function shortened(name: string): string {
  const digest = hash("sha256", name, "hex").slice(0, 8);
  return `${name.replaceAll(/[^\w-]/gu, "_").slice(0, 50)}_${digest}`;
}

function callersName(name: string, tools: () => readonly Tool[]): string {
  if (!shortForm.test(name)) return name;
  const names = tools().map((tool) => tool.name);
  return names.includes(name) ? name : (names.find((each) => shortened(each) === name) ?? name);
}

function toolNamesIn({ tools, turns }: ChatRequest): string[] {
  const parts = turns.flatMap((turn) => turn.parts);
  return [...tools, ...parts.filter((part) => part.kind === "tool_use")].map(({ name }) => name);
}
