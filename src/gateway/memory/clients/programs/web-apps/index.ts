import type { Client } from "../../client.ts";
import { dify } from "./dify.ts";
import { openWebUi } from "./open-webui.ts";
import { openHands } from "./openhands.ts";

/** Applications that are used in a browser. */
export const webApps: readonly Client[] = [dify, openWebUi, openHands];
