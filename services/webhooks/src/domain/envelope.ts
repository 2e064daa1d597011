/** An event as receivers get it, without its data. */
export interface Envelope {
  id: string;
  type: string;
  timestamp: string;
  organizationId: string;
  environment: 'production' | 'sandbox';
  apiVersion: 'v1';
  aggregateVersion: number;
}

const dataBytesMax = 20_000;

/**
 * The body of an event. Data of more than 20 kB shrinks to its identifiers and says so.
 * @param data its members in the order in which they are shown
 */
export function bodyOfEvent(envelope: Envelope, data: Record<string, unknown>): string {
  const whole = JSON.stringify({ ...envelope, data });
  if (Buffer.byteLength(whole) <= dataBytesMax) return whole;
  return JSON.stringify({ ...envelope, data: identifiersOf(data), truncated: true });
}

const identifiersOf = (data: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(data).filter(([name]) => /(Id|[dD]ocumentRef)$/.test(name)));
