import type { Client } from "./client.ts";

/** What the server tells Prometheus: by name, summed over labels. */
export async function readMetrics(client: Client): Promise<Map<string, number>> {
  const { body } = await client.get("/metrics");
  const values = new Map<string, number>();
  for (const line of body.split("\n")) {
    const match = /^([a-z0-9_]+)(?:\{.*\})? (\S+)$/u.exec(line);
    if (match) values.set(match[1]!, (values.get(match[1]!) ?? 0) + Number(match[2]));
  }
  return values;
}

/** One value. Throws where the server does not tell it. */
export async function readMetric(client: Client, name: string): Promise<number> {
  const value = (await readMetrics(client)).get(name);
  if (value === undefined) throw new Error(`the server has no metric ${name}`);
  return value;
}
