import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/json.ts";
import { Losses } from "../../../src/gateway/chat/loss.ts";
import { callerDialects, upstreamDialects } from "../../../src/gateway/dialect/dialects.ts";
import { capabilitiesOf } from "../../../src/gateway/model/families.ts";
import { providerOf } from "../support/provider.ts";
import { assistant, user, World } from "./world.ts";

/** The patched body in the provider's dialect: there, too, what was said before is the beginning of what is said. */

const models = [
  ["anthropic", "claude-opus-5"],
  ["anthropic", "claude-sonnet-4-5"],
  ["openai", "gpt-5"],
  ["openai", "deepseek-chat"],
  ["gemini", "gemini-2.5-pro"],
] as const;
const pairs = models.flatMap(([dialect, model]) => {
  return (["openai", "anthropic"] as const).map((caller) => ({ caller, dialect, model }));
});

test.each(pairs)("$caller to $model", async ({ caller, dialect, model }) => {
  await using world = await World.create();
  const capabilities = capabilitiesOf(providerOf(dialect, model), model);
  const target = { provider: dialect, model, systemInMessages: capabilities.systemInMessages };
  const head = caller === "openai" ? [{ role: "developer", content: "Help." }] : [];
  let held: JsonObject[] = [];
  let before: { system: JsonValue | undefined; said: JsonValue[] } | undefined;
  for (let turn = 0; turn < 4; turn++) {
    world.finds(await world.said(`memory ${turn}`), await world.pattern(`pattern ${turn}`));
    held = [...held, user(`this is question ${turn}`)];
    const body = {
      model,
      max_tokens: 100,
      messages: [...head, ...held],
      ...(caller === "anthropic" && { system: "Help." }),
    };
    const { upstream, receipt } = await world.exchange(body, `reply ${turn}`, { dialect: caller, target });
    held = [...held, assistant(`reply ${turn}`)];
    expect(receipt.items).toBe(2);

    const request = callerDialects[caller].parseRequest(JSON.parse(upstream.toString()));
    const losses = new Losses();
    const sent = upstreamDialects[dialect].formatRequest(request, { capabilities, losses });
    expect(losses.list().filter(({ what }) => what.startsWith("system"))).toEqual([]);
    const text = JSON.stringify(sent);
    for (let i = 0; i <= turn; i++) {
      expect(text.split(`memory ${i}`)).toHaveLength(2);
      expect(text).toContain(`pattern ${i}`);
    }
    const now = {
      system: sent["system"] ?? sent["systemInstruction"],
      said: (sent["messages"] ?? sent["contents"]) as JsonValue[],
    };
    const earlier = before ?? now;
    expect(now.system).toEqual(earlier.system);
    expect(now.said.slice(0, earlier.said.length)).toEqual(earlier.said);
    before = now;
  }
});
