import { Cairn, CairnError } from "@cairn-memory/client";

/** What a user does on any platform. Answers what came of it, as text. */
export async function use({ url, key }) {
  const cairn = new Cairn({ apiKey: key, baseUrl: url });
  const session_id = `on ${Math.random()}`;
  await cairn.addMessages({
    messages: ["one", "two", "three"].map((content) => ({ role: "user", session_id, content })),
  });
  const contents = [];
  for await (const { content } of cairn.listMessages({ session_id, limit: 2 })) contents.push(content);
  const { retrieval_id } = await cairn.search({ query: "two", session_id });
  const { status } = await cairn.recordOutcome({ applicationId: retrieval_id, success: true });
  const refused = await cairn.search({ query: "two", limit: 0 }).catch((error) => error);
  const late = await cairn.listSessions({}, { signal: AbortSignal.abort("late") }).catch((reason) => reason);
  const field = CairnError.is(refused, "invalid_argument") ? refused.field : String(refused);
  return JSON.stringify({ contents, status, field, late });
}
