import type { TestServer } from "../../support/server.ts";

/** What a server has open, and how much memory it holds, as its own metrics tell. */
export type Vitals = { sockets: number; timers: number; rssMb: number; heapMb: number };

export async function vitalsOf({ url }: TestServer): Promise<Vitals> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const value = (name: string) =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length) ?? 0,
    );
  const active = (type: string) => value(`cairn_nodejs_active_resources{type="${type}"}`);
  return {
    sockets: active("TCPSocketWrap"),
    timers: active("Timeout"),
    rssMb: value("cairn_process_resident_memory_bytes") / 2 ** 20,
    heapMb: value("cairn_nodejs_heap_size_used_bytes") / 2 ** 20,
  };
}
