import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./languages.ts";
import { fetched, needs, step } from "./step.ts";
import type { World } from "./world.ts";

/** A tool of others that works with the server as it is: each check throws where it does not, Unavailable where there is none. */
export type Tool = { id: string; check: (world: World) => Promise<void> };

const programs = join(root, "sdk/dist/tools");
const services = ["admin", "directives", "gateway", "graph", "memory", "patterns"];

export const tools: readonly Tool[] = [
  { id: "grpcurl", check: grpcurl },
  { id: "grpc-health-probe", check: healthProbe },
  { id: "postman", check: postman },
  { id: "insomnia", check: insomnia },
];

/** Knows of the server what reflection says, nothing else. */
async function grpcurl(world: World): Promise<void> {
  const program = await goProgram("grpcurl");
  const address = `127.0.0.1:${world.server.port}`;
  const ask = (...args: string[]) => step([program, "-plaintext", ...args], { cwd: world.folder });
  const listed = await ask(address, "list");
  for (const name of services) hold(listed.includes(`cairn.${name}.v1.`), `${name} is not listed:\n${listed}`);
  const described = await ask(address, "describe", "cairn.memory.v1.SearchRequest");
  hold(described.includes("string query = 1"), `the request is not described:\n${described}`);
  const { CAIRN_KEY } = await world.caller("grpcurl");
  const authorized = ["-H", `authorization: Bearer ${CAIRN_KEY}`];
  const message = JSON.stringify({ role: "user", content: "Ana keeps bees.", session_id: "grpcurl" });
  const written = await ask(...authorized, "-d", message, address, "cairn.memory.v1.MemoryService/AddMessage");
  hold(/"id": "msg_/.test(written), `nothing was written:\n${written}`);
  const refused = await ask(...authorized, "-d", "{}", address, "cairn.memory.v1.MemoryService/Search").catch(String);
  hold(/Code: InvalidArgument[^]*"fieldName": "query"/.test(refused), `the details are not told:\n${refused}`);
}

/** What Kubernetes asked before it could by itself; its own probe calls the same RPC. */
async function healthProbe(world: World): Promise<void> {
  const program = await goProgram("grpc-health-probe");
  const address = `-addr=127.0.0.1:${world.server.port}`;
  const probe = (...args: string[]) => step([program, address, ...args], { cwd: world.folder });
  for (const service of ["", ...services.map(serviceName)]) await probe(`-service=${service}`);
  const unknown = await probe("-service=none").catch(String);
  hold(unknown.includes("ended with"), "a service that is not there is healthy");
}

function serviceName(name: string): string {
  return `cairn.${name}.v1.${name[0]!.toUpperCase()}${name.slice(1)}Service`;
}

async function postman(world: World): Promise<void> {
  const folder = await npmPackage(world, "openapi-to-postmanv2@6.3.3");
  const { path, operations } = await openApi(world);
  const out = join(folder, "collection.json");
  await step([join(folder, "node_modules/.bin/openapi2postmanv2"), "-s", path, "-o", out], { cwd: folder });
  const found = JSON.stringify(JSON.parse(readFileSync(out, "utf8"))).match(/"request":\{"name"/g)?.length ?? 0;
  hold(found === operations, `Postman has ${found} requests of ${operations}`);
}

async function insomnia(world: World): Promise<void> {
  const folder = await npmPackage(world, "insomnia-importers@3.6.0");
  const { path, operations } = await openApi(world);
  const script = `require("insomnia-importers").convert(require("fs").readFileSync(process.argv[1], "utf8"))
    .then(({ data }) => console.log(data.resources.filter((each) => each._type === "request").length));`;
  // The importer complains of versions above 3.0.3 before it goes on.
  const found = (await step([process.execPath, "-e", script, path], { cwd: folder })).trim().split("\n").at(-1);
  hold(Number(found) === operations, `Insomnia has ${found} requests of ${operations}`);
}

/** The server's own description, and how many operations it has. */
async function openApi(world: World): Promise<{ path: string; operations: number }> {
  const text = await (await fetch(`${world.server.url}/openapi.json`)).text();
  const path = join(world.folder, "openapi.json");
  writeFileSync(path, text);
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, unknown>> };
  const methods = new Set(["get", "put", "post", "delete", "patch"]);
  const operations = Object.values(paths).flatMap((each) => Object.keys(each).filter((name) => methods.has(name)));
  return { path, operations: operations.length };
}

/** Built of the versions that sdk/tools/go.mod names. */
async function goProgram(name: string): Promise<string> {
  needs(["go"]);
  await fetched(["go", "install", "tool"], { cwd: join(root, "sdk/tools"), env: { GOBIN: programs } });
  return join(programs, name);
}

async function npmPackage(world: World, name: string): Promise<string> {
  needs(["npm"]);
  const folder = join(world.folder, name.replace(/\W+/g, "-"));
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), "{}");
  await fetched(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", name], { cwd: folder });
  return folder;
}

function hold(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}
