import { expresionImpresa, parseComprobante, parseRetenciones } from '@timbre/cfdi';
import { certain } from '@timbre/fiscal';
import type { SatState } from './cancellation';
import type { DocumentKind } from '../document-kind';

/**
 * The SAT's status of a document, or the reason why the status is missing. The status `not_found`
 * is usual for a document that was stamped a short time ago.
 */
export type SatStatusOutcome =
  | ({ outcome: 'found' } & SatState)
  | { outcome: 'not_found' }
  | { outcome: 'unknown'; cause: unknown };

/**
 * The parameters of a query to the SAT's status service. For a CFDI, the query is the expression
 * that the CFDI's QR code contains.
 */
export type SatQuery =
  | { kind: 'cfdi'; expression: string }
  | { kind: 'withholding'; uuid: string; issuerRfc: string; receiverRfc: string | undefined };

export interface SatStatusService {
  consult(query: SatQuery): Promise<SatStatusOutcome>;
}

/** The SAT's status service, for any CFDI, including CFDI that this organization did not issue. */
export interface SatWords {
  /**
   * Returns all texts of the SAT's response about a CFDI, or undefined if the response is empty.
   */
  ask(expression: string): Promise<SatAnswer | undefined>;
}

/** The five texts of ConsultaResult, as the SAT writes them. */
export interface SatAnswer {
  code: string;
  cancelable: string;
  state: string;
  cancellation: string;
  efos: string;
}

const queries: { readonly [Kind in DocumentKind]: (xml: Uint8Array) => SatQuery } = {
  cfdi: (xml) => ({ kind: 'cfdi', expression: expresionImpresa(parseComprobante(xml).document) }),
  withholding: (xml) => {
    const { emisor, receptor, complemento } = parseRetenciones(xml).document;
    // The document always contains a complement with a stamp, because only stamped documents are queried.
    const { uuid } = certain(certain(complemento, 'complemento').timbre, 'timbre');
    return {
      kind: 'withholding',
      uuid,
      issuerRfc: emisor.rfcE,
      receiverRfc: receptor.nacional?.rfcR,
    };
  },
};

/** Builds the status query for a stamped document. */
export const satQueryOf = (kind: DocumentKind, stampedXml: Uint8Array): SatQuery =>
  queries[kind](stampedXml);
