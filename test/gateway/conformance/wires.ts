import type { JsonObject } from "../../../src/json.ts";
import { anthropicPieces, anthropicWhole } from "./wire-anthropic.ts";
import { geminiPieces, geminiWhole } from "./wire-gemini.ts";
import { openaiPieces, openaiWhole } from "./wire-openai.ts";
import { json, type Script } from "../support/upstream.ts";
import type { Column, Upstream } from "./column.ts";
import type { Said } from "./said.ts";

/** The provider's whole body, and the data of its stream's events. */
export type Wire = { whole: JsonObject; pieces: JsonObject[] };

export function wireOf(upstream: Upstream, said: Said): Wire {
  switch (upstream) {
    case "openai":
      return { whole: openaiWhole(said), pieces: openaiPieces(said) };
    case "anthropic":
      return { whole: anthropicWhole(said), pieces: anthropicPieces(said) };
    case "gemini":
      return { whole: geminiWhole(said), pieces: geminiPieces(said) };
  }
}

/** The bytes that a provider answers with. */
export function bytesOf({ upstream, stream }: Column, { whole, pieces }: Wire): Buffer {
  if (!stream) return Buffer.from(JSON.stringify(whole));
  return Buffer.from(sseOf(upstream, pieces) + (upstream === "openai" ? "data: [DONE]\n\n" : ""));
}

/** Events without what ends a stream. */
export function sseOf(upstream: Upstream, pieces: readonly JsonObject[]): string {
  const name = (piece: JsonObject) => (upstream === "anthropic" ? `event: ${String(piece["type"])}\n` : "");
  return pieces.map((piece) => `${name(piece)}data: ${JSON.stringify(piece)}\n\n`).join("");
}

/** Answers with a wire, a stream in pieces that are cut anywhere. */
export function answers(column: Column, wire: Wire, headers: Record<string, string> = {}): Script {
  const bytes = bytesOf(column, wire);
  return column.stream ? inChunks(bytes, 41, headers) : json(200, bytes.toString(), headers);
}

/** A stream in chunks of so many bytes. */
export function inChunks(bytes: Buffer, size: number, headers: Record<string, string> = {}): Script {
  return async (response) => {
    response.writeHead(200, { "content-type": "text/event-stream", ...headers });
    for (let at = 0; at < bytes.length; at += size) {
      response.write(bytes.subarray(at, at + size));
      await new Promise((next) => setImmediate(next));
    }
    response.end();
  };
}
