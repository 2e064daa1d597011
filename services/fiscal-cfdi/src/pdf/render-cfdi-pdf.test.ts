import { Decimal, shownDecimal } from '@timbre/fiscal';
import { pagesOf, qrOf, unbroken, unbrokenText } from '../../test/read-pdf';
import * as samples from '../../test/printed-samples';
import { renderCfdiPdf } from './render-cfdi-pdf';

const legend = 'Este documento es una representación impresa de un CFDI';

/** Returns the texts that every printed CFDI must contain (RMF 2.7.1.7). */
function mandatory({ document, cadenaTimbre }: ReturnType<typeof samples.printed>): string[] {
  const { emisor, receptor, complemento } = document;
  const timbre = complemento!.timbre!;
  return [
    legend,
    timbre.uuid,
    timbre.selloCfd,
    timbre.selloSat,
    timbre.noCertificadoSat,
    timbre.rfcProvCertif,
    '2026-11-18 11:16:42',
    '2026-11-18 10:15:00',
    cadenaTimbre,
    document.noCertificado!,
    `CFDI ${document.version}`,
    emisor.rfc,
    emisor.nombre,
    '601 – General de Ley Personas Morales',
    receptor.rfc,
    receptor.nombre,
    receptor.domicilioFiscalReceptor,
    `${receptor.regimenFiscalReceptor} –`,
    `${receptor.usoCfdi} –`,
    `C.P. ${document.lugarExpedicion}`,
    '01 – No aplica',
    document.moneda,
    ...document.conceptos.flatMap(({ claveProdServ, descripcion, claveUnidad }) => [
      claveProdServ,
      claveUnidad,
      descripcion,
    ]),
  ];
}

const types = {
  income: [samples.income, ['I – Ingreso', 'Factura', 'A-1024']],
  'credit note': [samples.creditNote, ['E – Egreso', 'NC-7', '03 – Devolución de mercancía']],
  transfer: [samples.transfer, ['T – Traslado', 'Comprobante de traslado']],
  payment: [samples.payment, ['P – Pago', 'Recibo de pago', 'P-88']],
  payroll: [samples.payroll, ['N – Nómina', 'Recibo de nómina', 'NOM-311']],
  'global invoice': [
    samples.globalInvoice,
    ['Factura global', '01 – Diario', '11 – Noviembre', 'ISH 3 % (local)'],
  ],
} as const;

describe.each(Object.entries(types))('the print of %s', (_, [build, own]) => {
  it('a printed CFDI contains everything that the law requires, in at most 60 kB with its fonts', async () => {
    const input = samples.printed(build());
    const pdf = await renderCfdiPdf(input);
    const text = await unbrokenText(pdf);
    const expected = [...mandatory(input), ...own].map(unbroken);
    expect(expected.filter((part) => !text.includes(part))).toEqual([]);
    expect(pdf.length).toBeLessThanOrEqual(60_000);
  });

  it('a printed CFDI has a QR code of at least 2.75 cm with the address of the document at the SAT', async () => {
    const input = samples.printed(build());
    const { text, sidePoints } = qrOf(await renderCfdiPdf(input));
    expect(text).toBe(input.qrText);
    expect((sidePoints / 72) * 2.54).toBeGreaterThanOrEqual(2.75);
  });
});

const languages = {
  en: ['Invoice', 'Date and time of certification', 'Unit price', 'Amount in words'],
  'es-en': ['Factura / Invoice', 'Vencimiento / Due date', 'Importe con letra / Amount in words'],
} as const;

describe.each(['en', 'es-en'] as const)('the print in %s', (language) => {
  const beside = { dueOn: '2026-12-18' };

  it('a CFDI printed in another language has labels in that language, and in Spanish where the law requires Spanish', async () => {
    const input = samples.printed(samples.income());
    const pdf = await renderCfdiPdf({ ...input, language, beside });
    const text = await unbrokenText(pdf);
    const expected = [...mandatory(input), ...languages[language]].map(unbroken);
    expect(expected.filter((part) => !text.includes(part))).toEqual([]);
    expect(pdf.length).toBeLessThanOrEqual(60_000);
  });

  it('a CFDI with sixty lines needs two pages in another language as well', async () => {
    const lines = Array.from({ length: 60 }, (_, at) =>
      samples.concepto(`Servicio de consultoría número ${at + 1}`, '2', String(100 + at)),
    );
    const input = samples.printed(samples.income(lines));
    const pages = await pagesOf(await renderCfdiPdf({ ...input, language, beside }));
    expect(pages).toHaveLength(2);
    expect(pages[1]).toContain('Brought forward');
  });
});

it.each([
  ['es', 'Sucursal'],
  ['en', 'Branch'],
] as const)('the branch is printed beside the place of issue: %s', async (language, label) => {
  const beside = { branch: 'Sucursal Centro, Av. Juárez 12, Pachuca, 771 555 0101' };
  const input = samples.printed(samples.income());
  const text = await unbrokenText(await renderCfdiPdf({ ...input, language, beside }));
  expect(text).toContain(unbroken(label));
  expect(text).toContain(unbroken(beside.branch));
});

it('a CFDI printed in English has no Spanish label', async () => {
  const input = samples.printed(samples.income());
  const text = (await pagesOf(await renderCfdiPdf({ ...input, language: 'en' }))).join(' ');
  for (const part of ['Importe', 'Receptor', 'Fecha', 'Sello', 'Página', 'PESOS 16/100 M.N.']) {
    expect(text).not.toContain(part);
  }
  expect(text).toContain('SIXTY-SEVEN THOUSAND EIGHT HUNDRED SEVENTY-NINE PESOS 16/100 MXN');
});

async function textOf(document: Parameters<typeof samples.printed>[0]): Promise<string> {
  return (await pagesOf(await renderCfdiPdf(samples.printed(document)))).join(' ');
}

describe('the print of an income document', () => {
  it('the print of an income document shows the residence and tax number of a foreign receiver', async () => {
    const document = samples.income();
    const abroad = { residenciaFiscal: 'USA', numRegIdTrib: '123456789' };
    const text = await textOf({ ...document, receptor: { ...document.receptor, ...abroad } });
    for (const part of ['Residencia fiscal', 'USA –', '123456789']) expect(text).toContain(part);
  });

  it('the print of an income document shows amounts, taxes and the total in words', async () => {
    const text = await textOf(samples.income());
    for (const part of [
      '99 – Por definir',
      'PPD – Pago en parcialidades o diferido',
      '30 días netos',
      'IVA 16 % = 5,440.00',
      'Ret. IVA 10.6667 % = 853.34',
      '12,500.00',
      'Descuento -1,250.00',
      'ISR retenido 10 % -800.00',
      'IVA retenido 10.6667 % -853.34',
      'Total $67,879.16 MXN',
      'SESENTA Y SIETE MIL OCHOCIENTOS SETENTA Y NUEVE PESOS 16/100 M.N.',
      '¿incluye visitas? Sí, dos al mes',
      '«Introducción a la robótica»',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('the print of an income document shows the exchange rate of a foreign currency', async () => {
    const rate = { moneda: 'USD', tipoCambio: Decimal.from('18.4532') };
    const text = await textOf(samples.income([samples.concepto('Venta', '1', '10')], rate));
    expect(text).toContain('USD – Dólar americano Tipo de cambio 18.4532');
    expect(text).toContain('ONCE DÓLARES 60/100 USD');
  });

  it('the print of an income document shows the base of exempt items and each rate of a withheld tax', async () => {
    const isr = (percent: string) => ({
      kind: 'retencion' as const,
      impuesto: '001',
      tipoFactor: 'Tasa' as const,
      tasaOCuota: Decimal.from(percent),
    });
    const exempt = { kind: 'traslado', impuesto: '002', tipoFactor: 'Exento' } as const;
    const text = await textOf(
      samples.income([
        samples.concepto('Libro', '2', '150', { taxes: [exempt] }),
        samples.concepto('Asesoría', '1', '1000', { taxes: [samples.iva, isr('0.10')] }),
        samples.concepto('Flete', '1', '2000', { taxes: [samples.iva, isr('0.0125')] }),
      ]),
    );
    expect(text).toMatch(/Total \S+ MXN Base exenta de IVA 300.00/);
    expect(text).toContain('ISR retenido 10 %, 1.25 % -125.00');
  });

  it('the print of an income document shows yen without decimals, in figures and in words', async () => {
    const yen = { moneda: 'JPY', tipoCambio: Decimal.from('0.12'), currencyDecimals: 0 };
    const text = await textOf(samples.income([samples.concepto('Venta', '2', '5000')], yen));
    for (const part of ['Subtotal 10,000 ', 'IVA 16 % 1,600 ', 'Total 11,600 JPY', 'YENES JPY']) {
      expect(text).toContain(part);
    }
    expect(text).not.toMatch(/\d\.00|00\/100/);
  });

  it('the print of an income document shows the time of certification only once', async () => {
    const text = await textOf(samples.income());
    expect(text.match(/Fecha y hora de certificación/g)).toHaveLength(1);
    expect(text.match(/2026-11-18 11:16:42/g)).toHaveLength(1);
  });

  it("the print of an income document shows the organization's own section line by line", async () => {
    const customSection = 'Gracias por su compra.\nCLABE 012180001234567891';
    const pdf = await renderCfdiPdf({ ...samples.printed(samples.income()), customSection });
    const [text = ''] = await pagesOf(pdf);
    expect(text).toContain('Gracias por su compra. CLABE 012180001234567891');
  });

  it('the print of an income document keeps text in alphabets other than Latin', async () => {
    const text = await textOf(
      samples.income([samples.concepto('Łódź, Ελλάδα, Москва, ≥ 5 Ω', '1', '1')]),
    );
    expect(text).toContain('Łódź, Ελλάδα, Москва, ≥ 5 Ω');
  });

  it('printing a document twice returns two identical files', async () => {
    const input = samples.printed(samples.income());
    expect(await renderCfdiPdf(input)).toEqual(await renderCfdiPdf(input));
  });
});

describe('a long document', () => {
  it('a document of 500 concepts is printed completely, with a head and a number on every page', async () => {
    const items = Array.from({ length: 500 }, (_, index) =>
      samples.concepto(`Artículo-${index + 1}.`, '1', '10'),
    );
    const pages = await pagesOf(await renderCfdiPdf(samples.printed(samples.income(items))));
    expect(pages.length).toBeGreaterThan(5);
    const text = pages.join(' ');
    const found = items.filter(({ descripcion }) => text.includes(descripcion));
    expect(found).toHaveLength(500);
    pages.forEach((page, index) => {
      expect(page).toContain(`Página ${index + 1} de ${pages.length}`);
      expect(page).toContain(legend);
      if (page.includes('Artículo-')) expect(page).toContain('Clave Descripción Cantidad');
    });
  });

  it('a document of 60 usual concepts is printed on two pages', async () => {
    const items = Array.from({ length: 60 }, (_, index) => samples.fourConcepts[index % 4]!);
    const pages = await pagesOf(await renderCfdiPdf(samples.printed(samples.income(items))));
    expect(pages).toHaveLength(2);
  });

  it('each page of a long document repeats the running sum of the concepts', async () => {
    const items = Array.from({ length: 150 }, (_, index) =>
      samples.concepto(`Artículo-${index + 1}.`, '1', '10'),
    );
    const pages = await pagesOf(await renderCfdiPdf(samples.printed(samples.income(items))));
    let sum = 0;
    for (const page of pages.filter((each) => each.includes('Artículo-'))) {
      const [, forward] = /Suma anterior ([\d,.]+) /.exec(page) ?? [];
      expect(forward).toBe(sum === 0 ? undefined : shownDecimal(Decimal.from(sum), 2));
      sum += 10 * page.match(/Artículo-/g)!.length;
      const [, over] = /Suma y sigue ([\d,.]+) /.exec(page) ?? [];
      expect(over).toBe(sum === 1500 ? undefined : shownDecimal(Decimal.from(sum), 2));
    }
    expect(sum).toBe(1500);
  });

  it('a concept that is longer than a page is split and printed completely', async () => {
    const part = (index: number) => ({
      claveProdServ: '81111500',
      cantidad: Decimal.one,
      descripcion: `Pieza-${index}.`,
    });
    const parte = Array.from({ length: 200 }, (_, index) => part(index));
    const document = samples.income([samples.concepto('Equipo armado', '1', '10', { parte })]);
    const pages = await pagesOf(await renderCfdiPdf(samples.printed(document)));
    const text = pages.join(' ');
    expect(pages.length).toBeGreaterThan(2);
    expect(parte.filter(({ descripcion }) => !text.includes(descripcion))).toEqual([]);
  });

  it('the totals and the total in words stay on one page, wherever the page ends', async () => {
    for (let count = 12; count < 18; count += 1) {
      const items = Array.from({ length: count }, () => samples.concepto('Artículo', '1', '10'));
      const pages = await pagesOf(await renderCfdiPdf(samples.printed(samples.income(items))));
      const withSubtotal = pages.filter((page) => page.includes('Subtotal'));
      expect(withSubtotal).toHaveLength(1);
      expect(withSubtotal[0]).toMatch(/Subtotal .*Total \$.*Importe con letra/);
    }
  });
});

describe('the print of a payment', () => {
  it('the print of a payment shows each payment with its invoices and their remaining balances', async () => {
    const text = await textOf(samples.payment());
    for (const part of [
      '2026-11-17 12:00:00',
      '03 – Transferencia electrónica de fondos',
      '$17,400.00 MXN',
      'SPEI-0099182',
      '012180001234567891',
      'BNM840515VB1',
      '002180123456789016',
      '01 – SPEI',
      'Cadena original del pago: ||1|17112026|17112026|120000|SPEI-0099182||',
      'AAAAAAAA-1111-4222-8333-BBBBBBBBBBBB',
      'IVA 16 % de 10,000.00 = 1,600.00',
      '2 MXN 23,200.00 5,800.00 17,400.00',
      'Base IVA 16 % 15,000.00',
      'Total de pagos $17,400.00 MXN',
      'DIECISIETE MIL CUATROCIENTOS PESOS 00/100 M.N.',
    ]) {
      expect(text).toContain(part);
    }
  });
});

describe('the print of a payroll receipt', () => {
  it('the print of a payroll receipt of usual length fits on one page', async () => {
    expect(await pagesOf(await renderCfdiPdf(samples.printed(samples.payroll())))).toHaveLength(1);
  });

  it.each([12, 16, 100])(
    'the print of a payroll receipt with %d more earnings has no empty page and loses no earning',
    async (more) => {
      const pages = await pagesOf(await renderCfdiPdf(samples.printed(samples.payroll(more))));
      expect(pages[0]).toMatch(/019 P019/);
      const text = unbroken(pages.join(' '));
      const concepts = Array.from({ length: more }, (_, index) => `Ingreso ${index} 1.00 0.00`);
      expect(concepts.filter((concept) => !text.includes(unbroken(concept)))).toEqual([]);
      for (const part of ['Préstamo de caja de ahorro', 'Subsidio causado 0.00', 'Neto recibido']) {
        expect(text).toContain(unbroken(part));
      }
    },
  );

  it('the print of a payroll receipt shows worker, employer, every line and the net pay', async () => {
    const pdf = await renderCfdiPdf(samples.printed(samples.payroll()));
    const text = await unbrokenText(pdf);
    const missing = [
      'B5510768108',
      'XOJI740919MDFXXX09',
      '04078873454',
      'O – Nómina ordinaria',
      '2026-11-01 – 2026-11-15',
      '04 – Quincenal',
      'Ingeniera de diseño',
      'P254W',
      '019 P019',
      'Dobles: 4 h en 2 días = 700.00',
      'Préstamo de caja de ahorro',
      'Subsidio causado 0.00',
      '02 – Enfermedad en general',
      'Total de percepciones 13,150.00',
      'Total de deducciones -2,220.45',
      'Neto recibido $10,929.55 MXN',
      'Firma del trabajador:',
    ].filter((part) => !text.includes(unbroken(part)));
    expect(missing).toEqual([]);
  });
});

describe('the print of a document without legal effect', () => {
  it('a draft is marked as a draft on every page and shows no stamp', async () => {
    const items = Array.from({ length: 60 }, () => samples.concepto('Artículo', '1', '10'));
    const { document } = samples.printed(samples.income(items));
    const pages = await pagesOf(await renderCfdiPdf({ document, isDraft: true }));
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) {
      expect(page).toContain('BORRADOR – sin validez fiscal');
      expect(page).not.toContain(legend);
      expect(page).not.toMatch(/Sello digital|Folio fiscal|CSD/);
    }
  });

  it('a canceled document is marked as canceled and keeps its stamp', async () => {
    const input = { ...samples.printed(samples.creditNote()), isCanceled: true };
    const [page = ''] = await pagesOf(await renderCfdiPdf(input));
    expect(page).toContain('CANCELADO');
    expect(page).toContain('Sello digital del SAT');
  });

  it('a document without a stamp is refused if it is printed as a stamped document', async () => {
    await expect(renderCfdiPdf({ document: samples.income() })).rejects.toThrow(RangeError);
  });
});
