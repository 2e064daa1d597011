import type { Transaction } from '@timbre/kit';
import type { FiscalDocument } from '../../store/fiscal-documents';
import { isFolioFree } from '../../store/recovery/unstamped-drafts';
import { continueAfter, seriesOfKind } from '../../store/set-up/series';
import { continueSeries } from '../documents/store-imported';
import type { FoundStamp } from './found-stamp';

/** The series and the folio of a document, as text of its XML. */
interface Numbered {
  seriesId: string;
  code: string;
  folio: string;
}

type Numbers = Partial<Pick<FiscalDocument, 'seriesId' | 'series' | 'folio' | 'externalFolio'>>;

/**
 * Returns the columns for the series and folio of a recovered document. If the organization has no such
 * series, or another document has taken the folio since the restore, the folio is stored as the folio of an
 * imported document, which need not be unique.
 */
export async function numbersOf(
  tx: Transaction,
  found: FoundStamp,
  document: FiscalDocument,
): Promise<Numbers> {
  if (document.folio != null) return {};
  const table = found.read.kind === 'cfdi' ? 'cfdi' : 'withholdings';
  for (const { seriesId, code, folio } of await numberings(tx, found)) {
    const isOther = document.seriesId != null && document.seriesId !== seriesId;
    if (isOther || !(await isFolioFree(tx, { table }, seriesId, Number(folio)))) continue;
    return { seriesId, series: code, folio: Number(folio), externalFolio: null };
  }
  const { columns } = found.read;
  const series = 'series' in columns ? columns.series : null;
  return { seriesId: null, series, folio: null, externalFolio: columns.externalFolio };
}

/**
 * Sets the next folio of each series above the folio of a recovered document. In a withholding document,
 * series and folio form one text, so every series with which the text begins continues after the rest.
 */
export async function raiseSeries(tx: Transaction, found: FoundStamp): Promise<void> {
  const { read } = found;
  if (read.kind === 'cfdi') return continueSeries(tx, [read.columns]);
  const numbered = await numberings(tx, found);
  await continueAfter(
    tx,
    numbered.map(({ code, folio }) => ({ kind: 'withholding', series: code, folio })),
  );
}

/** Returns the series and folio of a document; for a withholding document, all possible ones. */
async function numberings(tx: Transaction, { read }: FoundStamp): Promise<Numbered[]> {
  const { externalFolio } = read.columns;
  if (!externalFolio) return [];
  const kind = read.kind === 'cfdi' ? read.columns.kind : 'withholding';
  const series = await seriesOfKind(tx, kind);
  return series
    .flatMap(({ id, code }) => {
      const folio = folioIn(read, code, externalFolio);
      return folio === undefined ? [] : [{ seriesId: id, code, folio }];
    })
    .sort((one, other) => other.code.length - one.code.length);
}

function folioIn(read: FoundStamp['read'], code: string, folio: string): string | undefined {
  const isOwn = read.kind === 'cfdi' ? read.columns.series === code : folio.startsWith(code);
  const rest = read.kind === 'cfdi' ? folio : folio.slice(code.length);
  return isOwn && /^\d{1,12}$/.test(rest) ? rest : undefined;
}
