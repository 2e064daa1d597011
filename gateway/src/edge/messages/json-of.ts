/**
 * Parses the response of a service and returns its `data`. Most responses are returned to the
 * client without parsing.
 */
export const jsonOf = <Data>(body: Uint8Array): Data =>
  (JSON.parse(Buffer.from(body).toString()) as { data: Data }).data;
