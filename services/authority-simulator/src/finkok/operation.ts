import type { Fault } from '../scenarios/effects';
import type { CancellationCounter } from '../sat/take-cancellation';
import type { StampingPac } from '../stamping/stamp';
import type { TrustedCertificates } from '../validation/certificate';
import type { Fields } from '../soap/envelope';
import { childText, type Element } from '../xml/tree';

export interface FinkokParts {
  readonly pac: StampingPac;
  readonly counter: CancellationCounter;
  readonly trusted: TrustedCertificates;
}

/**
 * The response of an operation contains the fields of `<op>Result` and the simulated transmission fault.
 */
export interface FinkokAnswer {
  readonly fields: Fields;
  readonly fault?: Fault | undefined;
}

export interface FinkokOperation {
  /** The response fields for a wrong user or password, which differ between the services. */
  readonly refusedCredentials: Fields;
  readonly run: (body: Element, parts: FinkokParts) => FinkokAnswer;
}

export type FinkokService = Readonly<Record<string, FinkokOperation>>;

export const INVALID_LOGIN = 'Invalid Username or Password';

/** Builds an operation that reports every problem in the field `error` of its result. */
export function errorOperation(
  run: (body: Element, parts: FinkokParts) => Fields,
): FinkokOperation {
  return {
    refusedCredentials: { error: INVALID_LOGIN },
    run: (body, parts) => ({ fields: run(body, parts) }),
  };
}

/** Returns the parameter `xml`, decoded once from base64 to UTF-8. */
export function xmlOf(body: Element): string {
  return Buffer.from(childText(body, 'xml') ?? '', 'base64').toString('utf8');
}

/**
 * Returns whether the document was encoded in base64 twice. Finkok returns different errors for a document
 * that was encoded twice and for a malformed document.
 */
export function isEncodedTwice(xml: string): boolean {
  const inner = /^[A-Za-z0-9+/\s]+=*\s*$/.test(xml)
    ? Buffer.from(xml, 'base64').toString('utf8')
    : '';
  return inner.trimStart().startsWith('<');
}
