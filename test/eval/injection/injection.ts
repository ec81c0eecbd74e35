import { halves, readTalk, type Half, type Request, type Talk } from "../../fixture/injection/talk.ts";
import { Rest, type Answer } from "../../support/rest.ts";
import { whole } from "../../gateway/support/answers.ts";
import { startGateway } from "../../gateway/support/gateway.ts";
import type { Upstream } from "../../gateway/support/upstream.ts";
import { embedded } from "../embedded.ts";
import { shownIn } from "./shown.ts";
import { addRequest, header, noFigures, row, type Figures, type Seen } from "./figures.ts";

/** What a request is about, as the table names it. */
const groups = ["need", "then, with a need", "none", "then, without"] as const;
type Group = (typeof groups)[number];

/**
 * What the gateway puts into ordinary requests, on a server of its own with a scripted provider: how much of what they take,
 * and what else. `X-Cairn-Memory: read` keeps each conversation from changing the next. `listItems` shows each request with
 * all that was put in.
 */
export async function evaluateInjection(half: Half, listItems: boolean): Promise<void> {
  const { server, upstream, close } = await startGateway();
  try {
    const rest = new Rest(server);
    const talks = halves[half].map((user) => ({ user, talk: readTalk(user) }));
    for (const { user, talk } of talks) await store(rest, user, talk);
    await embedded(rest);
    await read(rest);
    const figures = new Map<Group, Figures>(groups.map((group) => [group, noFigures()]));
    for (const { user, talk } of talks) {
      for (const request of talk.requests) {
        const seen = await ask({ rest, upstream }, user, talk, request);
        const group = groupOf(request);
        addRequest(figures.get(group)!, seen);
        if (listItems) list(user, request, seen);
      }
    }
    console.log(header);
    for (const [group, sums] of figures) console.log(row(group, sums));
  } finally {
    await close();
  }
}

function groupOf({ kind, needed }: Request): Group {
  return kind !== "then" ? kind : needed.length > 0 ? "then, with a need" : "then, without";
}

async function store(rest: Rest, user: string, { said, patterns }: Talk): Promise<void> {
  const messages = said.map(({ role, text, sessionId, atMs }) => {
    return { role, content: text, session_id: sessionId, user_id: user, created_at: new Date(atMs).toISOString() };
  });
  await succeeded(rest.post("/api/v1/working/batch", { messages }));
  for (const pattern of patterns) await succeeded(rest.post("/api/v1/patterns", { ...pattern, user_id: user }));
}

/** Waits until facts are read of all that was said: messages are read in the order in which they were written. */
async function read(rest: Rest): Promise<void> {
  const last = { role: "user", content: "My sister Ana lives in Lisbon.", session_id: "last", user_id: "last" };
  await succeeded(rest.post("/api/v1/working", last));
  while ((await succeeded(rest.get("/api/v1/graph/entities?user_id=last"))).total === 0) {
    await new Promise((resume) => setTimeout(resume, 200));
  }
}

type Gateway = { rest: Rest; upstream: Upstream };

async function ask({ rest, upstream }: Gateway, user: string, talk: Talk, request: Request): Promise<Seen> {
  const { turns, needed, outdated } = request;
  const messages: { role: string; content: string }[] = [];
  const headers = { "x-cairn-user": user, "x-cairn-memory": "read" };
  for (let at = 0; at < turns.length; at += 2) {
    const [said = "", reply = "So it is."] = turns.slice(at);
    messages.push({ role: "user", content: said });
    upstream.script(whole.openai({ text: reply }));
    await succeeded(rest.post("/v1/chat/completions", { model: "gpt-5.5", messages }, headers));
    messages.push({ role: "assistant", content: reply });
  }
  const shown = shownIn(JSON.parse(upstream.last.body.toString()));
  const all = new Set(shown.flat().map(({ text }) => text));
  const textOf = (name: string) => talk.said.find((each) => each.name === name)!.text;
  const split = (names: readonly string[]) => Object.groupBy(names, (name) => (all.has(textOf(name)) ? "in" : "out"));
  return { latest: shown.at(-1) ?? [], needed: split(needed), outdated: split(outdated) };
}

async function succeeded(answer: Promise<Answer>): Promise<Answer["body"]> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

function list(user: string, { turns }: Request, { latest, needed, outdated }: Seen): void {
  const missed = needed.out?.length ? `  missed ${needed.out.join(", ")}` : "";
  const old = outdated.in?.length ? `  outdated ${outdated.in.join(", ")}` : "";
  console.log(`\n${user}: ${turns.join(" || ")}${missed}${old}`);
  for (const { about, text } of latest) console.log(`  ${about}: ${text.replaceAll("\n", " / ")}`);
}
