import { beginsWith, behind, nothingSaid, saidByUser, type Client } from "../../client.ts";

/** The system texts of what it asks by itself. */
const summary = "You are a conversation summarizer. Provide a concise summary of the conversation history.\n";
const systems = [
  "You are a summarization assistant. Produce a concise factual summary that preserves:\n- Key data, values, and",
  "You are a model-routing classifier. Select exactly one candidate for the latest human request.",
  "# Goal Evaluation\n\n## Overview\nYou are a strict, impartial evaluator.",
  "You answer a request about a single fetched web page. Use only the provided content;",
];

/** How a swarm tells an agent of what the user asks: the first one, or one that another hands over to. */
const handedOver = "Context:\nHandoff Message: ";
const swarmHead = "Context:\nUser Request: ";
const swarmEnd =
  /\n\n(?:Previous agents who worked on this: |Shared knowledge from previous agents:\n|Other agents available for collaboration:\n|You have access to swarm coordination tools)/u;
const swarmTools = "You have access to swarm coordination tools if you need help from other agents.";
/** How a graph passes on what was asked of it, and what came of that. */
const graphTask = "Original Task:";
const graphInputs = "\nInputs from previous nodes:";

/** What an agent is sent where its answer does not fit. */
const schemaAsked = "You must format the previous response as structured output.";
const goalMissed = "Your previous attempt did not satisfy the goal.";
const goalMissedEnd = "do not restate or lightly edit the previous attempt";

/** Strands Agents 1.62.0: `agent/`, `multiagent/`, `tools/structured_output/`, `vended_plugins/goal/`, `models/routing/`. */
export const strands: Client = {
  classOf({ system, count, first }) {
    if (beginsWith(system, [summary])) return "compaction";
    const isPassedOn =
      (beginsWith(first[0] ?? "", [graphTask]) && first.some((text) => text.startsWith(graphInputs))) ||
      (beginsWith(first[0] ?? "", [handedOver]) && first.some((text) => text.includes(swarmTools)));
    return (count === 1 && isPassedOn) || beginsWith(system, systems) ? "auxiliary" : undefined;
  },
  saidIn(text) {
    if (text.trim() === schemaAsked) return nothingSaid;
    if (beginsWith(text, [goalMissed]) && text.toLowerCase().includes(goalMissedEnd)) return nothingSaid;
    if (!beginsWith(text, [swarmHead]) || !text.includes(swarmTools)) return undefined;
    const end = text.search(swarmEnd);
    return end < 0 ? undefined : saidByUser(text.slice(behind(text, swarmHead, 0), end));
  },
};
