/** Returns the `data` of a service's answer, when the gateway must read the answer. */
export const jsonOf = <Data>(body: Uint8Array): Data =>
  (JSON.parse(Buffer.from(body).toString()) as { data: Data }).data;
