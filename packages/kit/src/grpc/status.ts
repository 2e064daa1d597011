import { Metadata, status, type ServiceError } from '@grpc/grpc-js';
import { Refusal, refusals, unavailable, type RefusalCode } from '../refusal/refusal';

const refusalKey = 'timbre-refusal-bin';

/** A refusal as a gRPC error; code, message and details travel in one binary trailer. */
export function toStatus(refusal: Refusal): Partial<ServiceError> {
  const metadata = new Metadata();
  const { code, message, details } = refusal;
  metadata.set(refusalKey, Buffer.from(JSON.stringify({ code, message, details })));
  return { code: refusals[code].grpc, details: code, metadata };
}

/**
 * A failed call as a refusal: the service's own, or `provider_unavailable` when it was not reached
 * or did not answer in time, or `internal`.
 */
export function fromStatus(error: ServiceError): Refusal {
  const [packed] = error.metadata?.get(refusalKey) ?? [];
  if (packed) {
    const kept = JSON.parse(packed.toString()) as {
      code: RefusalCode;
      message: string;
      details: object;
    };
    return new Refusal(kept.code, kept.message, kept.details, error);
  }
  if (error.code === status.UNAVAILABLE || error.code === status.DEADLINE_EXCEEDED) {
    return unavailable('A part of the service did not answer in time; try again.', error);
  }
  return new Refusal('internal', 'Something went wrong on our side.', {}, error);
}
