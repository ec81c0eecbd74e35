import type { Client } from "../../client.ts";
import { cline } from "./cline.ts";
import { cline4 } from "./cline-4.ts";
import { cursor } from "./cursor.ts";
import { rooCode } from "./roo-code.ts";
import { vsCode } from "./vs-code.ts";
import { zed } from "./zed.ts";

/** Editors, and coding agents that live in one. */
export const editors: readonly Client[] = [cline, cline4, cursor, rooCode, vsCode, zed];
