import type { Computed } from '../database/target';

/**
 * An event: a change in one service that is published for other services. An event's type is in the
 * past tense, and every event belongs to one organization.
 */
export interface DomainEvent {
  /**
   * The subject, `<service>.<aggregate>.<past tense>` with dashes replaced by underscores:
   * `commerce.contact.changed`.
   */
  subject: string;
  aggregate: string;
  aggregateId: string;
  /** The `version` of the aggregate after the change; see `isNewer`. */
  aggregateVersion: number;
  /** A protobuf message of the contract, at most `payloadBytesMax` long. */
  payload: Uint8Array;
}

/** An event whose payload the database completes while it stores the event. */
export interface CompletedEvent extends Omit<DomainEvent, 'payload'> {
  payload: Computed;
}

/**
 * An event as a consumer receives it. Every delivery, replay and republication has the same `id`.
 */
export interface ReceivedEvent extends DomainEvent {
  id: string;
  orgId: string;
  occurredAt: Date;
  /**
   * The body of the public event, as rendered by the emitting service. The body is null for an
   * event that is only for services, and undefined if the body could not be rendered.
   */
  publicBody?: string | null | undefined;
}

/**
 * Renders the public body of an event; returns undefined for an event that is only for services.
 */
export type PublicBody = (
  event: ReceivedEvent,
  environment: 'production' | 'sandbox',
) => string | undefined;

/** The limit is below NATS's default `max_payload` of 1 MiB, which includes the headers. */
export const payloadBytesMax = 768 * 1024;

/** An event that no retry can process; it is terminated and stored as a dead letter. */
export class InvalidEvent extends Error {
  override readonly name = 'InvalidEvent';
}

/**
 * The error that a handler throws if several events together are too much work for one transaction.
 * The transaction is then rolled back, and each event is handled in its own transaction.
 */
export class TooMuchTogether extends Error {
  override readonly name = 'TooMuchTogether';
}

/**
 * Decodes the message of an event.
 * @throws InvalidEvent if the bytes are not a message of this type; a redelivery would have the
 * same bytes
 */
export function readPayload<Message>(
  codec: { decode(bytes: Uint8Array): Message },
  payload: Uint8Array,
): Message {
  try {
    return codec.decode(payload);
  } catch (cause) {
    throw new InvalidEvent(`payload cannot be read: ${String(cause)}`, { cause });
  }
}

/**
 * Returns the first token of a service's subjects, which is also the name of its database:
 * `fiscal-cfdi` → `fiscal_cfdi`.
 */
export function subjectPrefix(service: string): string {
  return service.replaceAll('-', '_');
}

/**
 * Returns the name of the stream that contains all events of a service: `fiscal-cfdi` →
 * `FISCAL_CFDI`.
 */
export function streamOf(service: string): string {
  return subjectPrefix(service).toUpperCase();
}

/**
 * Whether a projection at version `known` (undefined for none) may apply the version `incoming`. A
 * redelivery and a republication deliver old versions after new versions, and an old version must
 * not replace a new version.
 */
export function isNewer(incoming: number, known: number | undefined): boolean {
  return known === undefined || incoming > known;
}

/** Returns the newest state of each aggregate, in the order in which the aggregates first occur. */
export function newestOf<State extends { version: number }>(
  states: readonly State[],
  idOf: (state: State) => string,
): Map<string, State> {
  const newest = new Map<string, State>();
  for (const state of states) {
    if (isNewer(state.version, newest.get(idOf(state))?.version)) newest.set(idOf(state), state);
  }
  return newest;
}
