/**
 * Returns one CSV field (RFC 4180). Text that a spreadsheet program would evaluate as a formula is quoted;
 * some programs treat full-width characters like ordinary characters.
 */
function csvField(value: string): string {
  const isFormula = /^[=+\-@＝＋－＠\t\r\n]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value);
  const safe = isFormula ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Returns the first line of a CSV file. The byte order mark makes spreadsheet programs read the file as
 * UTF-8.
 */
export const csvHead = (headings: readonly string[]): string => `\uFEFF${csvLine(headings)}`;

export function csvLine(values: readonly string[]): string {
  return `${values.map(csvField).join(',')}\r\n`;
}
