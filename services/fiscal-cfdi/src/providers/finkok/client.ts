import type { DocumentKind } from '../../domain/document-kind';
import type { IssuedList, Pac, PacDocument } from '../../domain/stamping/pac';
import type { Http } from '../http';
import { soapRequest } from '../soap';
import { toCancelOutcome } from './translate-cancel';
import { toIssued, toStored } from './translate-issued';
import { toLookup, toOutcome } from './translate';
import { toAnswerOutcome, toPendingOutcome } from './translate-receiver';

export interface FinkokSettings {
  name: string;
  /** The URL of Finkok's services, for example `https://facturacion.finkok.com`. */
  baseUrl: string;
  user: string;
  password: string;
}

const lookupTimeoutMs = 15_000;

/** The RFC of Finkok in its stamps and in its requests to the SAT. */
const finkokRfc = 'CVD110412TF6';

type Operation = 'stamp' | 'stamped' | 'cancel_signature' | 'accept_reject_signature';

/**
 * Returns the Finkok service that offers an operation. For withholding documents, one service offers all
 * operations.
 */
const serviceOf = (kind: DocumentKind, operation: Operation): string => {
  if (kind === 'withholding') return 'retentions';
  return operation.endsWith('_signature') ? 'cancel' : 'stamp';
};

/**
 * Creates a client for Finkok's SOAP services (facts: pac-sat-webservices.md §1). Timbre itself seals the
 * documents, and Finkok only stamps them.
 */
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
  const listPending = async (operation: 'get_pending' | 'get_out_pending', rfc: string) => {
    const answer = await http.call({
      method: 'POST',
      url: `${settings.baseUrl}/servicios/soap/cancel`,
      headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${operation}"` },
      body: soapRequest('http://facturacion.finkok.com/cancel', operation, [
        ['username', settings.user],
        ['password', settings.password],
        ['rtaxpayer_id', rfc],
      ]),
      isWrite: false,
      timeoutMs: lookupTimeoutMs,
    });
    return toPendingOutcome(answer, operation);
  };
  return {
    name: settings.name,
    rfc: finkokRfc,
    // Finkok has two lists of pending cancellations: one for documents that Finkok stamped, and one for
    // documents of other PACs.
    async pendingFor(rfc) {
      const own = await listPending('get_pending', rfc);
      if (own.outcome !== 'listed') return own;
      const others = await listPending('get_out_pending', rfc);
      if (others.outcome !== 'listed') return others;
      return { outcome: 'listed', uuids: [...new Set([...own.uuids, ...others.uuids])] };
    },
    answerCancellation: async (xml) =>
      toAnswerOutcome(await call('accept_reject_signature', { kind: 'cfdi', xml })),
    async stamp(sealed, _, beginByMs) {
      if (now() > beginByMs)
        return { outcome: 'not_sent', cause: new Error('the deadline to begin has passed') };
      return toOutcome(await call('stamp', sealed));
    },
    lookup: async (sealed) =>
      toLookup(await call('stamped', sealed, { timeoutMs: lookupTimeoutMs })),
    // Finkok must not queue the cancellation while the SAT is unavailable, because Timbre could not track a
    // queued request.
    cancel: async (signed) =>
      toCancelOutcome(await call('cancel_signature', signed, { fields: [['store_pending', '0']] })),
    issued: issuedList(settings, http),
  };
}

/** The codes with which Finkok's service `utilities` names the kinds of documents. */
const invoiceTypes: Readonly<Record<DocumentKind, string>> = { cfdi: 'I', withholding: 'R' };

/** Creates the client for Finkok's lists of stamps (facts: pac-sat-webservices.md §1.7). */
function issuedList({ baseUrl, user, password }: FinkokSettings, http: Http): IssuedList {
  const ask = (operation: 'report_uuid' | 'get_xml', fields: [string, string][]) =>
    http.call({
      method: 'POST',
      url: `${baseUrl}/servicios/soap/utilities`,
      headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${operation}"` },
      body: soapRequest('http://facturacion.finkok.com/utilities', operation, [
        ['username', user],
        ['password', password],
        ...fields,
      ]),
      isWrite: false,
    });
  return {
    list: async (rfc, kind, { from, to }) =>
      toIssued(
        await ask('report_uuid', [
          ['taxpayer_id', rfc],
          ['invoice_type', invoiceTypes[kind]],
          ['date_from', from],
          ['date_to', to],
        ]),
      ),
    read: async (rfc, kind, uuid) =>
      toStored(
        await ask('get_xml', [
          ['uuid', uuid.toUpperCase()],
          ['taxpayer_id', rfc],
          ['invoice_type', invoiceTypes[kind]],
        ]),
      ),
  };
}
