import { createHash, createHmac } from 'node:crypto';

/** The links by which people accept invitations. */
export interface InvitationLinks {
  /**
   * Returns the address of the page of an invitation. The address is not stored, because anybody
   * who has it can accept the invitation.
   */
  urlOf(invitationId: string): string;
  /** The stored digest of the link's token. */
  digestOf(invitationId: string): Buffer;
}

/**
 * Creates the tokens of invitation links: 256 bits, derived from the identifier of the invitation.
 * The link is only in the mail; the database contains only a digest of the token.
 * @param contextKey the deployment's secret, from which the key of the tokens is derived
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
