import { afterAll, beforeAll, expect, test } from "vitest";
import { embedded } from "../eval/embedded.ts";
import { Rest } from "../support/rest.ts";
import { startServer, type TestServer } from "../support/server.ts";

/** What a request is shown of what its user said weeks ago, on a running server: `cairn/inspect` says what would be sent. */

let server: TestServer;
let rest: Rest;

beforeAll(async () => {
  server = await startServer({ env: { CAIRN_MEMORY_TIMEOUT_MS: "20000" } });
  rest = new Rest(server);
});
afterAll(() => server.remove());

/** Days of a user, each a session, and what was said in it. */
type Days = Record<string, readonly string[]>;

async function said(user_id: string, days: Days): Promise<void> {
  const messages = Object.entries(days).flatMap(([day, texts]) =>
    texts.map((content, at) => {
      const created_at = `2026-${day}T10:${String(at).padStart(2, "0")}:00Z`;
      return { user_id, session_id: day, role: at % 2 === 0 ? "user" : "assistant", content, created_at };
    }),
  );
  const { status, body } = await rest.post("/api/v1/working/batch", { messages });
  if (status !== 200) throw new Error(JSON.stringify(body));
  await embedded(rest);
}

/** What the last of these turns is shown, in its order; the user's and the assistant's take turns. */
async function shown(user: string, ...turns: string[]): Promise<string[]> {
  const messages = turns.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content }));
  const headers = { "x-cairn-user": user, "x-cairn-memory": "read" };
  const { body } = await rest.post("/v1/chat/completions", { model: "cairn/inspect", messages }, headers);
  const sent = JSON.parse(body.choices[0].message.content).body;
  const parts: { text: string }[] = [sent.messages.at(-1).content].flat();
  return parts.flatMap(({ text = "" }) =>
    [...text.matchAll(/<memory [^>]*>\n([^]*?)\n<\/memory>/gu)].map(([, item]) => item!),
  );
}

test("what changed since stands behind what was said first, though it is the better result", async () => {
  const first = "Our opening hours are Tuesday to Saturday, 10 to 18";
  const changed = "Our opening hours now: Wednesday to Saturday";
  await said("order", { "09-01": [first], "10-19": [changed] });
  expect(await shown("order", "What are our opening hours now?")).toEqual([first, changed]);
});

test("what says that something changed comes with what it may correct, though it scores too little by itself", async () => {
  const first = "The bakery delivers fresh bread to the hotel at six in the morning";
  const changed = "The bakery called, from May on they come at half past seven instead";
  const unrelated = ["My sister plays the cello", "The printer needs toner", "Lisbon was sunny", "I lost a glove"];
  await said("corrected", {
    "09-01": [first],
    "09-02": unrelated,
    "10-19": [changed],
    "10-20": ["The bakery has a blue door"],
  });
  expect(await shown("corrected", "When does the hotel get its fresh bread in the morning?")).toEqual([first, changed]);
});

test("what says nothing by itself is not shown, however similar it is", async () => {
  await said("nothing", {
    "09-01": ["Could you keep an eye on the ferry?", "Sure.", "ok, thanks!", "👍"],
    "09-02": ["haha ok", "Good morning!", "Canberra", "I have diabetes"],
  });
  expect(await shown("nothing", "Is that ok, are you sure?")).toEqual([]);
  expect(await shown("nothing", "Which city is the capital, Canberra?")).toEqual(["Canberra"]);
  expect(await shown("nothing", "Do I have diabetes?")).toContain("I have diabetes");
});

test("an answer that did not know is not shown, nor the question that it did not answer", async () => {
  const moved = "We moved the staging database to Frankfurt";
  const refusal = "I'm sorry, I don't have access to where your staging database runs. Could you tell me?";
  await said("refused", { "09-01": [moved], "09-02": ["Where does the staging database run?", refusal] });
  expect(await shown("refused", "Where does our staging database run now?")).toEqual([moved]);
  expect(await shown("refused", "Where is the database?")).toContain("Where does the staging database run?");
});

test("a turn that asks nothing by itself is about the one before it", async () => {
  const ferry = "The ferry to Oslo leaves at seven from pier nine";
  await said("leaning", { "09-01": [ferry], "09-02": ["The dentist is in Elm Street"] });
  const before = ["Does the ferry to Oslo leave from pier nine?", "I do not know.", "really?", "I think so."];
  expect(await shown("leaning", ...before, "are you sure?")).toEqual([ferry]);
  expect(await shown("leaning", ...before, "And where is the dentist?")).toEqual(["The dentist is in Elm Street"]);
});
