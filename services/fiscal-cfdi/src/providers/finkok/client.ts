import type { Pac } from '../../domain/pac';
import type { Http } from '../http';
import { soapRequest } from '../soap';
import { toLookup, toOutcome } from './translate';

export interface FinkokSettings {
  name: string;
  /** Host of the services, such as `https://facturacion.finkok.com`. */
  baseUrl: string;
  user: string;
  password: string;
}

const lookupTimeoutMs = 15_000;
const stampNamespace = 'http://facturacion.finkok.com/stamp';

/** Finkok over SOAP (facts: pac-sat-webservices §1). We seal; Finkok only stamps. */
export function createFinkok(settings: FinkokSettings, http: Http, now: () => number): Pac {
  const call = (operation: 'stamp' | 'stamped', sealedXml: string, timeoutMs?: number) =>
    http.call({
      method: 'POST',
      url: `${settings.baseUrl}/servicios/soap/stamp`,
      headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${operation}"` },
      body: soapRequest(stampNamespace, operation, [
        ['xml', Buffer.from(sealedXml).toString('base64')],
        ['username', settings.user],
        ['password', settings.password],
      ]),
      isWrite: operation === 'stamp',
      ...(timeoutMs && { timeoutMs }),
    });
  return {
    name: settings.name,
    async stamp(sealedXml, _, beginByMs) {
      if (now() > beginByMs) return { outcome: 'not_sent', cause: new Error('too late to begin') };
      return toOutcome(await call('stamp', sealedXml));
    },
    lookup: async (sealedXml) => toLookup(await call('stamped', sealedXml, lookupTimeoutMs)),
  };
}
