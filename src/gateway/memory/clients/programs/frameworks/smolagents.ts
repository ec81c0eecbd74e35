import { beginsWith, nothingSaid, saidByAgent, saidByUser, type Client, type Said } from "../../client.ts";

/** The system texts of its agents, and of the answer that it asks for where one got no further. */
const systems = [
  "You are an expert assistant who can solve any task using code blobs.",
  "You are an expert assistant who can solve any task using tool calls.",
  "An agent tried to answer a user query but it got stuck and failed to do so.",
];
const taskHead = "New task:\n";
/** A task that an agent gave to one that it manages. */
const managed =
  /^\s*New task:\nYou're a helpful agent named '[^\n]{1,500}'\.\nYou have been submitted this task by your manager\.\n/u;

/** How messages begin that an agent is sent while it works: what tools gave, and that it carries out its own plan. */
const observation = "Observation:\n";
const planned = "Now proceed and carry out this plan.";
const failed = /^\s*(?:Call id: [^\n]{1,200}\n)?Error:\n/u;
const failedEnd = "Now let's retry: take care not to repeat previous errors!";

/** How it asks an agent for a plan, as the user and as the system. */
const planAsked = [
  "You are a world expert at analyzing a situation to derive facts, and plan accordingly towards solving a task.",
  "You are a world expert at analyzing a situation, and plan accordingly towards solving a task.",
];

/** smolagents 1.26.0: `memory.py`, `prompts/*.yaml`. */
export const smolagents: Client = {
  classOf({ system, first }) {
    const asksForPlan = [system, ...first].some((text) => beginsWith(text, planAsked));
    return asksForPlan || first.some((text) => managed.test(text)) ? "auxiliary" : undefined;
  },
  saidUnder(system) {
    const isAgent = beginsWith(system, systems);
    return (text) => {
      if (failed.test(text) && text.includes(failedEnd)) return nothingSaid;
      if (!isAgent) return undefined;
      if (beginsWith(text, [planned])) return nothingSaid;
      if (beginsWith(text, [observation])) return taskBehind(text);
      return text.startsWith(taskHead) ? saidByUser(text.slice(taskHead.length)) : undefined;
    };
  },
  sendsOn: (text, system) => text.trim() === planned && beginsWith(system, systems),
};

/** The next task comes with what the last tool gave, which may say that it is one: it binds nobody. */
function taskBehind(text: string): Said {
  const at = text.lastIndexOf(`\n${taskHead}`);
  return at < 0 ? nothingSaid : saidByAgent(text.slice(at + 1 + taskHead.length));
}
