/** What befalls one request on its way: an answer of somebody in between, or that nothing comes back. */
export type Fault = { status: number; headers?: Record<string, string>; body?: string } | "unsent" | "answer lost";

export type Faulty = {
  fetch: typeof fetch;
  /** The headers of every request, those that failed too. */
  sent: Headers[];
};

/** The network with these faults first, one a request, and none after them. */
export function faulty(...faults: Fault[]): Faulty {
  const sent: Headers[] = [];
  const send: typeof fetch = async (input, init) => {
    sent.push(new Headers(init?.headers));
    const fault = faults.shift();
    if (fault === undefined) return fetch(input, init);
    if (fault === "unsent") throw new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") });
    if (fault === "answer lost") {
      await (await fetch(input, init)).text();
      throw new TypeError("fetch failed", { cause: new Error("socket hang up") });
    }
    return new Response(fault.body ?? "", { status: fault.status, headers: fault.headers ?? {} });
  };
  return { fetch: send, sent };
}
