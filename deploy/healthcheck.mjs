// Ends with 0 where the server beside it answers that it is ready, else with 1 and the reason: for a container's health.
// Reads CAIRN_HOST and CAIRN_PORT as the server does. Waits 4 seconds at most.
const { CAIRN_HOST: host = "127.0.0.1", CAIRN_PORT: port = "7070" } = process.env;
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
