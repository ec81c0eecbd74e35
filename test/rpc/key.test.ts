import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { CreateKeyRequestSchema } from "../../gen/cairn/admin/v1/admin_pb.ts";
import { parseNewKey } from "../../src/rpc/convert/key.ts";

const nowMs = Date.parse("2026-03-01T00:00:00Z");
type Asked = MessageInitShape<typeof CreateKeyRequestSchema>;
const parse = (asked: Asked) => parseNewKey(create(CreateKeyRequestSchema, asked), nowMs);

test("a key that asks for nothing may do all but administer, for any user and without end", () => {
  expect(parse({})).toEqual({ name: "", scopes: ["memory:read", "memory:write", "gateway"] });
});

test("a key is made as it was asked for, each scope once", () => {
  const asked: Asked = {
    name: "ci",
    scopes: ["gateway", "memory:read", "gateway"],
    userId: "ana",
    expiresAt: "2026-03-01T00:00:00.001Z",
    models: ["claude-*", "ollama/qwen3:8b"],
    monthlyTokenBudget: 1,
    monthlyBudgetUsd: 0.000001,
  };
  expect(parse(asked)).toEqual({
    name: "ci",
    scopes: ["memory:read", "gateway"],
    user: "ana",
    expiresAtMs: nowMs + 1,
    models: asked.models,
    monthlyTokenBudget: 1,
    monthlyBudgetMicros: 1,
  });
  expect(parse({ scopes: ["admin"] }).scopes).toEqual(["admin"]);
});

test.each<[string, Asked]>([
  ["scopes", { scopes: ["memory:read", "root"] }],
  ["scopes", { scopes: ["memory:read", "admin"], userId: "ana" }],
  ["user_id", { userId: "system" }],
  ["user_id", { userId: "" }],
  ["expires_at", { expiresAt: "2026-03-01" }],
  ["expires_at", { expiresAt: "tomorrow" }],
  ["models", { models: Array.from({ length: 101 }, (_, at) => `m${at}`) }],
  ["models[1]", { models: ["claude-*", ""] }],
  ["models[0]", { models: ["*-opus"] }],
  ["models[0]", { models: ["claude opus"] }],
  ["monthly_token_budget", { monthlyTokenBudget: 0 }],
  ["monthly_token_budget", { monthlyTokenBudget: 1.5 }],
  ["monthly_budget_usd", { monthlyBudgetUsd: 0 }],
  ["monthly_budget_usd", { monthlyBudgetUsd: 0.0000001 }],
])("no key is made with %s as in %j", (field, asked) => {
  expect(() => parse(asked)).toThrow(expect.objectContaining({ code: "invalid_argument" }));
  expect(() => parse(asked)).toThrow(`${field}: `);
});
