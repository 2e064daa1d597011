import { createHash, createHmac } from 'node:crypto';

/** The links to pages for people without a login. */
export interface PageLinks {
  /**
   * Returns the address of the page of a link. The address is secret, because anybody who has it
   * can open the page without logging in. Stored answers, logs and events must contain the
   * identifier of the link instead of the address.
   */
  urlOf(linkId: string): string;
  /** The stored digest of the link's token. */
  digestOf(linkId: string): Buffer;
}

const tokenBytes = 16;

/**
 * Creates the tokens of links: 128 bits, derived from the identifier of the link. A repeated
 * request therefore gets the same address, although only the digest of the token is stored. If the
 * deployment's secret changes, older links stay valid.
 * @param contextKey the deployment's secret, from which the key of the tokens is derived
 * @param publicUrl the address at which people reach the gateway
 */
export function createPageLinks(contextKey: Buffer, publicUrl: string): PageLinks {
  const key = createHmac('sha256', contextKey).update('page links').digest();
  const tokenOf = (linkId: string): string => {
    const mac = createHmac('sha256', key).update(linkId).digest();
    return mac.subarray(0, tokenBytes).toString('base64url');
  };
  return {
    urlOf: (linkId) => `${publicUrl}/p/${tokenOf(linkId)}`,
    digestOf: (linkId) => pageTokenDigest(tokenOf(linkId)),
  };
}

export const pageTokenDigest = (token: string): Buffer =>
  createHash('sha256').update(token).digest();
