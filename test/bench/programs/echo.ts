/** The floor of a request: JSON in, the same JSON out. */
import { parent } from "../support/child.ts";
import { serveJson } from "./json-server.ts";

const { url } = await serveJson((body) => body);
parent({ url });
