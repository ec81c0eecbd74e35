import { isObject, type JsonValue } from "../../json.ts";
import { readBody, textOfBody } from "../upstream/read-body.ts";
import type { Upstreams } from "../upstream/upstreams.ts";
import type { Provider } from "./provider.ts";

const freshMs = 60_000;
const timeoutMs = 2_000;
const modelsMax = 1_000;

/** What the operator's own endpoints have, by `GET /models`; asked again after a minute, and never waited for long. */
export class OwnModels {
  readonly #providers: readonly Provider[];
  readonly #upstreams: Upstreams;
  readonly #known = new Map<string, { ids: string[]; askedAtMs: number }>();
  /** What is being asked: once, however many wait for it. */
  readonly #asking = new Map<string, Promise<string[]>>();

  constructor(providers: readonly Provider[], upstreams: Upstreams) {
    this.#providers = providers.filter(({ own }) => own);
    this.#upstreams = upstreams;
  }

  /** By provider. One that does not answer keeps what it had. */
  async list(): Promise<Map<string, readonly string[]>> {
    const all = await Promise.all(
      this.#providers.map(async (provider) => [provider.id, await this.#of(provider)] as const),
    );
    return new Map(all);
  }

  /** How many a provider had when it was last asked; 0 until then. */
  countOf(provider: string): number {
    return this.#known.get(provider)?.ids.length ?? 0;
  }

  async #of(provider: Provider): Promise<string[]> {
    const known = this.#known.get(provider.id);
    if (known && performance.now() - known.askedAtMs < freshMs) return known.ids;
    const asking = this.#asking.get(provider.id) ?? this.#refresh(provider, known?.ids ?? []);
    this.#asking.set(provider.id, asking);
    return asking;
  }

  async #refresh(provider: Provider, before: string[]): Promise<string[]> {
    const ids = await this.#ask(provider).catch(() => before);
    this.#known.set(provider.id, { ids, askedAtMs: performance.now() });
    this.#asking.delete(provider.id);
    return ids;
  }

  async #ask(provider: Provider): Promise<string[]> {
    const signal = AbortSignal.timeout(timeoutMs);
    const request = { provider, path: "/models", method: "GET", headers: {}, body: undefined, signal } as const;
    const { status, body } = await this.#upstreams.send(request);
    const text = textOfBody(await readBody(body));
    if (status !== 200) throw new Error(`${provider.id} answered ${status} to GET /models`);
    const json = JSON.parse(text) as JsonValue; // it makes nothing else
    const data = isObject(json) && Array.isArray(json["data"]) ? json["data"] : [];
    return data
      .flatMap((each) => (isObject(each) && typeof each["id"] === "string" ? [each["id"]] : []))
      .slice(0, modelsMax);
  }
}
