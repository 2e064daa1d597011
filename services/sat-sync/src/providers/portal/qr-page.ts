import { oneLine } from '../../domain/reading/labels';
import type { LabelledRow, QrCode } from '../../domain/taxpayers/qr-page';
import type { Browser } from './browser';
import { unrecognised } from './html-page';

/**
 * Reads the rows of the page behind a Constancia's QR code. Returns undefined if the SAT has no such
 * tax card; the page has HTTP status 200 even then.
 * @throws SatFault
 */
export async function fetchQrRows(
  browser: Browser,
  address: URL,
  { idCif, rfc }: QrCode,
): Promise<LabelledRow[] | undefined> {
  const url = new URL(address);
  url.search = new URLSearchParams({ D1: '10', D2: '1', D3: `${idCif}_${rfc}` }).toString();
  const page = await browser.get(url);
  if (page.root.querySelector('.ui-messages-info-detail')) return undefined;
  const rows = page.root.querySelectorAll('tr').flatMap((row): LabelledRow[] => {
    // The page uses tables for its layout. A row that contains other rows is skipped, because only the
    // innermost rows contain labels.
    if (row.querySelector('tr')) return [];
    const [label, value] = row.querySelectorAll('td');
    const words = oneLine(label?.structuredText ?? '');
    return words.endsWith(':') && value ? [[words, oneLine(value.structuredText)]] : [];
  });
  const isOfRfc = page.text.includes(rfc);
  if (rows.length === 0 || !isOfRfc) throw unrecognised(page, 'page of a QR');
  return rows;
}
