import type { JsonObject } from "@bufbuild/protobuf";

export const securitySchemes = {
  bearer: { type: "http", scheme: "bearer", description: "An API key: ck_<id>_<secret>" },
  apiKey: {
    type: "apiKey",
    in: "header",
    name: "x-api-key",
    description: "The same key, as Anthropic's clients send it.",
  },
} satisfies Record<string, JsonObject>;

/** A key, in either way. */
export const keyed: JsonObject[] = [{ bearer: [] }, { apiKey: [] }];

export const withoutKey: JsonObject = {};
