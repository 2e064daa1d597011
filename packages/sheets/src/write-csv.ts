/**
 * One CSV field (RFC 4180). Text that a spreadsheet would run as a formula is quoted; some spreadsheets treat
 * full-width characters like the usual ones.
 */
function csvField(value: string): string {
  const isFormula = /^[=+\-@＝＋－＠\t\r\n]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value);
  const safe = isFormula ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvLine(values: readonly string[]): string {
  return `${values.map(csvField).join(',')}\r\n`;
}
