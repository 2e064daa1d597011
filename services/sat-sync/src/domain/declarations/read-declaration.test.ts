import { readDeclaration } from './read-declaration';

const acuse = `ACUSE DE RECIBO
DECLARACIÓN PROVISIONAL O DEFINITIVA DE IMPUESTOS FEDERALES
RFC: EKU9003173C9                                   Hoja 1 de 2
Denominación o razón social: ESCUELA KEMPER URGATE
Tipo de declaración: Complementaria    Tipo de Complementaria: Modificación de Obligaciones
Período de la declaración: Enero       Periodicidad: Mensual      Ejercicio: 2026
Fecha y hora de presentación: 17/02/2026 10:00      Medio de presentación: Internet
Vencimiento Obligación: 17/02/2026     Versión: 13   Número de operación: 260120000001
Impuestos que declara:
Concepto de pago 1:      ISR personas morales
A cargo:                                   3,145
Parte actualizada: 45          Recargos: 234         Multa por corrección: 0
Fecha del pago realizado con anterioridad: 02/12/2025     Monto pagado con anterioridad: 4,188
Cantidad a cargo: 0   Cantidad a favor: 764
Concepto de pago 2:      Impuesto al Valor Agregado. Personas
morales
A favor:                                  115,864
ACUSE DE RECIBO
DECLARACIÓN PROVISIONAL O DEFINITIVA DE IMPUESTOS FEDERALES
RFC: EKU9003173C9                                   Hoja 2 de 2
Concepto de pago 3:      ISR retenciones por salarios
A cargo: 12,168
Cantidad a cargo: 12,168   Cantidad a pagar: 12,168
SECCIÓN LÍNEA DE CAPTURA
Línea de Captura: 0426 01JA 7600 4889 0425   Importe total a pagar: $12,168   Vigente hasta: 17/02/2026
Sello digital: rT5Y==`;

const factsOf = (text: string) => {
  const read = readDeclaration(text);
  if ('issues' in read) throw new Error(JSON.stringify(read.issues));
  return read.facts;
};

describe('an acuse', () => {
  test('readDeclaration returns the header, the concepts and the capture line of a filing receipt (acuse)', () => {
    const facts = factsOf(acuse);
    expect(facts).toMatchObject({
      document: 'acuse',
      rfc: 'EKU9003173C9',
      legalName: 'ESCUELA KEMPER URGATE',
      fiscalYear: 2026,
      periodicity: 'monthly',
      period: 1,
      declarationType: 'Complementaria',
      complementaryType: 'Modificación de Obligaciones',
      operationNumber: '260120000001',
      filedLocalDateTime: '2026-02-17T10:00:00',
      dueOn: '2026-02-17',
      captureLine: '042601JA760048890425',
      total: '12168',
      anomalies: [],
    });
    expect(facts.concepts).toEqual([
      {
        number: 1,
        name: 'ISR personas morales',
        taxClass: 'isr',
        charged: '3145',
        update: '45',
        surcharges: '234',
        fine: '0',
        paidBefore: '4188',
        paidBeforeOn: '2025-12-02',
        amountCharged: '0',
        amountInFavor: '764',
        applications: '0',
      },
      {
        number: 2,
        name: 'Impuesto al Valor Agregado. Personas morales',
        taxClass: 'iva',
        inFavor: '115864',
      },
      {
        number: 3,
        name: 'ISR retenciones por salarios',
        taxClass: 'withholdings',
        charged: '12168',
        amountCharged: '12168',
        amountToPay: '12168',
        applications: '0',
      },
    ]);
  });

  test('readDeclaration returns the same amounts for a filing receipt (acuse) whose text has no blanks', () => {
    const spaceless = acuse
      .split('\n')
      .map((line) => line.replaceAll(' ', ''))
      .join('\n');
    const facts = factsOf(spaceless);
    expect(facts.total).toBe('12168');
    expect(facts.captureLine).toBe('042601JA760048890425');
    const amounts = (read: typeof facts) => read.concepts.map(({ name: _, ...concept }) => concept);
    expect(amounts(facts)).toEqual(amounts(factsOf(acuse)));
    expect(facts.concepts[0]!.name).toBe('ISRpersonasmorales');
  });

  test('readDeclaration returns the same facts if each value is on the line below its label', () => {
    const broken = acuse.replace(/:[ ]+/g, ':\n').replace(/[ ]{3,}/g, '\n');
    const { filedLocalDateTime, ...facts } = factsOf(broken);
    const { filedLocalDateTime: expected, ...whole } = factsOf(acuse);
    expect([filedLocalDateTime, facts]).toEqual([expected, whole]);
  });

  test('readDeclaration finds concept names above and below the number in filing receipts (acuses) of the old portal', () => {
    const legacy = acuse
      .replace('Impuestos que declara:', 'Impuestos que declara:\nISR retenciones por servicios')
      .replace(
        'Concepto de pago 1:      ISR personas morales\nA cargo:',
        'Concepto de pago 1: 1\nprofesionales\nImpuesto a cargo:',
      )
      .replace(
        'Concepto de pago 3:      ISR retenciones por salarios',
        'Concepto presentado 4: ESTADOS FINANCIEROS\nISR por\nConcepto de pago 3:\narrendamiento',
      );
    const { concepts, annexes } = factsOf(legacy);
    expect(concepts.map(({ name }) => name)).toEqual([
      'ISR retenciones por servicios profesionales',
      'Impuesto al Valor Agregado. Personas morales',
      'ISR por arrendamiento',
    ]);
    expect(concepts[0]).toMatchObject({ charged: '3145', taxClass: 'withholdings' });
    expect(annexes[0]).toMatch(/^ESTADOS FINANCIEROS/);
  });

  test('readDeclaration returns a total of zero if the taxpayer has a balance in favor and no capture line', () => {
    const inFavor = acuse
      .replace(/Concepto de pago 3[^]*?(?=SECCIÓN)/, '')
      .replace(/SECCIÓN[^]*(?=Sello)/, '');
    const facts = factsOf(inFavor);
    expect(facts.captureLine).toBeUndefined();
    expect(facts.total).toBe('0');
  });
});

/** Returns the filing receipt (acuse) with other concepts and another capture section. */
const acuseOf = (concepts: string, capture: string) =>
  acuse.replace(/Concepto de pago 1[^]*(?=Sello digital)/, () => `${concepts}\n${capture}\n`);
const section = 'SECCIÓN LÍNEA DE CAPTURA\nLínea de Captura: 0426 01JA 7600 4889 0425 $';

describe('reading the capture section', () => {
  const concept = 'Concepto de pago 1: IVA\nA cargo: 100\nCantidad a pagar: 100';

  test.each([
    'LINEADECAPTURA\n0426 01JA 7600 4889 0425 $100',
    'SECCIÓN LÍNEA DE CAPTURA\nDeberá ser pagado utilizando la línea de captura que se indica.\n' +
      'Línea de captura\n0426 01JA 7600 4889 0425\nImporte total a pagar\n$100\nVigente hasta\n17/02/2026',
    'Línea de Captura Importe total a pagar Vigente hasta\n0426 01JA 7600 4889 0425 $100 17/02/2026',
    'Línea de Captura: Importe total a pagar: Vigente hasta:\n$100 17/02/2026\n042601JA760048890425',
    'SECCIÓN LÍNEA DE CAPTURA\nImporte total a pagar: 100\nLínea de Captura: 0426 01JA 7600 4889\n0425',
  ])('the capture section has its line and total with or without labels: %j', (capture) => {
    expect(factsOf(acuseOf(concept, capture))).toMatchObject({
      captureLine: '042601JA760048890425',
      total: '100',
      anomalies: [],
    });
  });

  test('the capture section of a filing receipt (acuse) may contain only the total', () => {
    const facts = factsOf(acuseOf(concept, 'LINEADECAPTURA\n$100'));
    expect(facts).toMatchObject({ total: '100', anomalies: [] });
    expect(facts.captureLine).toBeUndefined();
  });

  test('the total of a filing receipt (acuse) is read only from the capture section', () => {
    const early = `Importe total a pagar: $999\n${concept}`;
    expect(factsOf(acuseOf(early, `${section}100`)).total).toBe('100');
  });

  test('a second capture line or a second total in the capture section adds an anomaly', () => {
    const codes = (capture: string) =>
      factsOf(acuseOf(concept, capture)).anomalies.map(({ code }) => code);
    expect(codes('LÍNEA DE CAPTURA\n0777 1234 5678 9012 345 $100')).toEqual([
      'capture_line_unreadable',
    ]);
    expect(codes('LÍNEA DE CAPTURA\n$100 $90')).toEqual(['total_unreadable', 'total_missing']);
  });
});

describe('calculating the applied amount', () => {
  const conceptOf = (lines: string, toPay: string) =>
    factsOf(
      acuseOf(
        `Concepto de pago 1: ISR\n${lines}\nCantidad a pagar: ${toPay}`,
        `${section}${toPay}`,
      ),
    );

  test('the applied amount is the sum of the printed applied lines if the filing receipt (acuse) prints no amount charged', () => {
    const facts = conceptOf('A cargo: 10,000\nCompensaciones: (1,079)\nEstímulos: 21', '8,900');
    expect(facts.concepts).toMatchObject([{ applications: '1100' }]);
    expect(facts.anomalies).toEqual([]);
  });

  test('the applied amount is calculated both if it was deducted before the amount charged and if it was deducted after it', () => {
    const before = conceptOf('A cargo: 100\nEstímulos: 30\nCantidad a cargo: 70', '70');
    const after = conceptOf('A cargo: 100\nCantidad a cargo: 100\nCompensaciones: (30)', '70');
    for (const { concepts, anomalies } of [before, after]) {
      expect([concepts[0]!.applications, anomalies]).toEqual(['30', []]);
    }
  });

  test('an applied amount that does not match the other amounts adds an anomaly, and so does text that is printed in place of an amount', () => {
    const odd = conceptOf('A cargo: 100\nCantidad a cargo: 100\nCompensación: 30', '90');
    expect(odd.concepts).toMatchObject([{ applications: '0' }]);
    expect(odd.anomalies).toEqual([{ code: 'applications_differ', text: '1: 0 / 30' }]);
    expect(conceptOf('Compensación: treinta', '90').anomalies).toEqual([
      { code: 'amount_unreadable', text: '1 applied: treinta' },
    ]);
  });
});

describe('a name', () => {
  const namesOf = (concepts: string) =>
    factsOf(acuseOf(concepts, '')).concepts.map(({ name, taxClass }) => [taxClass, name]);

  test('a concept name on the old portal may be printed beside its number or on several lines above it', () => {
    const old = `ISR RETENCIONES
POR SERVICIOS PROFESIONALES/
Concepto de pago 1: 1
RÉGIMEN SIMPLIFICADO
Impuesto a favor: 5
Concepto de pago 2:2 ISR PERSONAS FÍSICAS
Impuesto a favor: 5
Concepto presentado 3: ESTADOS FINANCIEROS
IVA PERSONAS
Concepto de pago 4: 4
MORALES
Impuesto a favor: 5`;
    expect(namesOf(old)).toEqual([
      ['withholdings', 'ISR RETENCIONES POR SERVICIOS PROFESIONALES/ RÉGIMEN SIMPLIFICADO'],
      ['isr', 'ISR PERSONAS FÍSICAS'],
      ['iva', 'IVA PERSONAS MORALES'],
    ]);
    expect(factsOf(acuseOf(old, '')).annexes).toEqual(['ESTADOS FINANCIEROS']);
  });

  test('a concept name and an amount can continue after the header of the next page', () => {
    const head = acuse.slice(0, acuse.indexOf('Impuestos que')).replace('Hoja 1', 'Hoja 2');
    const broken = `Concepto de pago 1: IMPUESTO AL VALOR\n${head}AGREGADO. PERSONAS MORALES
A favor:\n${head}100`;
    const facts = factsOf(acuseOf(broken, ''));
    expect(facts.concepts).toMatchObject([
      { name: 'IMPUESTO AL VALOR AGREGADO. PERSONAS MORALES', taxClass: 'iva', inFavor: '100' },
    ]);
    expect(facts.anomalies).toEqual([]);
  });
});

test('a known declaration type is returned with blanks between its words and without the text that follows', () => {
  const types = (type: string, complementary: string) => {
    const text = acuse
      .replace('Complementaria   ', () => `${type}\n`)
      .replace('Modificación de Obligaciones', complementary);
    const { declarationType, complementaryType, anomalies } = factsOf(text);
    return [declarationType, complementaryType, ...anomalies.map(({ code }) => code)];
  };
  const pairs = [
    ['NormalporCorrecciónFiscal', 'DejarsinefectoDeclaración'],
    ['Complementaria por\nDictamen', 'Esquema anterior\nFolio 123'],
  ] as const;
  expect(pairs.map(([type, complementary]) => types(type, complementary))).toEqual([
    ['Normal por Corrección Fiscal', 'Dejar sin efecto declaración'],
    ['Complementaria por Dictamen', 'Esquema anterior'],
  ]);
  expect(types('Sustitutiva', 'Otra')).toEqual([
    'Sustitutiva',
    'Otra',
    'declaration_type_unknown',
    'complementary_type_unknown',
  ]);
});

describe('readDeclaration does not guess a value', () => {
  test('a line with an amount but without a known label adds an anomaly', () => {
    const line = 'Importe misterioso: 55';
    for (const concepts of [`IVA\n${line}\nA favor: 5`, `IVA\nA favor: 5\n${line}`]) {
      const facts = factsOf(acuseOf(`Concepto de pago 1: ${concepts}`, ''));
      expect(facts.concepts).toMatchObject([{ name: 'IVA', inFavor: '5' }]);
      expect(facts.anomalies).toEqual([{ code: 'line_unknown', text: `1: ${line}` }]);
    }
  });

  test('an invalid date adds an anomaly', () => {
    const facts = factsOf(
      acuse
        .replace('Obligación: 17/02/2026', 'Obligación: 31/02/2026')
        .replace('anterioridad: 02/12/2025', 'anterioridad: 2 de diciembre'),
    );
    expect(facts).not.toHaveProperty('dueOn');
    expect(facts.anomalies.map(({ code, text }) => `${code} ${text}`)).toEqual([
      'date_unreadable dueOn: 31/02/2026',
      'date_unreadable 1 paidBeforeOn: 2 de diciembre',
    ]);
  });

  test('a declaration without readable taxes has no total, and a declaration with too many taxes has an anomaly', () => {
    expect(factsOf(acuseOf('IVA', '')).anomalies).toEqual([{ code: 'total_missing', text: '' }]);
    const many = Array.from(
      { length: 101 },
      (_, at) => `Concepto de pago ${at + 1}: IVA\nA favor: 1`,
    );
    expect(factsOf(acuseOf(many.join('\n'), '')).anomalies).toEqual([
      { code: 'concepts_too_many', text: '101: IVA' },
    ]);
  });

  test('a total without a readable tax adds an anomaly', () => {
    const facts = factsOf(acuseOf('Concepto de pago uno: ISR', `${section}100`));
    expect(facts).toMatchObject({ total: '100', concepts: [] });
    expect(facts.anomalies).toEqual([{ code: 'concepts_missing', text: '' }]);
  });

  test('a missing amount to pay stays unknown if the declaration has no amount in favor', () => {
    const zero = 'Concepto de pago 1: ISR\nCantidad a cargo: 100\nCantidad a favor: 0';
    expect(factsOf(acuseOf(zero, `${section}100`))).toMatchObject({ total: '100', anomalies: [] });
  });

  test('an amount that consists of two numbers adds an anomaly and counts as not printed', () => {
    const facts = factsOf(acuse.replace('Recargos: 234', 'Recargos: 234 45'));
    expect(facts.concepts[0]).not.toHaveProperty('surcharges');
    expect(facts.anomalies).toContainEqual({
      code: 'amount_unreadable',
      text: '1 surcharges: 234 45',
    });
  });

  test('an amount with too many digits adds an anomaly', () => {
    const huge = `9${',999'.repeat(5)}`;
    const facts = factsOf(acuse.replace('Recargos: 234', `Recargos: ${huge}`));
    expect(facts.concepts[0]).not.toHaveProperty('surcharges');
    expect(facts.anomalies[0]!.code).toBe('amount_unreadable');
  });

  test('a negative applied amount adds an anomaly', () => {
    const facts = factsOf(acuse.replace('Cantidad a favor: 764', 'Cantidad a favor: 100'));
    expect(facts.concepts[0]).not.toHaveProperty('applications');
    expect(facts.anomalies[0]!.code).toBe('applications_negative');
  });

  test.each([
    ['document_not_recognised', acuse.replaceAll('ACUSE DE RECIBO', 'COMPROBANTE')],
    ['document_not_recognised', ''],
    ['rfc_invalid', acuse.replaceAll('EKU9003173C9', 'EKU90')],
    ['operation_number_invalid', acuse.replace('260120000001', '2601200000012')],
    ['fiscal_year_invalid', acuse.replace('Ejercicio: 2026', 'Ejercicio: 26')],
    ['period_unreadable', acuse.replace('Mensual', 'Bimestral')],
    ['period_unreadable', acuse.replace('declaración: Enero', 'declaración: Brumario')],
    ['filed_at_unreadable', acuse.replace('17/02/2026 10:00', '31/02/2026 10:00')],
    ['total_mismatch', acuse.replace('a pagar: 12,168', 'a pagar: 12,169')],
    ['several_declarations', `${acuse}\n${acuse.replace('260120000001', '260120000002')}`],
  ])('the text is refused as %s', (code, text) => {
    const read = readDeclaration(text);
    expect('issues' in read && read.issues.map((issue) => issue.code)).toEqual([code]);
  });
});

describe('reading a payment receipt', () => {
  const receipt = acuse
    .replace('ACUSE DE RECIBO', 'INFORMACIÓN REGISTRADA DE PAGOS DE CONTRIBUCIONES FEDERALES')
    .replace(
      'Sello digital: rT5Y==',
      `INFORMACIÓN DEL PAGO RECIBIDO EN LA INSTITUCIÓN DE CRÉDITO AUTORIZADA
Institución de crédito Línea de Captura Importe pagado Fecha del pago Medio de presentación
BBVA MEXICO 0426 01JA 7600 4889 0425 $10,000 17/02/2026 Internet 120394 A1B2C3
SANTANDER 0426 01JA 7600 4889 0433 $2,168 18/02/2026 Internet 88311 D4E5F6`,
    );

  test('readDeclaration returns one payment for each paid capture line of a payment receipt', () => {
    const facts = factsOf(receipt);
    expect(facts.document).toBe('payment_receipt');
    expect(facts.payments).toEqual([
      { captureLine: '042601JA760048890425', amount: '10000', paidOn: '2026-02-17' },
      { captureLine: '042601JA760048890433', amount: '2168', paidOn: '2026-02-18' },
    ]);
    expect(facts.anomalies).toEqual([]);
  });

  test('readDeclaration returns the same payment for a receipt with labels and for a receipt without blanks', () => {
    const labelled = receipt.replace(
      /Institución de crédito Línea[^]*$/,
      `Institución de crédito: BBVA MEXICO
Línea de Captura: 0426 01JA 7600 4889 0425 Importe pagado: $10,000
Fecha del pago: 17/02/2026 Medio de presentación: Internet
No. de Operación: 120394 Llave de Pago: A1B2C3`,
    );
    expect(factsOf(labelled).payments).toEqual([
      {
        captureLine: '042601JA760048890425',
        amount: '10000',
        paidOn: '2026-02-17',
        institution: 'BBVA MEXICO',
        operationNumber: '120394',
        paymentKey: 'A1B2C3',
      },
    ]);
    const spaceless = receipt.replace(/BBVA[^]*$/, (rows) => rows.replaceAll(' ', ''));
    expect(factsOf(spaceless).payments).toEqual(factsOf(receipt).payments);
  });

  test('a payment receipt may print all labels above the row of values', () => {
    const headed = receipt.replace(
      /Institución de crédito Línea.*/,
      'Institución de crédito: Línea de Captura: Importe pagado: Fecha del pago: Llave de Pago:',
    );
    expect(factsOf(headed)).toMatchObject({ payments: factsOf(receipt).payments, anomalies: [] });
  });

  test('an unreadable row of a payment receipt adds an anomaly and no payment', () => {
    const facts = factsOf(receipt.replace('$2,168', '$2168'));
    expect(facts.payments).toHaveLength(1);
    expect(facts.anomalies[0]!.code).toBe('payment_unreadable');
  });
});

test('readDeclaration quickly reads a malicious text that is made to slow it down', () => {
  const begun = Date.now();
  const parts = [
    'RFC:\nx\ny\n',
    'Concepto de pago 1:1 a\n',
    '$1 04',
    '0426 ',
    'Número de operación:\n',
    'Línea de Captura\n',
    'Importe total a pagar:\n',
    'Tipo de declaración:\na\n',
    'a\n',
    ',1',
  ];
  for (const part of parts) {
    readDeclaration(acuse.replace('Concepto de pago 2', part.repeat(400_000 / part.length)));
    readDeclaration(acuse.replace('Sello digital', part.repeat(400_000 / part.length)));
    readDeclaration(acuse.replace('Complementaria ', part.repeat(400_000 / part.length)));
  }
  expect(Date.now() - begun).toBeLessThan(60_000);
});
