import { pagesOf } from '../../test/read-pdf';
import type { PrintedReport } from '../domain/files/printed-report';
import { renderReport } from './render-report';

const seller = {
  rfc: 'EKU9003173C9',
  legalName: 'ESCUELA KEMPER URGATE',
  taxSystem: '601',
  postalCode: '42501',
};

const table = {
  columns: [
    { title: 'Cliente', isAmount: false },
    { title: 'Documentos', width: 60, isAmount: false, isNumber: true },
    { title: 'Neto', width: 80, isAmount: true },
  ],
  rows: [{ cells: ['Ferretería Ñandú', '12', '1160'] }, { cells: ['Devoluciones', '3', '-580.5'] }],
};

const report: PrintedReport = {
  title: 'CFDI emitidos',
  number: '2026-01-01 a 2026-12-31',
  kind: 'Por Cliente',
  datedLocal: '2026-11-24T03:10:00',
  legend: 'Este reporte no es un comprobante fiscal',
  band: [{ label: 'Datos al', value: '2026-11-24 03:10' }],
  keyFigures: [{ label: 'Neto', value: '$579.50', note: '+12.3 % que antes' }],
  otherFigures: [{ label: 'Cancelados', value: '2' }],
  bars: [
    {
      title: 'Neto por mes',
      valueName: 'Este año',
      previousName: 'El anterior',
      bars: [
        { label: 'ene 26', value: '1160', previous: '900' },
        { label: 'feb 26', value: '-580.5', previous: '0' },
      ],
    },
  ],
  shares: [
    {
      title: 'Neto por Cliente',
      shares: [
        { name: 'Ferretería Ñandú', value: '1160', shown: '$1,160.00', share: '200.2 %' },
        { name: 'Devoluciones', value: '-580.5', shown: '-$580.50', share: '-100.2 %' },
      ],
    },
  ],
  tables: [{ title: 'Por Cliente', table, foot: ['Total', '15', '579.5'] }],
};

it('the text of the printed report contains its values, charts and tables in reading order', async () => {
  const [page] = await pagesOf(await renderReport({ report, seller }));
  const shown = [
    'ESCUELA KEMPER URGATE',
    'CFDI emitidos',
    '2026-11-24 03:10',
    '$579.50',
    '+12.3 % que antes',
    'Cancelados 2',
    'NETO POR MES',
    'Este año',
    'El anterior',
    '1.16 mil',
    '-581',
    'ene 26',
    'feb 26',
    'NETO POR CLIENTE',
    '-$580.50',
    '-100.2 %',
    'POR CLIENTE',
    'Ferretería Ñandú',
    '12',
    '1,160.00',
    'Total',
    '15',
    '579.50',
    'Página 1 de 1',
  ];
  let from = 0;
  for (const text of shown) {
    const at = page!.indexOf(text, from);
    expect({ text, isThere: at >= 0 }).toEqual({ text, isThere: true });
    from = at;
  }
});

it('a report without movements contains a sentence about the missing movements', async () => {
  const bars = [{ title: 'Neto por mes', bars: [{ label: 'ene 26', value: '0' }] }];
  const [page] = await pagesOf(
    await renderReport({ report: { ...report, bars, shares: [], tables: [] }, seller }),
  );
  expect(page).toContain('Sin movimientos en este periodo');
});

it('a report never has the sums of a table alone on a page', async () => {
  const lastPageOf = async (count: number) => {
    const rows = Array.from({ length: count }, (_, at) => ({ cells: [`Fila ${at}.`, '1', '1'] }));
    const tables = [{ title: 'Por Cliente', table: { ...table, rows }, foot: ['Total', '9', '9'] }];
    const pages = await pagesOf(await renderReport({ report: { ...report, tables }, seller }));
    return [pages.length, pages.at(-1)!.includes(`Fila ${count - 1}.`)] as const;
  };
  const ends = await Promise.all(Array.from({ length: 40 }, (_, at) => lastPageOf(at + 5)));
  expect(new Set(ends.map(([pages]) => pages)).size).toBeGreaterThan(1);
  expect(ends.filter(([, hasRow]) => !hasRow)).toEqual([]);
});

it('a long report continues on further pages, each with its number', async () => {
  const shares = Array.from({ length: 51 }, (_, at) => ({
    name: `${'Comercializadora de materiales '.repeat(3)}${at}`,
    value: String(at),
    shown: `$${at}.00`,
    share: '1.9 %',
  }));
  const bars = Array.from({ length: 731 }, (_, at) => ({ label: `${at}`, value: `${at - 300}` }));
  const pages = await pagesOf(
    await renderReport({
      report: {
        ...report,
        bars: [{ title: 'Neto por día', bars }],
        shares: [{ title: 'Neto por Cliente', shares }],
      },
      seller,
    }),
  );
  expect(pages.length).toBeGreaterThan(1);
  pages.forEach((page, at) => expect(page).toContain(`Página ${at + 1} de ${pages.length}`));
});

it('a report of a sandbox is marked on every page', async () => {
  const pages = await pagesOf(await renderReport({ report, seller, isSandbox: true }));
  for (const page of pages) expect(page).toMatch(/PRUEBA – sin validez fiscal/);
});

it('printing a report twice returns two identical files', async () => {
  expect(await renderReport({ report, seller })).toEqual(await renderReport({ report, seller }));
});
