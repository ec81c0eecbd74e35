import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root, type Language } from "./languages.ts";
import { fetched, needs, step } from "./step.ts";
import { templateOf } from "./template.ts";
import type { World } from "./world.ts";

const { vectors } = JSON.parse(readFileSync(join(root, "sdk/vectors.json"), "utf8")) as { vectors: object[] };

/** What an example prints, whatever its language. */
const exampleLines = [
  /^wrote msg_\w+$/m,
  /^found Ana keeps bees on her roof in Lisbon\.$/m,
  /^streamed \d+ chunks, \d+ characters$/m,
  /^refused invalid_argument: role: must be one of user, assistant/m,
  /^ {2}field role: must be one of user, assistant/m,
  /^ {2}request [\w-]{10,}$/m,
  /^limits: 2147483647 requests left until \d/m,
];

/** Generates, builds and runs one language. Errors: Unavailable, or what went wrong. */
export async function tryLanguage(language: Language, world: World): Promise<void> {
  const place = { cwd: join(root, "sdk", language.id) };
  needs(language.needs);
  for (const command of language.setup) await fetched(command, place);
  const template = templateOf(language.id);
  await step([join(root, "node_modules/.bin/buf"), "generate", "--template", template], { cwd: root });
  for (const command of language.build) await step(command, place);
  await tryExample(language.id, world);
  const env = await world.caller(language.id);
  const printed = await step(language.vectors, { ...place, env });
  if (!printed.trimEnd().endsWith(`${vectors.length} passed, 0 failed`))
    throw new Error(`not all of ${vectors.length} vectors passed:\n${printed}`);
}

/** As docs/clients.md has it: with the built-in model, and with one of a provider, whose text is thirteen characters long. */
async function tryExample(id: string, world: World): Promise<void> {
  const command = ["sh", "-c", exampleOf(id)] as const;
  const env = await world.caller(`${id}-example`);
  const printed = await step(command, { cwd: root, env });
  const missing = exampleLines.filter((line) => !line.test(printed));
  if (missing.length > 0) throw new Error(`the example printed no ${missing.join(", ")}:\n${printed}`);
  const asked = await step(command, { cwd: root, env: { ...env, CAIRN_MODEL: "openai/gpt-5" } });
  if (!asked.includes("chunks, 13 characters")) throw new Error(`the provider's text did not come:\n${asked}`);
}

/** The lines behind `npm run sdk:test -- go` in the block of docs/clients.md that begins so. Errors: there is none. */
function exampleOf(id: string): string {
  const page = readFileSync(join(root, "docs/clients.md"), "utf8");
  const [, block] = page.split(`\`\`\`sh\nnpm run sdk:test -- ${id}\n`);
  if (block === undefined) throw new Error(`docs/clients.md has no example for ${id}`);
  return block.slice(0, block.indexOf("```"));
}
