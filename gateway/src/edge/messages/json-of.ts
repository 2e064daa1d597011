/** The `data` of a service's answer, where the gateway needs more than to pass it on. */
export const jsonOf = <Data>(body: Uint8Array): Data =>
  (JSON.parse(Buffer.from(body).toString()) as { data: Data }).data;
