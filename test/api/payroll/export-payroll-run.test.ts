import { randomUUID } from 'node:crypto';
import type { Api } from '@timbre/testkit/client';
import { strFromU8, unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { calculatedRun } from './people';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const file = (runId: string, format: string) =>
  api.request('GET', `/v1/payroll/runs/${runId}/export?format=${format}`);

/**
 * Returns the cells of the only sheet in a workbook, row by row. Numeric cells are returned as
 * numbers.
 */
function cellsOf(workbook: Buffer): (string | number | null)[][] {
  const parts = unzipSync(workbook);
  const rows: (string | number | null)[][] = [];
  let text = '';
  let isNumber = false;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'row') rows.push([]);
    if (name !== 'c') return;
    isNumber = attributes['t'] === undefined;
    text = '';
  });
  parser.on('text', (given) => void (text += given));
  parser.on('closetag', ({ name }) => {
    if (name !== 'c') return;
    rows.at(-1)!.push(text === '' ? null : isNumber ? Number(text) : text);
  });
  parser.write(strFromU8(parts['xl/worksheets/sheet1.xml']!)).close();
  return rows;
}

describe('200', () => {
  it('exportPayrollRun returns a CSV file of the rows', async () => {
    const { runId } = await calculatedRun(api);
    const { status, headers, bytes } = await api.request('GET', `/v1/payroll/runs/${runId}/export`);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toBe('attachment; filename="nomina-2026-06-15.csv"');
    const [heading, row] = bytes.toString().split('\r\n');
    expect(heading).toContain('rowId,employeeNumber,employeeName,rfc,state');
    expect(row).toContain('ADRIANA GOMEZ LARA,GOLA850312AB1,needs_attention,15,7500.00');
  });

  it('exportPayrollRun returns a workbook with readable headings, numeric cells and no formulas', async () => {
    const legalName = '=HYPERLINK("http://x","ADRIANA")';
    const { runId } = await calculatedRun(api, { legalName, department: '+52 55' });
    const { headers, bytes } = await file(runId, 'xlsx');
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="nomina-2026-06-15.xlsx"',
    );
    const [headings, row, ...more] = cellsOf(bytes);
    expect(more).toEqual([]);
    const shown = Object.fromEntries(headings!.map((heading, index) => [heading, row![index]]));
    expect(shown).toMatchObject({
      Nombre: legalName,
      RFC: 'GOLA850312AB1',
      NSS: '12345678903',
      Departamento: '+52 55',
      'Días pagados': 15,
      'Total de percepciones': 7500,
      'ISR retenido': 709.86,
      'Neto a pagar': 6592.28,
      Estado: 'Por corregir',
      'Folio fiscal': null,
      'Por corregir': 'employer_rfc_missing',
    });
    expect(strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml']!)).not.toContain('<f>');
  });

  it('exportPayrollRun excludes rows that are not stamped from the bank dispersion file', async () => {
    const { runId } = await calculatedRun(api, { bankAccount: '002010077777777771' });
    const { bytes } = await file(runId, 'bank');
    expect(bytes.toString()).toBe(
      '\uFEFFaccount,bankCode,amount,beneficiary,reference,concept\r\n',
    );
  });
});

describe('400', () => {
  it('exportPayrollRun refuses an unknown format', async () => {
    const { runId } = await calculatedRun(api);
    expect(issuesOf(await file(runId, 'pdf'))).toEqual(['format: invalid_value']);
  });
});

describe('404', () => {
  it('exportPayrollRun does not find an unknown run or one of another organization', async () => {
    const { runId } = await calculatedRun(api);
    const stranger = await startDocumented();
    const path = `/v1/payroll/runs/${runId}/export`;
    expect(refusalOf(await stranger.request('GET', path))).toBe('404 not_found');
    expect(refusalOf(await file(randomUUID(), 'xlsx'))).toBe('404 not_found');
  });
});
