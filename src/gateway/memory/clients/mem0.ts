import { beginsWith, type Client } from "./client.ts";

/** The system texts by which it reads messages for memories; before 2.0 the "organizers". */
const systems = [
  "# ROLE\n\nYou are a Memory Extractor",
  "You are a Personal Information Organizer, specialized in accurately storing facts, user memories, and preferences.",
  "You are an Assistant Information Organizer, specialized in accurately storing facts, preferences, and characteristics",
  "You are a memory summarization system that records and preserves the complete interaction history",
];
const update =
  "You are a smart memory manager which controls the memory of a system.\nYou can perform four operations:";

/** mem0 2.2.1 (`configs/prompts.py`): what it asks of a model is about messages that their own request has sent. */
export const mem0: Client = {
  classOf({ system, count, first }) {
    const isOwn = beginsWith(system, systems) || (count === 1 && beginsWith(first[0] ?? "", [update]));
    return isOwn ? "auxiliary" : undefined;
  },
};
