import type { DocumentKind } from '../../domain/document-kind';
import type { Pac, PacDocument } from '../../domain/stamping/pac';
import type { Http } from '../http';
import { soapRequest } from '../soap';
import { toCancelOutcome } from './translate-cancel';
import { toLookup, toOutcome } from './translate';

export interface FinkokSettings {
  name: string;
  /** Host of the services, such as `https://facturacion.finkok.com`. */
  baseUrl: string;
  user: string;
  password: string;
}

const lookupTimeoutMs = 15_000;

type Operation = 'stamp' | 'stamped' | 'cancel_signature';

/** Withholding documents have one service for all operations. */
const serviceOf = (kind: DocumentKind, operation: Operation): string => {
  if (kind === 'withholding') return 'retentions';
  return operation === 'cancel_signature' ? 'cancel' : 'stamp';
};

/** Client of Finkok over SOAP (facts: pac-sat-webservices §1). We seal; Finkok only stamps. */
export function createFinkok(settings: FinkokSettings, http: Http, now: () => number): Pac {
  const call = (
    operation: Operation,
    { kind, xml }: PacDocument,
    more: { timeoutMs?: number; fields?: [string, string][] } = {},
  ) => {
    const service = serviceOf(kind, operation);
    return http.call({
      method: 'POST',
      url: `${settings.baseUrl}/servicios/soap/${service}`,
      headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${operation}"` },
      body: soapRequest(`http://facturacion.finkok.com/${service}`, operation, [
        ['xml', Buffer.from(xml).toString('base64')],
        ['username', settings.user],
        ['password', settings.password],
        ...(more.fields ?? []),
      ]),
      isWrite: operation !== 'stamped',
      ...(more.timeoutMs && { timeoutMs: more.timeoutMs }),
    });
  };
  return {
    name: settings.name,
    async stamp(sealed, _, beginByMs) {
      if (now() > beginByMs)
        return { outcome: 'not_sent', cause: new Error('the deadline to begin has passed') };
      return toOutcome(await call('stamp', sealed));
    },
    lookup: async (sealed) =>
      toLookup(await call('stamped', sealed, { timeoutMs: lookupTimeoutMs })),
    // Finkok must not queue the request when the SAT is unavailable: we could not follow it then.
    cancel: async (signed) =>
      toCancelOutcome(await call('cancel_signature', signed, { fields: [['store_pending', '0']] })),
  };
}
