import { beginsWith, nothingSaid, saidByAgent, type Client } from "../../client.ts";

const agent = "You are Crush, a powerful AI Assistant that runs in the CLI.";
const subagents = [
  "You are an agent for Crush. Given the user's prompt, you should use the tools available to you to answer",
  "You are a web content analysis agent for Crush.",
];

const titleSystem = "You will generate a short title based on the first message a user begins a conversation with.";
const titleAsked = "Generate a concise title for the following content:\n\n";
const summarySystem = "You are summarizing a conversation to preserve context for continuing work later.";
const summaryAsked = "Provide a detailed summary of our conversation above.";

/** A reminder that stands before every conversation. */
const reminder = "<system_reminder>This is a reminder that your todo list is currently empty.";
/** How it goes on from a summary, and how that begins one of its sections. */
const interrupted = "The previous session was interrupted because it got too long, the initial user request was: `";
const section = /^## (?:Current State|Files & Changes|Technical Context|Strategy & Approach|Exact Next Steps)$/mu;

/** Crush 0.96 (`internal/agent/agent.go`, `templates/`): a provider may have a prefix of its own before the system text. */
export const crush: Client = {
  classOf({ system, last }) {
    const text = last[0] ?? "";
    if (system.includes(summarySystem) && beginsWith(text, [summaryAsked])) return "compaction";
    const asksTitle = system.includes(titleSystem) && beginsWith(text, [titleAsked]);
    return asksTitle || subagents.some((own) => system.includes(own)) ? "auxiliary" : undefined;
  },
  saidUnder(system) {
    const isAgent = system.includes(agent);
    return (text) => {
      if (beginsWith(text, [reminder])) return nothingSaid;
      const isSummary = beginsWith(text, [interrupted]) || section.test(text);
      return isAgent && isSummary ? saidByAgent(text) : undefined;
    };
  },
};
