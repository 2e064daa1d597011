import { createHash, createHmac } from 'node:crypto';

/** Creates the URLs of links to pages for people without a login. */
export interface PageLinks {
  /**
   * Returns the URL of a link's page. The URL is secret, because anybody who has it can open the
   * page without logging in. Stored responses, logs and events must contain the link's identifier
   * instead of the URL.
   */
  urlOf(linkId: string): string;
  /** Returns the digest of the link's token, which the database stores. */
  digestOf(linkId: string): Buffer;
}

const tokenBytes = 16;

/**
 * Creates the tokens of links: 128 bits, derived from the link's identifier. A repeated request
 * therefore gets the same URL, although only the token's digest is stored. If the secret changes,
 * older links stay valid.
 * @param pageLinkKey is the secret of page links, from which the key of the tokens is derived
 * @param publicUrl is the URL at which people reach the gateway
 */
export function createPageLinks(pageLinkKey: Buffer, publicUrl: string): PageLinks {
  const key = createHmac('sha256', pageLinkKey).update('page links').digest();
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
