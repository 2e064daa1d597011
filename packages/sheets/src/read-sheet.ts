import { readCsv } from './csv';
import { SheetError, type SheetLimits, type SheetRow } from './sheet';
import { readXlsx } from './xlsx';

const startsWith = (bytes: Uint8Array, signature: number[]): boolean =>
  signature.every((byte, at) => bytes[at] === byte);

/** The first bytes of an .xls file, and of an .xlsx file with a password. */
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0];
const zip = [0x50, 0x4b, 0x03, 0x04];

/**
 * Reads the first visible sheet of a workbook, or a CSV file, and yields the headings first. The content
 * determines the format, not the file name.
 * @throws SheetError
 */
export async function* readSheet(
  bytes: Uint8Array,
  limits: SheetLimits,
): AsyncGenerator<SheetRow[]> {
  if (startsWith(bytes, compoundFile)) {
    const message = 'This is an .xls or has a password; save it as .xlsx without one.';
    throw new SheetError('file_type_unsupported', message);
  }
  yield* startsWith(bytes, zip) ? readXlsx(bytes, limits) : readCsv(bytes, limits);
}
