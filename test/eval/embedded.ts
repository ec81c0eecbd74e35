import type { Rest } from "../support/rest.ts";

/** Waits until no memory of the server waits for its vector. */
export async function embedded(rest: Rest): Promise<void> {
  for (;;) {
    const { body } = await rest.get("/metrics");
    const waiting = /^cairn_embeddings_waiting (\d+)/m.exec(String(body))?.[1];
    if (waiting === undefined) throw new Error("the server does not show cairn_embeddings_waiting at /metrics");
    if (waiting === "0") return;
    await new Promise((resume) => setTimeout(resume, 50));
  }
}
