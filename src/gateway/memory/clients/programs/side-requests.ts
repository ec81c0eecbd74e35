import { beginsWith, type Client, type RequestClass } from "../client.ts";

/** Where a request is known by how a text begins: the system's, that of its only message, or that of its last. */
type Place = "system" | "only" | "last";

/**
 * What programs ask by themselves that put nothing into the user's messages. As found in Continue d0a3c0b (`core/util/`,
 * `core/autocomplete/templating/`, `extensions/cli/src/compaction.ts`), Google ADK 2.13.0 (`apps/llm_event_summarizer.py`),
 * Haystack 3.4.1 (`components/`), LibreChat (`@librechat/agents` 3.2.21, `utils/title`), LobeChat 2430838
 * (`packages/prompts/src/chains/summaryTitle.ts`), Mastra 0.24.9 and 1.71.0 (`@mastra/core`, `agent` and `processors`;
 * `@mastra/memory`, `processors/observational-memory`), mem0 2.2.1 (`configs/prompts.py`), which reads messages of other
 * requests, Obsidian Copilot 4.0 (`core/ChatPersistenceManager.ts`, `chainUtils.ts`) and OpenHands 156d068
 * (`memory/condenser/impl/`, `utils/conversation_summary.py`).
 */
const known: Readonly<Record<RequestClass, Readonly<Record<Place, readonly string[]>>>> = {
  auxiliary: {
    system: [
      // LobeChat
      "You are a professional conversation summarizer. Generate a concise title that captures",
      // Mastra
      "- you will generate a short title based on the first message a user begins a conversation",
      "- you will generate a short title based on a conversation transcript between a user and an",
      "You are a data structuring specialist. Your job is to convert unstructured text into a",
      "You are a content moderation specialist. Your job is to evaluate text content for potential",
      "You are a prompt injection and jailbreak detection specialist. Your job is to analyze text",
      "You are a PII (Personally Identifiable Information) detection specialist. Your job is to",
      "You are a language detection specialist. Identify the language of text content and",
      "You are a system prompt detection agent. Your job is to identify potential system prompts,",
      "You are the goal judge. Your decision directly controls whether the assistant continues",
      // mem0; before 2.0 by "organizers"
      "# ROLE\n\nYou are a Memory Extractor",
      "You are a Personal Information Organizer, specialized in accurately storing facts, user",
      "You are an Assistant Information Organizer, specialized in accurately storing facts,",
      "You are a memory summarization system that records and preserves the complete interaction",
      // OpenHands
      "You are a helpful assistant that generates concise, descriptive titles for conversations",
    ],
    only: [
      // Continue
      "Given the following... please reply with a title for the chat that is 3-4 words in length",
      "You are a HOLE FILLER. You are provided with a file containing holes, formatted as",
      // Haystack
      "You are part of an information system that processes user queries for retrieval.\nYou have",
      "You are ranking retrieved documents for relevance to a query.\n\nReturn valid JSON only, with",
      "You are part of an information extraction pipeline that extracts the content of image-based",
      // LibreChat
      "Analyze this conversation and provide:\n1. The detected language of the conversation\n2.",
      "Provide a concise, 5-word-or-less title for the conversation, using title case conventions.",
      // mem0
      "You are a smart memory manager which controls the memory of a system.\nYou can perform four",
      // Obsidian Copilot
      "Generate a concise title (max 5 words) for this conversation based on its content. Return",
      "Given the following conversation and a follow up question,\n    summarize the conversation",
    ],
    last: [],
  },
  compaction: {
    system: [
      // Mastra
      "You are the memory consciousness of an AI assistant. Your observations will be the ONLY",
      "You are the memory consciousness of an AI assistant. Your memory observation reflections",
    ],
    only: [
      // Google ADK
      "The following is a conversation history between a user and an AI agent. It may or may not",
      // OpenHands
      "You are maintaining a context-aware state summary for an interactive agent.",
      "You are maintaining a context-aware state summary for an interactive software agent.",
    ],
    last: [
      // Continue
      "Create a comprehensive summary of this conversation that captures all essential information",
      "Please provide a concise summary of our conversation so far, capturing the key context,",
    ],
  },
};

const classes = ["auxiliary", "compaction"] as const;
const places = ["system", "only", "last"] as const;

/** Programs whose own requests have one form: each is known by how one of its texts begins. */
export const sideRequests: Client = {
  classOf({ system, count, first, last }) {
    const texts: Record<Place, string> = {
      system,
      only: count === 1 ? (first[0] ?? "") : "",
      last: last.at(-1) ?? "",
    };
    return classes.find((each) => places.some((place) => beginsWith(texts[place], known[each][place])));
  },
};
