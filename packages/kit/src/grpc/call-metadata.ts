import { Metadata, type ServerUnaryCall } from '@grpc/grpc-js';
import type { CallContext } from '../operation/context';

/**
 * The metadata of a call. The metadata is not signed, because a caller that could change it could
 * also change the request.
 */
export type RequestScope = Pick<CallContext, 'requestId' | 'deadlineMs' | 'idempotency' | 'judged'>;

/**
 * Writes the metadata of a call. The deadline is not part of the metadata: gRPC sends the remaining
 * time, which is correct even if the clocks of caller and service differ.
 * @param token is the signed caller
 */
export function writeMetadata(
  { requestId, idempotency, judged }: RequestScope,
  token: string,
  traceparent: string | undefined,
): Metadata {
  const metadata = new Metadata();
  metadata.set('timbre-context', token);
  metadata.set('timbre-request-id', requestId);
  if (traceparent) metadata.set('traceparent', traceparent);
  if (idempotency) {
    metadata.set('timbre-idempotency-key', idempotency.key);
    metadata.set('timbre-idempotency-route', idempotency.route);
    metadata.set('timbre-idempotency-fingerprint', idempotency.fingerprint);
  }
  if (judged?.length) metadata.set('timbre-judged', judged.join());
  return metadata;
}

/**
 * Reads the metadata of a call. Only the signed caller is required, because a tool that calls a
 * service sends nothing else.
 */
export function readMetadata(call: ServerUnaryCall<unknown, unknown>) {
  const first = (key: string) => call.metadata.get(key)[0]?.toString();
  const key = first('timbre-idempotency-key');
  const route = first('timbre-idempotency-route');
  const fingerprint = first('timbre-idempotency-fingerprint');
  const scope: RequestScope = {
    requestId: first('timbre-request-id') ?? '',
    deadlineMs: Number(call.getDeadline()),
    idempotency: key && route && fingerprint ? { key, route, fingerprint } : undefined,
    judged: first('timbre-judged')?.split(','),
  };
  return { token: first('timbre-context'), scope, traceparent: first('traceparent') };
}
