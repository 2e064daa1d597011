import { Metadata, type ServiceError } from '@grpc/grpc-js';
import { Refusal, refusals, type RefusalCode, type RefusalDetails } from '../refusal/refusal';

const refusalKey = 'timbre-refusal-bin';

/** A refusal as bytes: its public part only. */
export const writeRefusal = ({ code, message, details }: Refusal): Buffer =>
  Buffer.from(JSON.stringify({ code, message, details }));

/** The refusal that those bytes stand for. */
export function readRefusal(packed: Uint8Array): Refusal {
  const kept = JSON.parse(Buffer.from(packed).toString()) as {
    code: RefusalCode;
    message: string;
    details: RefusalDetails;
  };
  return new Refusal(kept.code, kept.message, kept.details);
}

/** A refusal as a gRPC error; code, message and details travel in one binary trailer. */
export function toStatus(refusal: Refusal): Partial<ServiceError> {
  const metadata = new Metadata();
  metadata.set(refusalKey, writeRefusal(refusal));
  return { code: refusals[refusal.code].grpc, details: refusal.code, metadata };
}
