import { oneLine } from '../../domain/reading/labels';
import { dateOfDigits, localDateTimeOf } from '../../domain/reading/dates';
import type { Filing, FilingDocument } from '../../domain/declarations/filing';
import type { Answer } from './browser';
import { htmlPage, unrecognised, type HtmlPage } from './html-page';
import { withSlash, type PortalSession } from './login';

/** The values of `tipoDocumento` that the portal's pages use. */
const documentTypes: Record<FilingDocument, string> = { acuse: '3', payment_receipt: '2' };

/** The portal's code for provisional and definitive declarations. */
const provisional = '001';

/**
 * The maximum number of filings of one year in a search result. A company that files declarations
 * for every tax has about sixty filings a year.
 */
const rowsMax = 500;

export interface DeclarationsPortal {
  address: URL;
  /** The path of the portal's search button, which no public source documents (`.env.example`). */
  searchPath: string;
}

/**
 * Lists the filings of a year for which the portal offers a document (facts: sat-sync-reports B.3). The
 * list of filings is empty only if the page contains the SAT's own words for an empty result.
 * @throws SatFault
 */
export async function listFilings(
  { browser }: PortalSession,
  { address, searchPath }: DeclarationsPortal,
  fiscalYear: number,
  document: FilingDocument,
): Promise<Filing[]> {
  const tipoDocumento = documentTypes[document];
  const base = withSlash(address);
  const search = new URL(searchPath.replace(/^\//, ''), base);
  const opened = new URL(`Consulta/Consulta?tipoDocumento=${tipoDocumento}`, base);
  await browser.get(opened, base);
  const fields = {
    tipoDocumento,
    IdDeclaracion: provisional,
    Ejercicio: `${fiscalYear}`,
    Periodicidad: '',
    Periodo: '',
    btnBuscar: 'Buscar',
  };
  return filingsOf(await browser.post(search, fields, opened));
}

/**
 * The words that the SAT's portal prints for an empty search result. Different words in the same
 * position may be an error message.
 */
const none = /\bno (se encontr|exist|hay|cuenta con|tiene)/i;

/**
 * Reads the rows of a search result, and returns each filing once.
 * @throws SatFault page_not_recognised if the page is not a search result
 */
export function filingsOf(page: HtmlPage): Filing[] {
  const rows = page.root.querySelector('#tableResult #tableBody')?.querySelectorAll('tr') ?? [];
  if (rows.length === 0) {
    const modal = page.root.querySelector('.bootbox-body');
    if (modal && none.test(oneLine(modal.structuredText))) return [];
  }
  // A result without rows and without the words for an empty result may be an error page or a
  // truncated list.
  if (rows.length === 0 || rows.length > rowsMax)
    throw unrecognised(page, 'search of declarations');
  const filings = new Map<string, Filing>();
  for (const row of rows) {
    const cells = row.querySelectorAll('td').map((cell) => oneLine(cell.structuredText));
    const filing = filingOf(cells);
    if (!filing) throw unrecognised(page, 'row of a declaration');
    filings.set(filing.operationNumber, filing);
  }
  return [...filings.values()];
}

function filingOf(cells: string[]): Filing | undefined {
  const [, operationNumber = '', declarationType = '', complementaryType, captureLine] = cells;
  const [filedAt = '', periodicity = '', period = '', , status] = cells.slice(5);
  const filedOn = dateOfDigits(filedAt);
  const filedLocalDateTime = localDateTimeOf(filedAt);
  if (cells.length < 10 || !/^\d{12}$/.test(operationNumber) || !filedOn || !declarationType) {
    return undefined;
  }
  return {
    operationNumber,
    declarationType,
    filedOn,
    periodicity,
    period,
    ...(filedLocalDateTime && { filedLocalDateTime }),
    ...(complementaryType && { complementaryType }),
    ...(captureLine && { captureLine: captureLine.replace(/\s/g, '') }),
    ...(status && { status }),
  };
}

/**
 * Fetches the PDF of a filing from the portal.
 * @throws SatFault
 */
export async function fetchFiling(
  { browser }: PortalSession,
  { address }: DeclarationsPortal,
  { operationNumber }: Filing,
  fiscalYear: number,
  document: FilingDocument,
): Promise<Buffer> {
  const base = withSlash(address);
  const url = new URL('Consulta/RecuperarArchivo', base);
  url.search = new URLSearchParams({
    enLinea: '0',
    tipoDocumento: documentTypes[document],
    numeroOperacion: operationNumber,
    ejercicio: `${fiscalYear}`,
  }).toString();
  return pdfOf(await browser.download(url, base));
}

/**
 * Checks that a response is a PDF.
 * @throws SatFault page_not_recognised if the bytes are not a PDF; the page is stored for support
 */
export function pdfOf({ url, bytes }: Pick<Answer, 'url' | 'bytes'>): Buffer {
  if (bytes.subarray(0, 1024).includes('%PDF-')) return bytes;
  throw unrecognised(htmlPage(url, bytes.toString('utf8')), 'file that is not a PDF');
}
