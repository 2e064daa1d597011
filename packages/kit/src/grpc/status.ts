import { Metadata, status as grpc, type ServiceError } from '@grpc/grpc-js';
import {
  Refusal, refusals, type Issue, type RefusalCode, type RefusalDetails,
} from '../refusal/refusal'; // prettier-ignore

const refusalKey = 'timbre-refusal-bin';

/**
 * The size limit of a refusal in a trailer, in bytes. The base64 encoding stays below 60 KB, which
 * is the header limit of Envoy. The header limit of Node is 64 KB.
 */
const refusalBytesMax = 40 << 10;
/**
 * The size limit for the issues of a refusal that is too large, in bytes. The rest of
 * `refusalBytesMax` is for the message and the other details.
 */
const issuesBytesMax = 32 << 10;
const messageLengthMax = 1_000;

/** Encodes the public part of a refusal, with as many of its issues as fit into the limit. */
export function writeRefusal({ code, message, details }: Refusal): Buffer {
  const whole = packed({ code, message, details });
  if (whole.length <= refusalBytesMax) return whole;
  const { issues = [], ...others } = details;
  const short = message.slice(0, messageLengthMax);
  const listed = thatFit(issues, issuesBytesMax);
  const left = issues.length - listed.length;
  if (left === 0) return packed({ code, message: short, details });
  return packed({
    code,
    message: `${short} ${left} of its issues are not listed.`,
    details: { ...others, issues: listed },
  });
}

const packed = (refusal: Pick<Refusal, 'code' | 'message' | 'details'>): Buffer =>
  Buffer.from(JSON.stringify(refusal));

function thatFit(issues: readonly Issue[], bytesMax: number): Issue[] {
  let room = bytesMax;
  return issues.filter((issue) => {
    const size = Buffer.byteLength(JSON.stringify(issue)) + 1;
    if (size > room) return false;
    room -= size;
    return true;
  });
}

/** Decodes a refusal. */
export function readRefusal(bytes: Uint8Array): Refusal {
  const { code, message, details } = JSON.parse(Buffer.from(bytes).toString()) as {
    code: RefusalCode;
    message: string;
    details: RefusalDetails;
  };
  return new Refusal(code, message, details);
}

/** Converts a refusal to a gRPC error. One binary trailer contains code, message and details. */
export function toStatus(refusal: Refusal): Partial<ServiceError> {
  const metadata = new Metadata();
  metadata.set(refusalKey, writeRefusal(refusal));
  return { code: grpc[refusals[refusal.code].grpc], details: refusal.code, metadata };
}

/**
 * Returns the refusal for a failed call: the refusal that the service sent, or another refusal if
 * no response arrived.
 * @param hasLeft states whether the call was sent to a replica
 */
export function fromStatus(error: ServiceError, hasLeft: boolean): Refusal {
  const [refusal] = error.metadata.get(refusalKey);
  if (refusal instanceof Buffer) return readRefusal(refusal);
  if (error.code === grpc.RESOURCE_EXHAUSTED) {
    return new Refusal('internal', 'The answer to this request is too large to send.', {}, error);
  }
  if (error.code === grpc.UNIMPLEMENTED) {
    return new Refusal('internal', 'A part of the service has no such request.', {}, error);
  }
  const isUnsent = error.code === grpc.UNAVAILABLE && (!hasLeft || isOfRefusedStream(error));
  return isUnsent ? unreachable(error) : unanswered(error);
}

/**
 * The error text that gRPC uses when HTTP/2 guarantees that the server did not start the stream;
 * gRPC has no status code for this case. A service that shuts down refuses new streams with the
 * same text.
 */
export const streamRefused = 'Stream refused by server';

const isOfRefusedStream = (error: unknown): boolean =>
  (error as Partial<ServiceError>).details === streamRefused;

/** Whether a call failed on a closing connection, which never started the call. */
export const wasRefused = (error: unknown): boolean =>
  error instanceof Refusal && error.cause instanceof Error && isOfRefusedStream(error.cause);

/**
 * - service_unreachable: a part of the service could not be reached, so nothing was done; try again
 */
const unreachable = (cause: unknown): Refusal =>
  lost(
    'A part of the service could not be reached and was asked nothing; try again.',
    'service_unreachable',
    cause,
  );

/**
 * Returns the refusal for a call that was sent but got no response, so the service may have
 * executed it.
 *
 * - outcome_unknown: a part of the service did not answer, so the outcome is unknown; repeat the same request
 *   with the same key
 */
export const unanswered = (cause: unknown): Refusal =>
  lost(
    'A part of the service did not answer and may have done what it was asked; repeat the same request.',
    'outcome_unknown',
    cause,
  );

function lost(message: string, reason: string, cause: unknown): Refusal {
  const details = { retryable: true, retryAfterSeconds: 2, reason };
  return new Refusal('provider_unavailable', message, details, cause);
}
