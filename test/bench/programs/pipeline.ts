/**
 * The way of a REST request through the real listener, transcoder, authentication, limit and validation, to a method
 * that only answers: what a request costs before anybody has done anything. Argument: the credential to let in.
 */
import { MemoryService } from "../../../gen/cairn/memory/v1/memory_pb.ts";
import type { KeyRecord } from "../../../src/account/account.ts";
import { AddressLimiter } from "../../../src/account/address-limiter.ts";
import { Keys } from "../../../src/account/keys.ts";
import { CallerLimiter } from "../../../src/account/caller-limiter.ts";
import { Limiter } from "../../../src/account/limiter.ts";
import { parseCredential, secretHash } from "../../../src/account/secret.ts";
import { createLogger } from "../../../src/observe/log.ts";
import { Metrics } from "../../../src/observe/metrics.ts";
import { createObserver } from "../../../src/observe/observer.ts";
import { Listener } from "../../../src/rest/listen/listener.ts";
import { BodyRoom } from "../../../src/rest/body-room.ts";
import { createRestRouter, mount } from "../../../src/rest/transcode/rest-router.ts";
import { createPipeline } from "../../../src/rpc/pipeline.ts";
import { parent } from "../support/child.ts";

const { id, secret } = parseCredential(process.argv[2]!)!;
const account = { id: "acc_bench", name: "bench", plan: "unlimited", createdAtMs: 0 } as const;
const record: KeyRecord = {
  key: { id, account: account.id, name: "", scopes: ["memory:read"], createdAtMs: 0 },
  account,
  secretHash: secretHash(secret),
};
const unused = () => Promise.reject(new Error("the benchmark reads keys, and counts nothing"));
const changed = { create: unused, edit: unused, revoke: unused, rotate: unused };
const keys = new Keys({ find: async () => record, list: unused, ...changed });
const limiter = new CallerLimiter(new Limiter({ take: unused }), undefined);

const { gate, interceptors } = createPipeline([MemoryService], { keys, limiter, addresses: new AddressLimiter(60) });
const search = () => ({ retrievalId: "ret_bench", results: [], timingMs: 0.5 });
const rest = createRestRouter({
  room: new BodyRoom(),
  services: [mount(MemoryService, { search })],
  interceptors,
  gate,
  bodyLimit: () => 2 ** 21,
  deadlineMs: 30_000,
});
const observer = createObserver(createLogger("warn"), new Metrics());
const listener = new Listener({ rest, pages: new Map(), ...observer });
const { port } = await listener.listen(0, "127.0.0.1");
parent({ url: `http://127.0.0.1:${port}` });
