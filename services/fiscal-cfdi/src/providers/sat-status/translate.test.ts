import { toWithholdingStatus } from './translate';

const uuid = '48c4ce37-e218-4aae-97be-20634a36c628';
const page = (state: string, folio = uuid.toUpperCase()) => `
  <table id="tbl_resultado" style="text-align: center;">
    <tr><th>
      RFC del Emisor
    </th><th> Nombre o Raz&oacute;n Social del Emisor </th></tr>
    <tr><td><span>EKU9003173C9</span></td><td><span>ESCUELA</span></td></tr>
    <tr><th>Folio Fiscal</th><th>PAC que Certific&oacute;</th></tr>
    <tr><td>
      <span>${folio}</span>
    </td><td><span>SPR190613I52</span></td></tr>
    <tr><th>Total del CFDI Retenci&oacute;n</th><th>Estado CFDI Retenci&oacute;n</th></tr>
    <tr><td><span>$431.03</span></td><td><span>${state}</span></td></tr>
  </table>`;
const shown = (text: string, status = 200) =>
  toWithholdingStatus({ outcome: 'answered', status, text }, uuid);

describe('the page of a withholding document', () => {
  it.each([
    ['Vigente', false],
    ['Cancelado', true],
  ])('the page of a withholding document with the status %s is read', (state, isCanceled) => {
    expect(shown(page(state))).toEqual({ outcome: 'found', isCanceled, cancellation: '' });
  });

  it('the page of a withholding document reports an unknown document', () => {
    expect(shown('<div class="noresultados"><h3>…</h3></div>')).toEqual({ outcome: 'not_found' });
  });

  it.each([
    ['about another document', page('Cancelado', '00000000-0000-4000-8000-000000000000')],
    ['with another state', page('En proceso')],
    ['that asks for a captcha', '<form><img src="captcha"/></form>'],
    ['that is empty', ''],
  ])('a page leaves the status unknown if it is %s', (_, text) => {
    expect(shown(text).outcome).toBe('unknown');
  });

  it('a page with an HTTP error returns no status of the document, even if its text contains a status', () => {
    expect(shown('<div class="noresultados"/>', 500).outcome).toBe('unknown');
    const lost = { outcome: 'not_sent', cause: new Error('refused') } as const;
    expect(toWithholdingStatus(lost, uuid).outcome).toBe('unknown');
  });
});
