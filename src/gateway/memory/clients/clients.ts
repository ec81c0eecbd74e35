import { isBlank } from "../../../memory/text.ts";
import type { JsonObject } from "../../../json.ts";
import type { Headers } from "../request/headers.ts";
import { aider } from "./aider.ts";
import { claudeCode } from "./claude-code.ts";
import { clientRequestOf, textsOf } from "./client-request.ts";
import { cline } from "./cline.ts";
import { saidByUser, type Client, type RequestClass, type Said } from "./client.ts";
import { crewAi } from "./crewai.ts";
import { goose } from "./goose.ts";
import { instructor } from "./instructor.ts";
import { langChain } from "./langchain.ts";
import { libreChat } from "./librechat.ts";
import { llamaIndex } from "./llama-index.ts";
import { mem0 } from "./mem0.ts";
import { opencode } from "./opencode.ts";
import { openWebUi } from "./open-webui.ts";
import { pydanticAi } from "./pydantic-ai.ts";
import { smolagents } from "./smolagents.ts";
import { unknownProgram } from "./unknown-program.ts";
import { vsCode } from "./vs-code.ts";
import { zed } from "./zed.ts";

/** The clients whose requests are known. docs/gateway-memory.md lists them. */
const clients: readonly Client[] = [
  claudeCode,
  aider,
  opencode,
  cline,
  goose,
  vsCode,
  zed,
  openWebUi,
  libreChat,
  crewAi,
  instructor,
  langChain,
  llamaIndex,
  mem0,
  pydanticAi,
  smolagents,
  unknownProgram,
];

/** Which of a client's own requests this is; `undefined` for a turn of the user's. */
export function requestClassOf(headers: Headers, json: JsonObject): RequestClass | undefined {
  const request = clientRequestOf(headers, json);
  return firstOf(({ classOf }) => classOf?.(request));
}

/** What a caller's message of the user says, without what its client put in. */
export function saidIn({ content }: JsonObject, system: string): Said {
  const parts = textsOf(content);
  const said = parts
    .map((text) => firstOf((client) => client.saidIn?.(text, { system, parts })) ?? saidByUser(text))
    .filter(({ text }) => !isBlank(text));
  const text = said
    .map((each) => each.text)
    .join("\n\n")
    .trim();
  return { text, origin: said.some(({ origin }) => origin === "agent") ? "agent" : "user" };
}

function firstOf<T>(find: (client: Client) => T | undefined): T | undefined {
  for (const client of clients) {
    const found = find(client);
    if (found !== undefined) return found;
  }
  return undefined;
}
