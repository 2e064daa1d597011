import { expresionImpresa, parseComprobante, parseRetenciones } from '@timbre/cfdi';
import { certain } from '@timbre/fiscal';
import type { SatState } from './cancellation';
import type { DocumentKind } from '../document-kind';

/** The SAT's status of a document. The status `not_found` is usual shortly after the stamp. */
export type SatStatusOutcome =
  | ({ outcome: 'found' } & SatState)
  | { outcome: 'not_found' }
  | { outcome: 'unknown'; cause: unknown };

/** The query to the SAT's status service. For a CFDI, the query is the printed expression. */
export type SatQuery =
  | { kind: 'cfdi'; expression: string }
  | { kind: 'withholding'; uuid: string; issuerRfc: string; receiverRfc: string | undefined };

export interface SatStatusService {
  consult(query: SatQuery): Promise<SatStatusOutcome>;
}

/** The SAT's status service for any CFDI, including CFDI that this organization did not issue. */
export interface SatWords {
  /** Returns all texts of the SAT's response about a CFDI; undefined if the response is empty. */
  ask(expression: string): Promise<SatAnswer | undefined>;
}

/** The five texts of ConsultaResult in the SAT's spelling. */
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
    // The values exist, because only stamped documents are queried.
    const { uuid } = certain(certain(complemento, 'complemento').timbre, 'timbre');
    return {
      kind: 'withholding',
      uuid,
      issuerRfc: emisor.rfcE,
      receiverRfc: receptor.nacional?.rfcR,
    };
  },
};

/** Builds the status query of a stamped document. */
export const satQueryOf = (kind: DocumentKind, stampedXml: Uint8Array): SatQuery =>
  queries[kind](stampedXml);
