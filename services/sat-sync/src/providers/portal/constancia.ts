import { pdfOf } from './declarations';
import { withSlash, type PortalSession } from './login';

/**
 * Fetches the Constancia of the FIEL's owner as a PDF (facts: sat-sync-reports D.2).
 * @throws SatFault
 */
export async function fetchConstancia(
  { browser, page }: PortalSession,
  portal: URL,
): Promise<Buffer> {
  const url = new URL('PTSC/IdcSiat/IdcGeneraConstancia.jsf', withSlash(portal));
  return pdfOf(await browser.download(url, page.url));
}
