import { createHmac } from 'node:crypto';
import { decrypt, encrypt } from '@timbre/kit';
import type { Shown } from '../acts/act-facts';

/** A request as it is kept until somebody decides on it. */
export interface KeptRequest {
  /** With its identifiers, as the client wrote it. */
  path: string;
  params: Record<string, string | undefined>;
  search: string;
  body: unknown;
  given: Shown;
}

/** Encrypts kept requests; one opens only as the request of its own approval. */
export interface Seals {
  seal(request: KeptRequest, organizationId: string, approvalId: string): Buffer;
  open(sealed: Uint8Array, organizationId: string, approvalId: string): KeptRequest;
}

/** @param contextKey the deployment's secret, from which the key of the seals is derived */
export function createSeals(contextKey: Buffer): Seals {
  const key = createHmac('sha256', contextKey).update('approvals').digest();
  return {
    seal: (request, organizationId, approvalId) =>
      encrypt(key, Buffer.from(JSON.stringify(request)), `${organizationId}|${approvalId}`),
    open: (sealed, organizationId, approvalId) =>
      JSON.parse(
        decrypt(key, Buffer.from(sealed), `${organizationId}|${approvalId}`).toString(),
      ) as KeptRequest,
  };
}
