import { SatFault } from '../../domain/sat-fault';
import { filingsOf, pdfOf } from './declarations';
import { formOf, htmlPage, supportText } from './html-page';

const url = new URL('https://pstcdypisr.clouda.sat.gob.mx/Consulta/Consulta;jsessionid=S3CR3T?x=1');
const row = (number: string) =>
  `<tr><td><a href="#">Ver</a></td><td>${number}</td><td>Complementaria</td><td>Modificación de
   Obligaciones</td><td>0426 01JA 7600 4889 0425</td><td>17/02/2026 10:00</td><td>1-Mensual</td>
   <td>Enero</td><td></td><td>Vigente</td></tr>`;
const result = (rows: string) =>
  htmlPage(url, `<table id="tableResult"><tbody id="tableBody">${rows}</tbody></table>`);

describe('searching for filings', () => {
  test('filingsOf returns each filing of a search result once', () => {
    expect(filingsOf(result(row('260120000001') + row('260120000001')))).toEqual([
      {
        operationNumber: '260120000001',
        declarationType: 'Complementaria',
        complementaryType: 'Modificación de Obligaciones',
        status: 'Vigente',
        captureLine: '042601JA760048890425',
        filedOn: '2026-02-17',
        filedLocalDateTime: '2026-02-17T10:00:00',
        periodicity: '1-Mensual',
        period: 'Enero',
      },
    ]);
  });

  test("a search result is treated as empty only if the page contains the SAT's own words for an empty result", () => {
    expect(filingsOf(htmlPage(url, '<div class="bootbox-body">No se encontraron</div>'))).toEqual(
      [],
    );
  });

  test.each([
    ['another page', '<p>Mantenimiento</p>'],
    ['an empty page', ''],
    ['a row of another form', '<table id="tableResult"><tbody id="tableBody"><tr><td>1</td></tr>'],
    ['a table without rows', '<table id="tableResult"><tbody id="tableBody"></tbody></table>'],
    [
      'a modal with an error',
      '<div class="bootbox-body">Ocurrió un error, intente más tarde</div>',
    ],
    ['a modal about the session', '<div class="bootbox-body">Su sesión ha expirado</div>'],
    ['more rows than a year has', result(row('260120000001').repeat(501)).root.toString()],
  ])('%s is not a result', (_, html) => {
    expect(() => filingsOf(htmlPage(url, html))).toThrow(SatFault);
  });

  const good = result(row('260120000001')).root.toString();
  const mutations: [string, (html: string) => string][] = [
    ['without the identifier of the table', (html) => html.replace('tableResult', 'tblResult')],
    ['without the identifier of its body', (html) => html.replace('tableBody', 'body')],
    ['with a cell less', (html) => html.replace('<td>Vigente</td>', '')],
    ['with a cell more at the front', (html) => html.replaceAll('<tr>', '<tr><td></td>')],
    ['with a date of another form', (html) => html.replace('17/02/2026', 'feb 17, 2026')],
    ['with a number of another form', (html) => html.replace('260120000001', 'A260120000001')],
    ['with a type that is empty', (html) => html.replace('<td>Complementaria</td>', '<td></td>')],
    ['cut in the middle of a row', (html) => html.slice(0, html.indexOf('Mensual'))],
    ['with div instead of table cells', (html) => html.replaceAll('td>', 'div>')],
  ];
  test.each(mutations)(
    'a search result that is %s is stored for support and never treated as an empty list',
    (_, mutate) => {
      const mutated = mutate(good);
      expect(mutated).not.toBe(good);
      const fault = faultOf(() => filingsOf(htmlPage(url, mutated)));
      expect(fault).toMatchObject({ code: 'page_not_recognised' });
      expect(fault.page).toContain(
        '<!-- https://pstcdypisr.clouda.sat.gob.mx/Consulta/Consulta -->',
      );
    },
  );
});

function faultOf(work: () => unknown): SatFault {
  try {
    work();
  } catch (error) {
    if (error instanceof SatFault) return error;
  }
  throw new Error('there was no fault');
}

test('a response that is not a PDF is stored for support staff', () => {
  const bytes = Buffer.from('<html><body><p>Mantenimiento</p></body></html>');
  const fault = faultOf(() => pdfOf({ url, bytes }));
  expect(fault).toMatchObject({ code: 'page_not_recognised' });
  expect(fault.page).toContain('Mantenimiento');
});

test('a form with an invalid address is ignored, so the page with this form is not recognized', () => {
  const form = (action: string) => formOf(htmlPage(url, `<form action="${action}"></form>`));
  expect(form('https://[')).toBeUndefined();
  expect(form('/nidp/')!.action.href).toBe('https://pstcdypisr.clouda.sat.gob.mx/nidp/');
});

test('a response with arbitrary bytes is stored without the characters that PostgreSQL cannot store', () => {
  const fault = faultOf(() => pdfOf({ url, bytes: Buffer.from('PK\x03\x04\0\0\xff\0', 'latin1') }));
  expect(fault).toMatchObject({ code: 'page_not_recognised' });
  expect(fault.page).toContain('PK');
  expect(fault.page).not.toContain('\0');
});

test('a page that is stored for support contains no secret of the session', () => {
  const text = supportText(
    htmlPage(
      url,
      `<p>Aviso</p><form action="/nidp;jsessionid=S3CR3T?sid=S3CR3T"><input name="guid" value="S3CR3T"/>
       </form><script>var token='S3CR3T'</script><a href="/x?t=S3CR3T">x</a>
       <meta http-equiv="refresh" content="0;url=/x?t=S3CR3T"><div data-token="S3CR3T"></div>
       <textarea>S3CR3T</textarea><noscript><img src="/S3CR3T"></noscript>
       <p>${'S3CR3T'.repeat(10)}</p>`,
    ),
  );
  expect(text).toContain('Aviso');
  expect(text).not.toContain('S3CR3T');
});
