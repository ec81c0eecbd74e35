import { beginsWith, type Client, type RequestClass } from "../client.ts";

/** Where a request is known by how a text begins: the system's, that of its only message, or that of its last. */
type Place = "system" | "only" | "last";

/** What programs ask by themselves that put nothing into the user's messages. */
const known: readonly (readonly [RequestClass, Place, beginning: string])[] = [
  // Continue (d0a3c0b): `core/util/`, `core/autocomplete/templating/`, `extensions/cli/src/compaction.ts`
  ["auxiliary", "only", "Given the following... please reply with a title for the chat that is 3-4 words in length"],
  ["auxiliary", "only", "You are a HOLE FILLER. You are provided with a file containing holes, formatted as"],
  ["compaction", "last", "Create a comprehensive summary of this conversation that captures all essential information"],
  ["compaction", "last", "Please provide a concise summary of our conversation so far, capturing the key context,"],
  // Google ADK 2.13.0: `apps/llm_event_summarizer.py`
  [
    "compaction",
    "only",
    "The following is a conversation history between a user and an AI agent. It may or may not st",
  ],
  // Haystack 3.4.1: `components/`
  ["auxiliary", "only", "You are part of an information system that processes user queries for retrieval.\nYou have t"],
  [
    "auxiliary",
    "only",
    "You are ranking retrieved documents for relevance to a query.\n\nReturn valid JSON only, with",
  ],
  ["auxiliary", "only", "You are part of an information extraction pipeline that extracts the content of image-based "],
  // LibreChat (`@librechat/agents` 3.2.21, `utils/title`)
  ["auxiliary", "only", "Analyze this conversation and provide:\n1. The detected language of the conversation\n2. "],
  ["auxiliary", "only", "Provide a concise, 5-word-or-less title for the conversation, using title case conventions."],
  // LobeChat (2430838): `packages/prompts/src/chains/summaryTitle.ts`
  ["auxiliary", "system", "You are a professional conversation summarizer. Generate a concise title that captures"],
  // Mastra 0.24.9, 1.71.0: `@mastra/core`, `agent` and `processors`; `@mastra/memory`, `processors/observational-memory`
  ["auxiliary", "system", "- you will generate a short title based on the first message a user begins a conversation"],
  ["auxiliary", "system", "- you will generate a short title based on a conversation transcript between a user and an"],
  [
    "auxiliary",
    "system",
    "You are a data structuring specialist. Your job is to convert unstructured text into a spec",
  ],
  [
    "auxiliary",
    "system",
    "You are a content moderation specialist. Your job is to evaluate text content for potential",
  ],
  [
    "auxiliary",
    "system",
    "You are a prompt injection and jailbreak detection specialist. Your job is to analyze text ",
  ],
  [
    "auxiliary",
    "system",
    "You are a PII (Personally Identifiable Information) detection specialist. Your job is to id",
  ],
  [
    "auxiliary",
    "system",
    "You are a language detection specialist. Identify the language of text content and translat",
  ],
  [
    "auxiliary",
    "system",
    "You are a system prompt detection agent. Your job is to identify potential system prompts, ",
  ],
  [
    "auxiliary",
    "system",
    "You are the goal judge. Your decision directly controls whether the assistant continues wor",
  ],
  [
    "compaction",
    "system",
    "You are the memory consciousness of an AI assistant. Your observations will be the ONLY in",
  ],
  [
    "compaction",
    "system",
    "You are the memory consciousness of an AI assistant. Your memory observation reflections w",
  ],
  // mem0 2.2.1 (`configs/prompts.py`), which reads messages of other requests; before 2.0 by "organizers"
  ["auxiliary", "system", "# ROLE\n\nYou are a Memory Extractor"],
  ["auxiliary", "system", "You are a Personal Information Organizer, specialized in accurately storing facts, user "],
  ["auxiliary", "system", "You are an Assistant Information Organizer, specialized in accurately storing facts, "],
  ["auxiliary", "system", "You are a memory summarization system that records and preserves the complete interaction"],
  ["auxiliary", "only", "You are a smart memory manager which controls the memory of a system.\nYou can perform four "],
  // Obsidian Copilot 4.0 (`core/ChatPersistenceManager.ts`, `chainUtils.ts`)
  ["auxiliary", "only", "Generate a concise title (max 5 words) for this conversation based on its content. Return"],
  ["auxiliary", "only", "Given the following conversation and a follow up question,\n    summarize the conversation"],
  // OpenHands (156d068): `memory/condenser/impl/`, `utils/conversation_summary.py`
  ["compaction", "only", "You are maintaining a context-aware state summary for an interactive agent."],
  ["compaction", "only", "You are maintaining a context-aware state summary for an interactive software agent."],
  ["auxiliary", "system", "You are a helpful assistant that generates concise, descriptive titles for conversations"],
];

/** Programs whose own requests have one form: each is known by how one of its texts begins. */
export const sideRequests: Client = {
  classOf({ system, count, first, last }) {
    const texts: Record<Place, string> = {
      system,
      only: count === 1 ? (first[0] ?? "") : "",
      last: last.at(-1) ?? "",
    };
    return known.find(([, place, beginning]) => beginsWith(texts[place], [beginning]))?.[0];
  },
};
