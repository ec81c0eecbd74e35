import type { HeaderFields } from "../../../call.ts";
import { isBlank } from "../../../memory/text.ts";
import type { JsonObject, JsonValue } from "../../../json.ts";
import { aider } from "./aider.ts";
import { autoGen } from "./autogen.ts";
import { claudeCode } from "./claude-code.ts";
import { clientRequestOf, textsOf } from "./client-request.ts";
import { cline } from "./cline.ts";
import { cline4 } from "./cline-4.ts";
import { saidByAgent, saidByUser, type Client, type RequestClass, type Said, type SaidIn } from "./client.ts";
import { crewAi } from "./crewai.ts";
import { crush } from "./crush.ts";
import { dify } from "./dify.ts";
import { dspy } from "./dspy.ts";
import { goose } from "./goose.ts";
import { instructor } from "./instructor.ts";
import { langChain } from "./langchain.ts";
import { llamaIndex } from "./llama-index.ts";
import { opencode } from "./opencode.ts";
import { openWebUi } from "./open-webui.ts";
import { pydanticAi } from "./pydantic-ai.ts";
import { qwenCode } from "./qwen-code.ts";
import { rooCode } from "./roo-code.ts";
import { sideRequests } from "./side-requests.ts";
import { smolagents } from "./smolagents.ts";
import { toolResultsIn } from "./tool-results.ts";
import { unknownProgram } from "./unknown-program.ts";
import { vsCode } from "./vs-code.ts";
import { zed } from "./zed.ts";

/** The clients whose requests are known. docs/gateway-memory.md lists them. */
const clients: readonly Client[] = [
  claudeCode,
  opencode,
  cline,
  cline4,
  rooCode,
  crush,
  goose,
  qwenCode,
  vsCode,
  zed,
  openWebUi,
  dify,
  autoGen,
  crewAi,
  dspy,
  instructor,
  langChain,
  llamaIndex,
  pydanticAi,
  smolagents,
  sideRequests,
  // What these two know of may stand in what another frames.
  aider,
  unknownProgram,
];

/** Which of a client's own requests this is; `undefined` for a turn of the user's. */
export function requestClassOf(headers: HeaderFields, json: JsonObject): RequestClass | undefined {
  const request = clientRequestOf(headers, json);
  return firstOf(clients, ({ classOf }) => classOf?.(request));
}

/**
 * Reads the user's messages of a request: what each says, without what its client put in. Made once for a request, from
 * its system text, its messages, and whether it has tools.
 */
export function userReader(
  system: string,
  messages: readonly JsonObject[] = [],
  hasTools = false,
): (message: JsonObject) => Said {
  const isAlone = !hasTools && messages.filter(({ role }) => role === "user").length <= 1;
  const readers = clients.flatMap((client) => client.saidIn ?? client.saidUnder?.(system, isAlone) ?? []);
  const saidIn: SaidIn = (text) => firstOf(readers, (read) => read(text));
  const resultsBefore = toolResultsIn(messages);
  return (message) => {
    const parts = textsOf(message["content"]);
    const framed = firstOf(clients, ({ saidAmong }) => saidAmong?.(parts, () => resultsBefore(message)));
    const said = join(framed ?? parts.map((text) => saidIn(text) ?? saidByUser(text)));
    return isClientsOwn(message["name"]) ? saidByAgent(said.text) : said;
  };
}

function isClientsOwn(name: JsonValue | undefined): boolean {
  return clients.some(({ names }) => names?.some((own) => own === name));
}

function join(parts: readonly Said[]): Said {
  const said = parts.filter(({ text }) => !isBlank(text));
  const text = said
    .map((each) => each.text)
    .join("\n\n")
    .trim();
  return { text, origin: said.some(({ origin }) => origin === "agent") ? "agent" : "user" };
}

function firstOf<E, T>(list: readonly E[], find: (element: E) => T | undefined): T | undefined {
  for (const element of list) {
    const found = find(element);
    if (found !== undefined) return found;
  }
  return undefined;
}
