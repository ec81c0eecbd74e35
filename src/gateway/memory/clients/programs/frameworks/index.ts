import type { Client } from "../../client.ts";
import { adk } from "./adk.ts";
import { agno } from "./agno.ts";
import { autoGen } from "./autogen.ts";
import { crewAi } from "./crewai.ts";
import { dspy } from "./dspy.ts";
import { genkit } from "./genkit.ts";
import { haystack } from "./haystack.ts";
import { instructor } from "./instructor.ts";
import { langChain } from "./langchain.ts";
import { langChainPrompts } from "./langchain-prompts.ts";
import { letta } from "./letta.ts";
import { llamaIndex } from "./llama-index.ts";
import { pydanticAi } from "./pydantic-ai.ts";
import { smolagents } from "./smolagents.ts";
import { strands } from "./strands.ts";

/** Frameworks and libraries that others build agents with. */
export const frameworks: readonly Client[] = [
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
];
