import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { checkHost, isLoopback } from "../../src/rest/listen/host.ts";

test.each(["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1"])(
  "what listens on %s is reached from here only",
  async (host) => {
    const server = createServer().listen(0, host);
    try {
      await once(server, "listening");
      expect(isLoopback((server.address() as AddressInfo).address)).toBe(true); // it listens on TCP
    } finally {
      server.close();
    }
  },
);

test.each(["0.0.0.0", "::", "::ffff:10.0.0.1", "10.127.0.1", "localhost"])("%s is no loopback address", (address) => {
  expect(isLoopback(address)).toBe(false);
});

test("a loopback listener is named by each form of its address, and by no other name", () => {
  for (const host of ["[::ffff:127.0.0.1]:7070", new URL("http://[::ffff:127.0.0.1]:7070").host])
    expect(() => checkHost(host, new Set())).not.toThrow();
  expect(() => checkHost("rebound.example", new Set())).toThrow("not served here");
});
