import { checkConflict } from "./tools/check-conflict.ts";
import { directives } from "./tools/directives.ts";
import { forge } from "./tools/forge.ts";
import { forget } from "./tools/forget.ts";
import { graph } from "./tools/graph.ts";
import { outcome } from "./tools/outcome.ts";
import { remember } from "./tools/remember.ts";
import { search } from "./tools/search.ts";

/** What a model can do, in the order in which it reads of it. */
export const tools = [search, remember, forge, directives, checkConflict, outcome, forget, graph] as const;
