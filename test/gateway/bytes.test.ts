import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Rest } from "../support/rest.ts";
import { question, recorded } from "./bytes/recorded.ts";
import { jsonText } from "./bytes/json-text.ts";
import { modelOf } from "./conformance/bodies.ts";
import { callerNames, type Caller, type Column } from "./conformance/column.ts";
import { bytesOf, inChunks, wireOf } from "./conformance/wires.ts";
import { World } from "./conformance/world.ts";
import { json } from "./support/upstream.ts";

/** Where caller and provider speak one dialect, what arrives is what was sent, but for a model's provider and memory. */

let world: World;

beforeAll(async () => {
  world = await World.start();
  const said = { session_id: "s", user_id: "ann", role: "user", content: "My green umbrella is called Waldorf." };
  const { status, body } = await new Rest(world.server).post("/api/v1/working", said);
  if (status !== 200) throw new Error(JSON.stringify(body));
});
afterAll(() => world.close());

const columnOf = (caller: Caller, stream = false): Column => ({ caller, upstream: caller, stream });

async function arrives(caller: Caller, body: string): Promise<string> {
  const { arrived, reply } = await world.exchange(columnOf(caller), body, json(200, "{}"));
  expect(reply.status, reply.body.toString()).toBe(200);
  return arrived!.body.toString();
}

describe.each(recorded)("$name", ({ caller, body }) => {
  test("arrives byte for byte", async () => {
    const sent = body.replace("MODEL", modelOf[caller]);
    expect(await arrives(caller, sent)).toBe(sent);
  });

  test("but for the name of a provider before the model's", async () => {
    const [sent, expected] = [`${caller}/m-1`, "m-1"].map((model) => body.replace("MODEL", model));
    expect(await arrives(caller, sent!)).toBe(expected);
  });

  test("but for what memory inserts", async () => {
    const sent = body.replace("MODEL", modelOf[caller]);
    const arrived = await world.shows("Waldorf", columnOf(caller), sent, "ann");
    const inserted = insertedIn(arrived, sent);
    expect(inserted).toContain("Waldorf");
    expect(inserted.length).toBeLessThan(1_000);
    expect(JSON.parse(arrived)).toMatchObject({ model: modelOf[caller] });
  });
});

/** What was inserted, before and behind one piece of the original; throws where the original is not whole. */
function insertedIn(arrived: string, sent: string): string {
  const before = commonStart(arrived, sent);
  const behind = commonStart(reversed(arrived), reversed(sent.slice(before)));
  const middle = sent.slice(before, sent.length - behind);
  const changed = arrived.slice(before, arrived.length - behind);
  if (!changed.includes(middle)) throw new Error(`"${middle}" is not whole in "${changed}"`);
  return changed.replace(middle, "");
}

function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  return at;
}

const reversed = (text: string) => text.split("").toReversed().join("");

test.each(callerNames)("any JSON of %s's arrives byte for byte", async (caller) => {
  const members = jsonText().map((text) => text.slice(text.indexOf("{") + 1, text.lastIndexOf("}")));
  const space = fc.stringMatching(/^[ \t\r\n]{0,3}$/u);
  await fc.assert(
    fc.asyncProperty(members, space, fc.boolean(), async (more, gap, isFirst) => {
      const own = `${gap}"model"${gap}:"${modelOf[caller]}",${gap}"messages":[{"role":"user","content":"${question}"}]${gap}`;
      const all = more.trim() === "" ? [own] : isFirst ? [own, more] : [more, own];
      const body = `${gap}{${all.join(",")}}${gap}`;
      expect(await arrives(caller, body)).toBe(body);
    }),
    { numRuns: 150 },
  );
});

describe.each(callerNames)("an answer in %s's dialect", (caller) => {
  const odd = '{ "id" : 12345678901234567890 ,\r\n "new\\u0020thing":[1E400,-0.0], "text":"\\u00e9\\/é 😀" }\n';

  test("comes back byte for byte, whole", async () => {
    const body = JSON.stringify({ model: modelOf[caller], messages: [{ role: "user", content: "hi" }] });
    const { reply } = await world.exchange(columnOf(caller), body, json(200, odd));
    expect(reply.body.toString()).toBe(odd);
  });

  test("comes back byte for byte, streamed and cut anywhere", async () => {
    const body = JSON.stringify({ model: modelOf[caller], messages: [{ role: "user", content: "hi" }], stream: true });
    const column = columnOf(caller, true);
    const wire = bytesOf(column, wireOf(caller, { parts: [{ text: "é 😀" }, { call: "f", input: '{"a":1}' }] }));
    const noisy = Buffer.concat([Buffer.from(": hello\r\n\r\nid:1\nretry: 3\n\n"), wire]);
    const { reply } = await world.exchange(column, body, inChunks(noisy, 7));
    expect(reply.body.equals(noisy)).toBe(true);
    expect(reply.headers.get("content-type")).toBe("text/event-stream");
  });
});
