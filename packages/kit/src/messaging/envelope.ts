import { headers as natsHeaders, type MsgHdrs } from 'nats';
import { validate as isUuid } from 'uuid';
import { InvalidEvent, streamOf, type ReceivedEvent } from './event';

/** The headers of a message, each with one value, as NATS and the tables store them. */
export type Headers = Record<string, string>;

/**
 * Returns the CloudEvents 1.0 attributes in the binary mode of the NATS binding (`ce-` headers),
 * and additional headers for the organization and the version.
 */
export function toHeaders(event: ReceivedEvent, source: string): Headers {
  return {
    'ce-specversion': '1.0',
    'ce-id': event.id,
    'ce-type': event.subject,
    'ce-source': source,
    'ce-time': event.occurredAt.toISOString(),
    'timbre-org-id': event.orgId,
    'timbre-aggregate': event.aggregate,
    'timbre-aggregate-id': event.aggregateId,
    'timbre-aggregate-version': String(event.aggregateVersion),
  };
}

/**
 * Reads an event that a stream contains.
 * @throws InvalidEvent if the owner of the stream did not publish the message as its own event, or that names
 * every missing or malformed header
 */
export function fromStream(
  stream: string,
  subject: string,
  headers: Headers,
  payload: Uint8Array,
): ReceivedEvent {
  const fault = originFault(stream, subject, headers);
  if (fault) throw new InvalidEvent(fault);
  return fromHeaders(subject, headers, payload);
}

/**
 * Reads an event from a message.
 * @throws InvalidEvent that names every missing or malformed header
 */
function fromHeaders(subject: string, headers: Headers, payload: Uint8Array): ReceivedEvent {
  const wrong = Object.entries(shapes).filter(([name, isValid]) => !isValid(headers[name] ?? ''));
  if (wrong.length > 0) {
    throw new InvalidEvent(`${subject}: bad header ${wrong.map(([name]) => name).join(', ')}`);
  }
  const header = (name: keyof typeof shapes): string => headers[name] ?? '';
  return {
    subject,
    payload,
    // The identifier is converted to lower case, as PostgreSQL returns it, because the inbox
    // compares identifiers to recognize processed events.
    id: header('ce-id').toLowerCase(),
    occurredAt: new Date(header('ce-time')),
    orgId: header('timbre-org-id'),
    aggregate: header('timbre-aggregate'),
    aggregateId: header('timbre-aggregate-id'),
    aggregateVersion: Number(header('timbre-aggregate-version')),
    publicBody: headers[publicHeader] === betweenServices ? null : headers[publicHeader],
  };
}

/**
 * The headers that NATS adds to a message that a stream copied from another stream: by `republish` and by
 * `sources`. No stream of Timbre copies, so only a changed stream contains such a message.
 */
const copiedHeaders = ['Nats-Stream', 'Nats-Stream-Source'];

/**
 * Checks that a message is an event of the service that owns the stream. Only that service may publish on the
 * subjects of the stream (docs/decisions/0520), so the headers of such a message are its own statements.
 * @returns the fault, or undefined for an event of the owner
 */
function originFault(stream: string, subject: string, headers: Headers): string | undefined {
  if (!subject.startsWith(`${stream.toLowerCase()}.`))
    return `${subject} does not belong to ${stream}`;
  const copied = copiedHeaders.find((name) => headers[name] !== undefined);
  if (copied) return `${subject}: NATS copied the message from another stream (${copied})`;
  const { 'ce-source': source = '', 'ce-type': type = '' } = headers;
  // An event without these headers lacks others too, and is reported with all of them.
  if (source !== '' && streamOf(source) !== stream) return `${subject} names the source ${source}`;
  if (type !== '' && type !== subject) return `${subject} names the type ${type}`;
  return undefined;
}

/**
 * The header for the public form of an event. The value is JSON without line breaks, or
 * `betweenServices`.
 */
const publicHeader = 'timbre-public';
const betweenServices = 'none';

/** Returns the header that contains the body of the public event. */
export const publicHeaderOf = (body: string | undefined): Headers => ({
  [publicHeader]: body ?? betweenServices,
});

const shapes = {
  'ce-id': isUuid,
  'ce-time': (value: string): boolean => !Number.isNaN(Date.parse(value)),
  'timbre-org-id': isUuid,
  'timbre-aggregate': (value: string): boolean => value !== '',
  'timbre-aggregate-id': (value: string): boolean => value !== '',
  'timbre-aggregate-version': (value: string): boolean => /^\d{1,9}$/.test(value),
};

export function toNatsHeaders(headers: Headers): MsgHdrs {
  const wire = natsHeaders();
  for (const [name, value] of Object.entries(headers)) wire.set(name, value);
  return wire;
}

export function fromNatsHeaders(wire: MsgHdrs | undefined): Headers {
  return Object.fromEntries((wire?.keys() ?? []).map((name) => [name, wire?.get(name) ?? '']));
}
