import { createHash, createHmac } from 'node:crypto';

/** Creates and verifies the links with which people accept invitations. */
export interface InvitationLinks {
  /**
   * Returns the URL of an invitation page. The URL is not stored, because anybody who has the URL
   * can accept the invitation.
   */
  urlOf(invitationId: string): string;
  /** Returns the digest of the link's token, which the database stores. */
  digestOf(invitationId: string): Buffer;
}

/**
 * Creates the tokens of invitation links: 256 bits, derived from the identifier of the invitation.
 * Only the mail contains the link; the database stores only a digest of the token.
 * @param contextKey is the deployment's secret, from which the key of the tokens is derived
 */
export function createInvitationLinks(contextKey: Buffer, publicUrl: string): InvitationLinks {
  const key = createHmac('sha256', contextKey).update('invitations').digest();
  const tokenOf = (invitationId: string): string =>
    createHmac('sha256', key).update(invitationId).digest('base64url');
  return {
    urlOf: (invitationId) => `${publicUrl}/invitations/${tokenOf(invitationId)}`,
    digestOf: (invitationId) => invitationDigest(tokenOf(invitationId)),
  };
}

export const invitationDigest = (token: string): Buffer =>
  createHash('sha256').update(token).digest();
