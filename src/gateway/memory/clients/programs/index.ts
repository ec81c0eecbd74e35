import type { Client } from "../client.ts";
import { adk } from "./adk.ts";
import { agno } from "./agno.ts";
import { aider } from "./aider.ts";
import { autoGen } from "./autogen.ts";
import { claudeCode } from "./claude-code.ts";
import { cline4 } from "./cline-4.ts";
import { cline } from "./cline.ts";
import { codex } from "./codex.ts";
import { copilotCli } from "./copilot-cli.ts";
import { crewAi } from "./crewai.ts";
import { crush } from "./crush.ts";
import { cursor } from "./cursor.ts";
import { dify } from "./dify.ts";
import { dspy } from "./dspy.ts";
import { genkit } from "./genkit.ts";
import { goose } from "./goose.ts";
import { gptme } from "./gptme.ts";
import { haystack } from "./haystack.ts";
import { instructor } from "./instructor.ts";
import { kimiCode } from "./kimi-code.ts";
import { langChainPrompts } from "./langchain-prompts.ts";
import { langChain } from "./langchain.ts";
import { letta } from "./letta.ts";
import { llamaIndex } from "./llama-index.ts";
import { mistralVibe } from "./mistral-vibe.ts";
import { openWebUi } from "./open-webui.ts";
import { opencode } from "./opencode.ts";
import { openHands } from "./openhands.ts";
import { pi } from "./pi.ts";
import { pydanticAi } from "./pydantic-ai.ts";
import { qwenCode } from "./qwen-code.ts";
import { rooCode } from "./roo-code.ts";
import { sideRequests } from "./side-requests.ts";
import { smolagents } from "./smolagents.ts";
import { strands } from "./strands.ts";
import { unknownProgram } from "./unknown-program.ts";
import { vsCode } from "./vs-code.ts";
import { zed } from "./zed.ts";

/** The clients whose requests are known. docs/gateway-memory.md lists them. */
export const clients: readonly Client[] = [
  claudeCode,
  codex,
  copilotCli,
  cursor,
  openHands,
  opencode,
  cline,
  cline4,
  rooCode,
  crush,
  goose,
  gptme,
  kimiCode,
  mistralVibe,
  pi,
  qwenCode,
  vsCode,
  zed,
  openWebUi,
  dify,
  adk,
  agno,
  autoGen,
  crewAi,
  dspy,
  genkit,
  haystack,
  instructor,
  langChain,
  langChainPrompts,
  letta,
  llamaIndex,
  pydanticAi,
  smolagents,
  strands,
  sideRequests,
  // What these two know of may stand in what another frames.
  aider,
  unknownProgram,
];
