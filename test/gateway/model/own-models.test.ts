import { afterEach, expect, test, vi } from "vitest";
import { OwnModels } from "../../../src/gateway/model/own-models.ts";
import { Upstreams } from "../../../src/gateway/upstream/upstreams.ts";
import { json, Upstream } from "../support/upstream.ts";
import { provider } from "../upstream/support.ts";

afterEach(() => void vi.useRealTimers());

const twenty = (id: string) => Array.from({ length: 20 }, () => [id]);

test("however many ask at once, an endpoint is asked once a minute", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const upstream = await Upstream.start();
  const upstreams = new Upstreams();
  const models = new OwnModels([provider(upstream.url, "ollama")], upstreams);
  const all = async () =>
    (await Promise.all(Array.from({ length: 20 }, () => models.list()))).map((each) => each.get("ollama"));
  try {
    upstream.script(json(200, { data: [{ id: "a" }] }), json(200, { data: [{ id: "b" }] }), json(500, {}));
    expect(await all()).toEqual(twenty("a"));
    expect(await all()).toEqual(twenty("a"));
    expect(upstream.received).toHaveLength(1);
    vi.advanceTimersByTime(61_000);
    expect(await all()).toEqual(twenty("b"));
    vi.advanceTimersByTime(61_000);
    expect(await all()).toEqual(twenty("b"));
    expect(upstream.received).toHaveLength(3);
  } finally {
    await upstreams.close();
    await upstream.close();
  }
});
