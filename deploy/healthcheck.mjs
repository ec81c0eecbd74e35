// Ends with 0 where the server beside it answers that it is ready, else with 1 and the reason: for a container's health.
// Reads CAIRN_HOST and CAIRN_PORT as the server does: what is blank counts as absent, and so does what Kubernetes puts
// into CAIRN_PORT beside a service called cairn. Waits 4 seconds at most.
const given = (name) => process.env[name]?.trim() ?? "";
const host = given("CAIRN_HOST") || "127.0.0.1";
const port = given("CAIRN_PORT").replace(/^tcp:.*/u, "") || "7070";
const everywhere = { "0.0.0.0": "127.0.0.1", "::": "::1" };
const address = everywhere[host] ?? host;

try {
  const url = `http://${address.includes(":") ? `[${address}]` : address}:${port}/readyz`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(4_000) });
  console.log(await answer.text());
  process.exitCode = answer.ok ? 0 : 1;
} catch (error) {
  console.log(String(error.cause ?? error));
  process.exitCode = 1;
}
