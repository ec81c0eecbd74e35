/** How large a request's body may be, as sent and inflated. docs/api.md tells these bounds, docs/mcp.md the first. */

export const bodyBytes = 2 * 2 ** 20;
/** Of RPCs that take many things at once. */
export const batchBytes = 16 * 2 ** 20;
/** Of what goes to models. */
export const modelBytes = 32 * 2 ** 20;
