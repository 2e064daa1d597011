import { createHmac } from 'node:crypto';
import { decrypt, encrypt } from '@timbre/kit';

/** A request that is stored until a person decides on the approval. */
export interface KeptRequest {
  /** The path with its identifiers, exactly as the client sent it. */
  path: string;
  params: Record<string, string | undefined>;
  search: string;
  body: unknown;
  given: Record<string, unknown>;
}

/** Encrypts stored requests. Each encrypted request can be decrypted only for its own approval. */
export interface Seals {
  seal(request: KeptRequest, organizationId: string, approvalId: string): Buffer;
  open(sealed: Uint8Array, organizationId: string, approvalId: string): KeptRequest;
  /** Encrypts a response, which may contain a key that only the proposer may see. */
  sealAnswer(answer: Uint8Array, organizationId: string, approvalId: string): string;
  /**
   * Decrypts a response. A response that an older release stored without encryption is returned
   * unchanged.
   */
  openAnswer(kept: string, organizationId: string, approvalId: string): Uint8Array;
}

/** @param contextKey is the deployment's secret, from which the encryption key is derived */
export function createSeals(contextKey: Buffer): Seals {
  const key = createHmac('sha256', contextKey).update('approvals').digest();
  const answerOf = (organizationId: string, approvalId: string) =>
    `${organizationId}|${approvalId}|answer`;
  return {
    sealAnswer: (answer, organizationId, approvalId) =>
      encrypt(key, Buffer.from(answer), answerOf(organizationId, approvalId)).toString('base64'),
    openAnswer: (kept, organizationId, approvalId) =>
      kept.startsWith('{')
        ? Buffer.from(kept)
        : decrypt(key, Buffer.from(kept, 'base64'), answerOf(organizationId, approvalId)),
    seal: (request, organizationId, approvalId) =>
      encrypt(key, Buffer.from(JSON.stringify(request)), `${organizationId}|${approvalId}`),
    open: (sealed, organizationId, approvalId) =>
      JSON.parse(
        decrypt(key, Buffer.from(sealed), `${organizationId}|${approvalId}`).toString(),
      ) as KeptRequest,
  };
}
