import type { Computed } from '../database/target';

/**
 * An event: a change in one service that it announces to the others. Past tense, one organization.
 */
export interface DomainEvent {
  /** `<service>.<aggregate>.<past tense>`, dashes as underscores: `commerce.contact.changed`. */
  subject: string;
  aggregate: string;
  aggregateId: string;
  /** The aggregate's `version` after the change; see `isNewer`. */
  aggregateVersion: number;
  /** A protobuf message of the contract, at most `payloadBytesMax`. */
  payload: Uint8Array;
}

/** An event whose payload the database completes as it stores the event. */
export interface CompletedEvent extends Omit<DomainEvent, 'payload'> {
  payload: Computed;
}

/**
 * An event as a consumer receives it. `id` is the same on every delivery, replay and republication.
 */
export interface ReceivedEvent extends DomainEvent {
  id: string;
  orgId: string;
  occurredAt: Date;
  /**
   * The body of the public event, which its emitter has rendered; null where only services get the
   * event, undefined if it could not be rendered.
   */
  publicBody?: string | null | undefined;
}

/** Renders the body of the public event of an event; undefined where only services get it. */
export type PublicBody = (
  event: ReceivedEvent,
  environment: 'production' | 'sandbox',
) => string | undefined;

/** Below NATS's default `max_payload` of 1 MiB, which includes the headers. */
export const payloadBytesMax = 768 * 1024;

/** An event that no retry can process: it is terminated and kept as a dead letter. */
export class InvalidEvent extends Error {
  override readonly name = 'InvalidEvent';
}

/** Several events cause too much work for one transaction: nothing of it is kept, and each event is handled alone. */
export class TooMuchTogether extends Error {
  override readonly name = 'TooMuchTogether';
}

/**
 * Decodes the message of an event.
 * @throws InvalidEvent if the bytes are not such a message: a redelivery would not change that
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
 * `fiscal-cfdi` → `fiscal_cfdi`: the first token of the service's subjects and the name of its
 * database.
 */
export function subjectPrefix(service: string): string {
  return service.replaceAll('-', '_');
}

/** The one stream with all events of a service: `fiscal-cfdi` → `FISCAL_CFDI`. */
export function streamOf(service: string): string {
  return subjectPrefix(service).toUpperCase();
}

/**
 * Whether a projection at version `known` (undefined: none yet) may apply `incoming`. Redelivery
 * and republication deliver old versions after new ones; an old version must not replace a new one.
 */
export function isNewer(incoming: number, known: number | undefined): boolean {
  return known === undefined || incoming > known;
}
