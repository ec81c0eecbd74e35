import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { embedded } from "../eval/embedded.ts";
import { Rest } from "../support/rest.ts";
import { startServer, type TestServer } from "../support/server.ts";

/** What the built-in embedder cannot read is found by its words, and by nothing else; no language makes two texts alike. */

type Texts = { memories: string[]; questions: string[]; unrelated: string[] };
const languages = JSON.parse(readFileSync(new URL("../fixture/languages.json", import.meta.url), "utf8")) as Record<
  string,
  Texts
>; // as it was written

/** What the gateway shows has this score at least. */
const gate = 0.26;

let server: TestServer;
let api: Rest;

beforeAll(async () => {
  server = await startServer();
  api = new Rest(server);
});
afterAll(() => server.remove());

async function found(
  user: string,
  query: string,
): Promise<{ content: string; similarity: number; explanation?: object }[]> {
  const { body } = await api.post("/api/v1/memory/search", { query, user_id: user, explain: true });
  return body.results;
}

const unread = ["Russian", "Greek", "Arabic", "Hebrew", "Hindi", "Korean", "Japanese", "Chinese", "Thai"];
const read = ["German", "French", "Spanish", "Polish", "Turkish", "Vietnamese", "Finnish"];

describe.each([...unread.map((name) => [name, "bm25", "cosine"]), ...read.map((name) => [name, "cosine", "none"])])(
  "%s",
  (name, by, notBy) => {
    const { memories, questions, unrelated } = languages[name]!;

    beforeAll(async () => {
      const messages = memories.map((content) => ({ role: "user", session_id: "s", user_id: name, content }));
      await api.post("/api/v1/working/batch", { messages });
      await embedded(api);
    });

    test(`a question finds the memory that answers it, by its ${by}`, async () => {
      const first = await Promise.all(questions.map(async (question) => (await found(name, question))[0]));
      const right = first.filter((result, at) => result?.content === memories[at]);
      expect(right.length).toBeGreaterThanOrEqual(4);
      expect(right[0]).toMatchObject({ explanation: { [by]: expect.any(Number) } });
      expect(right[0]!.explanation).not.toHaveProperty(notBy);
    });

    test("what has nothing to do with them finds nothing that would be shown", async () => {
      for (const prompt of unrelated) {
        const [best] = await found(name, prompt);
        expect(best?.similarity ?? 0).toBeLessThan(gate);
      }
    });

    test("patterns about other things are not alike", async () => {
      for (const [title, problem, solution] of [memories.slice(0, 3), unrelated.slice(0, 3)]) {
        const { status, body } = await api.post("/api/v1/forge", { title, problem, solution, user_id: name });
        expect(status).toBe(200);
        expect(body.similar).toEqual([]);
      }
    });
  },
);
