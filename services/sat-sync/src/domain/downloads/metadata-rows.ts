import { parseLocalDateTime } from '@timbre/fiscal';

/** A row of the SAT's metadata; its times are local times without a time zone. */
export interface MetadataRow {
  uuid: string;
  issuerRfc: string;
  issuerName: string;
  receiverRfc: string;
  receiverName: string;
  pacRfc: string;
  issuedLocal: string;
  certifiedLocal: string;
  total: string;
  documentType: string;
  isCanceled: boolean;
  canceledLocal: string | null;
}

/** Removes control characters and lone surrogates, which PostgreSQL cannot store. */
export const withoutControls = (text: string): string => text.replaceAll(/\p{Cc}|\p{Cs}/gu, '');

const columns = 12;
const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Whether the text is a local date and time with an existing day and without fractions of a second. */
const isTime = (text: string): boolean => {
  const local = text.replace(' ', 'T');
  return parseLocalDateTime(local) === local;
};
const totalForm = /^\d{1,14}(\.\d{1,6})?$/;

/** Whether a line is the header line of a metadata file. */
export const isHeader = (line: string): boolean =>
  line
    .replace(/^\uFEFF/, '')
    .toLowerCase()
    .startsWith('uuid~rfcemisor~');

/**
 * Reads a row of metadata, or returns undefined for an invalid row. The SAT does not escape the separator
 * `~`, so a name that contains the separator adds columns. The eight columns after the names are
 * therefore counted from the right.
 */
export function readMetadataRow(line: string): MetadataRow | undefined {
  const cells = withoutControls(line).split('~');
  if (cells.length < columns) return undefined;
  const [uuid = '', issuerRfc = ''] = cells;
  const typed = cells.slice(-7);
  const [pacRfc = '', issued = '', certified = '', total = '', type = '', status = ''] = typed;
  const names = cells.slice(2, -7);
  const [receiverRfc = '', receiverName = ''] = names.slice(-2);
  const canceled = typed[6]?.trim() ?? '';
  const isSound =
    uuidForm.test(uuid) &&
    isTime(issued) &&
    totalForm.test(total) &&
    /^[IETNP]$/.test(type) &&
    /^[01]$/.test(status) &&
    (canceled === '' || isTime(canceled));
  if (!isSound) return undefined;
  return {
    uuid: uuid.toLowerCase(),
    issuerRfc,
    issuerName: names.slice(0, -2).join('~'),
    receiverRfc,
    receiverName,
    pacRfc,
    issuedLocal: issued.replace(' ', 'T'),
    certifiedLocal: certified.replace(' ', 'T'),
    total,
    documentType: type,
    isCanceled: status === '0',
    canceledLocal: canceled === '' ? null : canceled.replace(' ', 'T'),
  };
}
