/** Where the client differs from the contract, as the specification wants it. */

/** RPCs that the specification calls otherwise. */
export const methodNames: Readonly<Record<string, string>> = { forge: "forgeInsight" };

/** Of these fields exactly one is given. Names are those that callers write. */
export const oneOf: Readonly<Record<string, readonly string[]>> = {
  RecordOutcomeRequest: ["applicationId", "retrieval_id"],
};

/** Fields that callers write in camelCase. */
export const fieldNames: Readonly<Record<string, string>> = {
  "cairn.memory.v1.RecordOutcomeRequest.application_id": "applicationId",
};
