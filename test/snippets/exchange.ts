import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Rest } from "../support/rest.ts";
import type { Finished } from "../support/finished.ts";
import type { Client } from "./clients.ts";
import { answering } from "./provider.ts";
import { run } from "./run.ts";
import type { Snippet } from "./snippets.ts";
import { question, seeded, type World } from "./world.ts";

const timeoutMs = 60_000;

/** Where a snippet finds its tool: folders of programs, packages beside it, and more variables. */
export type Place = { folder: string; programs?: string[]; env?: Record<string, string> };

/** A snippet, run to its end as somebody would who copied it. */
export async function runSnippet({ language, text }: Snippet, key: string, { folder, programs = [], env }: Place) {
  const home = join(folder, "home");
  mkdirSync(home, { recursive: true });
  const PATH = [...programs, process.env["PATH"]].join(":");
  const options = { cwd: home, env: { ...env, PATH, HOME: home, CAIRN_KEY: key }, timeoutMs };
  if (language === "sh") return run("sh", ["-euc", text], options);
  const file = join(folder, language === "js" ? "snippet.mjs" : "snippet.py");
  writeFileSync(file, text);
  return run(language === "js" ? process.execPath : "python", [file], options);
}

/** Runs a client's snippet with memory that bears on it, and says what is wrong with what came of it: nothing, if all is well. */
export async function tryClient(
  client: Client,
  world: World,
  place: Place,
  server: { url: string; data: string } = world.server,
): Promise<string[]> {
  const key = await world.remindedUser(client.id, server);
  const reply = `In Lisbon, ${client.id}.`;
  world.upstream.always(answering(() => ({ text: reply })));
  const before = world.upstream.received.length;
  const finished = await runSnippet(world.snippet(client.id, server.url), key, place);
  const { body } = await new Rest(server, key).post("/api/v1/memory/search", { query: question, limit: 5 });
  const found: string[] = (body.results ?? []).map(({ content }: { content: string }) => content);
  const faults = [
    ...faultsOfOutput(finished, reply),
    ...faultsOfRequests(client, world.upstream.received.slice(before), key),
    ...[question, reply].filter((text) => !found.includes(text)).map((text) => `search does not find "${text}"`),
  ];
  return faults;
}

function faultsOfOutput({ code, stdout, stderr }: Finished, reply: string): string[] {
  if (code !== 0) return [`ended with ${code}: ${stderr}${stdout}`];
  return stdout.includes(reply) ? [] : [`printed no answer: ${stdout}${stderr}`];
}

function faultsOfRequests({ upstream }: Client, received: World["upstream"]["received"], key: string): string[] {
  if (received.length !== 1) return [`the provider was asked ${received.length} times: ${received.map((r) => r.path)}`];
  const [{ path, headers, body }] = received as [(typeof received)[0]];
  const [header, credential] = upstream.credential;
  const text = body.toString();
  return [
    ...(path.split("?")[0] === upstream.path ? [] : [`the provider was asked at ${path}`]),
    ...((headers[header] ?? "") === credential ? [] : [`the provider was sent ${header}: ${headers[header]}`]),
    ...(JSON.stringify(headers).includes(key) ? ["the provider was sent our key"] : []),
    ...(text.includes(question) ? [] : ["the provider was not sent the question"]),
    ...(/<cairn_memory>.*<\/cairn_memory>/su.exec(text)?.[0].includes(seeded) ? [] : ["no memory was put in"]),
  ];
}
