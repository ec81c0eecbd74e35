import { startGateway, type TestGateway } from "../support/gateway.ts";
import { Client } from "./ways.ts";

/** A gateway whose providers fail as they are told, and a client that asks it in all ways. */
export type ChaosGateway = TestGateway & { client: Client };

/** `env`: as of `startGateway`. */
export async function startChaosGateway(env: Parameters<typeof startGateway>[0] = {}): Promise<ChaosGateway> {
  const gateway = await startGateway(env);
  const client = new Client(gateway.server);
  const close = async () => {
    client.close();
    await gateway.close();
  };
  return { ...gateway, client, close };
}
