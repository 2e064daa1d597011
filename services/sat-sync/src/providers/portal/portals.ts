import type { CallableRpcs } from '@timbre/contract';
import { withoutKey, type CallContext, type ServiceClient } from '@timbre/kit';
import type { SatPortals } from '../../domain/portals';
import { createBrowser, portalAgent, type Browser } from './browser';
import { fetchConstancia } from './constancia';
import { fetchFiling, listFilings } from './declarations';
import {
  enterConstancia,
  enterPortal,
  leavePortal,
  type SignChallenge,
  type PortalSession,
} from './login';
import { fetchOpinion } from './opinion';
import { fetchQrRows } from './qr-page';

type FiscalCfdiClient = ServiceClient<CallableRpcs<'sat-sync', 'fiscal-cfdi'>>;

/** The addresses of the SAT's portals and of the page behind the QR code of a Constancia. */
export interface PortalAddresses {
  declarations: string;
  searchPath: string;
  opinion: string;
  constancia: string;
  constanciaLogin: string;
  qr: string;
}

type Enter = (browser: Browser, portal: URL, sign: SignChallenge) => Promise<PortalSession>;

/** Creates a client of the SAT's portals over HTTP. fiscal-cfdi signs the challenge of each login. */
export function satPortals(
  addresses: PortalAddresses,
  client: Pick<FiscalCfdiClient, 'signPortalChallenge'>,
  paceMs: number,
): SatPortals<CallContext> & { close: () => Promise<void> } {
  const agent = portalAgent();
  const { searchPath, declarations, opinion, constancia, constanciaLogin, qr } = addresses;
  const all = [declarations, opinion, constancia, constanciaLogin, qr];
  const origins = new Set(all.map((address) => new URL(address).origin));
  const browser = () => createBrowser({ origins, paceMs, agent });

  /** Runs a function in one portal session, between login and logout. */
  async function inside<T>(
    context: CallContext,
    address: string,
    work: (session: PortalSession, portal: URL) => Promise<T>,
    enter: Enter = enterPortal,
  ): Promise<T> {
    const portal = new URL(address);
    const sign = (guid: string) => client.signPortalChallenge({ guid }, withoutKey(context));
    const session = await enter(browser(), portal, sign);
    try {
      return await work(session, portal);
    } finally {
      await leavePortal(session);
    }
  }

  return {
    declarations: (context, work) =>
      inside(context, declarations, (session, address) => {
        const portal = { address, searchPath };
        return work({
          rfc: session.rfc,
          list: (fiscalYear, document) => listFilings(session, portal, fiscalYear, document),
          fetch: (filing, fiscalYear, document) =>
            fetchFiling(session, portal, filing, fiscalYear, document),
        });
      }),
    opinion: (context) => inside(context, opinion, fetchOpinion),
    constancia: (context) =>
      inside(context, constancia, fetchConstancia, (opened, portal, sign) =>
        enterConstancia(opened, new URL(constanciaLogin), portal, sign),
      ),
    qrRows: (code) => fetchQrRows(browser(), new URL(qr), code),
    close: () => agent.close(),
  };
}
