import { pagesOf, qrOf, unbroken, unbrokenText } from '../../test/read-pdf';
import { printedRetenciones, retenciones } from '../../test/printed-samples';
import { renderRetencionesPdf } from './render-retenciones-pdf';

it('a printed withholding document contains everything that the law requires', async () => {
  const input = printedRetenciones(retenciones());
  const pdf = await renderRetencionesPdf(input);
  const { complemento, noCertificado } = input.document;
  const { uuid, selloCfd, selloSat, noCertificadoSat, rfcProvCertif } = complemento!.timbre!;
  const text = await unbrokenText(pdf);
  const missing = [
    'Este documento es una representación impresa de un CFDI',
    input.cadenaTimbre,
    uuid,
    selloCfd,
    selloSat,
    noCertificadoSat,
    rfcProvCertif,
    noCertificado!,
    'EKU9003173C9',
    'XOJI740919U48',
    'INGRID XODAR JIMENEZ',
    '76028',
    'Nacional',
    '14 – Dividendos o utilidades distribuidas',
    'enero a diciembre de 2026',
    'R15',
    '001 – ISR',
    '04 – Pago provisional ISR',
    '50,000.00',
    'Total retenido $5,000.00 MXN',
    'CINCO MIL PESOS 00/100 M.N.',
    'Sociedad que distribuye Sociedad Nacional',
  ].filter((part) => !text.includes(unbroken(part)));
  expect(missing).toEqual([]);
  expect(qrOf(pdf).text).toBe(input.qrText);
  expect(pdf.length).toBeLessThanOrEqual(60_000);
});

it('the print of a withholding draft is marked as a draft and has no stamp', async () => {
  const { document } = printedRetenciones(retenciones());
  const [page = ''] = await pagesOf(await renderRetencionesPdf({ document, isDraft: true }));
  expect(page).toContain('BORRADOR – sin validez fiscal');
  expect(page).not.toContain('Sello digital');
});
