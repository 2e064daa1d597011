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
  test('gives its header, concepts and capture line', () => {
    const facts = factsOf(acuse);
    expect(facts).toMatchObject({
      document: 'acuse',
      rfc: 'EKU9003173C9',
      legalName: 'ESCUELA KEMPER URGATE',
      ...{ fiscalYear: 2026, periodicity: 'monthly', period: 1 },
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
        ...{ number: 1, name: 'ISR personas morales', taxClass: 'isr' },
        ...{ charged: '3145', update: '45', surcharges: '234', fine: '0' },
        ...{ paidBefore: '4188', paidBeforeOn: '2025-12-02' },
        ...{ amountCharged: '0', amountInFavor: '764', applications: '0' },
      },
      {
        ...{ number: 2, name: 'Impuesto al Valor Agregado. Personas morales', taxClass: 'iva' },
        inFavor: '115864',
      },
      {
        ...{ number: 3, name: 'ISR retenciones por salarios', taxClass: 'withholdings' },
        ...{ charged: '12168', amountCharged: '12168', amountToPay: '12168', applications: '0' },
      },
    ]);
  });

  test('without blanks gives the same amounts', () => {
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

  test('with each value on the line below its label gives the same facts', () => {
    const broken = acuse.replace(/:[ ]+/g, ':\n').replace(/[ ]{3,}/g, '\n');
    const { filedLocalDateTime, ...facts } = factsOf(broken);
    const { filedLocalDateTime: expected, ...whole } = factsOf(acuse);
    expect([filedLocalDateTime, facts]).toEqual([expected, whole]);
  });

  test('of the old portal has its names above and below the number', () => {
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

  test('in favor without a capture line has a total of zero', () => {
    const inFavor = acuse
      .replace(/Concepto de pago 3[^]*?(?=SECCIÓN)/, '')
      .replace(/SECCIÓN[^]*(?=Sello)/, '');
    const facts = factsOf(inFavor);
    expect(facts.captureLine).toBeUndefined();
    expect(facts.total).toBe('0');
  });
});

describe('nothing is guessed', () => {
  test('an amount of two numbers is an anomaly and counts as not printed', () => {
    const facts = factsOf(acuse.replace('Recargos: 234', 'Recargos: 234 45'));
    expect(facts.concepts[0]).not.toHaveProperty('surcharges');
    expect(facts.anomalies).toContainEqual({
      code: 'amount_unreadable',
      text: '1 surcharges: 234 45',
    });
  });

  test('an amount that no number holds is an anomaly', () => {
    const huge = `9${',999'.repeat(5)}`;
    const facts = factsOf(acuse.replace('Recargos: 234', `Recargos: ${huge}`));
    expect(facts.concepts[0]).not.toHaveProperty('surcharges');
    expect(facts.anomalies[0]!.code).toBe('amount_unreadable');
  });

  test('applications that come out negative are an anomaly', () => {
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
  ])('%s', (code, text) => {
    const read = readDeclaration(text);
    expect('issues' in read && read.issues.map((issue) => issue.code)).toEqual([code]);
  });
});

describe('a payment receipt', () => {
  const receipt = acuse
    .replace('ACUSE DE RECIBO', 'INFORMACIÓN REGISTRADA DE PAGOS DE CONTRIBUCIONES FEDERALES')
    .replace(
      'Sello digital: rT5Y==',
      `INFORMACIÓN DEL PAGO RECIBIDO EN LA INSTITUCIÓN DE CRÉDITO AUTORIZADA
Institución de crédito Línea de Captura Importe pagado Fecha del pago Medio de presentación
BBVA MEXICO 0426 01JA 7600 4889 0425 $10,000 17/02/2026 Internet 120394 A1B2C3
SANTANDER 0426 01JA 7600 4889 0433 $2,168 18/02/2026 Internet 88311 D4E5F6`,
    );

  test('has one payment for each paid line', () => {
    const facts = factsOf(receipt);
    expect(facts.document).toBe('payment_receipt');
    expect(facts.payments).toEqual([
      { captureLine: '042601JA760048890425', amount: '10000', paidOn: '2026-02-17' },
      { captureLine: '042601JA760048890433', amount: '2168', paidOn: '2026-02-18' },
    ]);
    expect(facts.anomalies).toEqual([]);
  });

  test('with labels or without blanks has the same payment', () => {
    const labelled = receipt.replace(
      /Institución de crédito Línea[^]*$/,
      `Institución de crédito: BBVA MEXICO
Línea de Captura: 0426 01JA 7600 4889 0425 Importe pagado: $10,000
Fecha del pago: 17/02/2026 Medio de presentación: Internet
No. de Operación: 120394 Llave de Pago: A1B2C3`,
    );
    expect(factsOf(labelled).payments).toEqual([
      {
        ...{ captureLine: '042601JA760048890425', amount: '10000', paidOn: '2026-02-17' },
        ...{ institution: 'BBVA MEXICO', operationNumber: '120394', paymentKey: 'A1B2C3' },
      },
    ]);
    const spaceless = receipt.replace(/BBVA[^]*$/, (rows) => rows.replaceAll(' ', ''));
    expect(factsOf(spaceless).payments).toEqual(factsOf(receipt).payments);
  });

  test('with an unreadable row has an anomaly instead of a payment', () => {
    const facts = factsOf(receipt.replace('$2,168', '$2168'));
    expect(facts.payments).toHaveLength(1);
    expect(facts.anomalies[0]!.code).toBe('payment_unreadable');
  });
});
