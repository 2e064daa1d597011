import { createRun, type CallContext } from '@timbre/kit';
import { callContext, testPool, type ServiceRuntime } from '@timbre/testkit';
import type { Filing, FilingDocument } from '../src/domain/declarations/filing';
import type { SatPortals } from '../src/domain/portals';
import { SatFault } from '../src/domain/sat-fault';
import { forgetPages } from '../src/jobs/forget-pages';
import { downloadDocument } from '../src/operations/download-document';
import { getDeclaration } from '../src/operations/get-declaration';
import { listDeclarations } from '../src/operations/list-declarations';
import { readDeclarations } from '../src/workflows/read-declarations';
import { readFiles } from '../src/workflows/read-files';
import { startSatSync, textPdf, textPdfs, unusedPortals, uploadsOf } from './sat-sync';

let service: ServiceRuntime;
beforeAll(async () => void (service = await startSatSync()));
afterAll(() => service.close());

const rfc = 'EKU9003173C9';
const months = ['Enero', 'Febrero', 'Marzo'];

const acuse = (month: number, more: { toPay?: string; rfc?: string } = {}) => {
  const { toPay = '1,000', rfc: owner = rfc } = more;
  return `ACUSE DE RECIBO
DECLARACIÓN PROVISIONAL O DEFINITIVA DE IMPUESTOS FEDERALES
RFC: ${owner}  Hoja 1 de 1
Tipo de declaración: Normal
Período de la declaración: ${months[month - 1]}  Periodicidad: Mensual  Ejercicio: 2026
Fecha y hora de presentación: 17/0${month + 1}/2026 10:00
Número de operación: 26000000000${month}
Concepto de pago 1: ISR personas morales
A cargo: ${toPay}
Cantidad a pagar: ${toPay}
SECCIÓN LÍNEA DE CAPTURA
Línea de Captura: 0426 01JA 7600 4889 042${month}  Importe total a pagar: $${toPay}`;
};

const receipt = (month: number) =>
  `INFORMACIÓN REGISTRADA DE PAGOS DE CONTRIBUCIONES FEDERALES
${acuse(month).split('\n').slice(1).join('\n')}
INFORMACIÓN DEL PAGO RECIBIDO EN LA INSTITUCIÓN DE CRÉDITO AUTORIZADA
BANCO 0426 01JA 7600 4889 042${month} $1,000 18/0${month + 1}/2026 Internet 1 A`;

const filing = (month: number): Filing => ({
  operationNumber: `26000000000${month}`,
  declarationType: 'Normal',
  status: 'Vigente',
  filedOn: `2026-0${month + 1}-17`,
  periodicity: '1-Mensual',
  period: months[month - 1]!,
});

/**
 * Simulates a portal with a filing receipt (acuse) for each month and a receipt for the first
 * month, and records which documents are fetched.
 */
function portalOf(count: number, text = acuse, row: Partial<Filing> = {}) {
  const fetched: string[] = [];
  const session = {
    rfc,
    list: (_: number, document: FilingDocument) =>
      Promise.resolve(
        [1, 2, 3]
          .slice(0, document === 'acuse' ? count : 1)
          .map((month) => ({ ...filing(month), ...row })),
      ),
    fetch: ({ operationNumber }: Filing, _: number, document: FilingDocument) => {
      fetched.push(`${document} ${operationNumber.at(-1)}`);
      const month = Number(operationNumber.at(-1));
      return Promise.resolve(textPdf(document === 'acuse' ? text(month) : receipt(month)));
    },
  };
  const portals: SatPortals<CallContext> = {
    ...unusedPortals,
    declarations: (_, work) => work(session),
  };
  return { portals, fetched };
}

const runOf = (context: CallContext) => createRun(service.runtime, context);
const listed = async (context: CallContext, query?: string) => {
  const page = { limit: 20, ...(query && { query }) };
  const request = { fiscalYear: 2026, page };
  const answer = await listDeclarations.run(service.runtime, context, request as never);
  return (JSON.parse(String(answer)) as { data: Record<string, unknown>[] }).data;
};

describe('readDeclarations', () => {
  it('readDeclarations stores each filing with its documents, and fetches no filing twice', async () => {
    const context = callContext();
    const { portals, fetched } = portalOf(2);
    const read = () => readDeclarations(runOf(context), { portals, pdfs: textPdfs }, [2026]);
    expect(await read()).toEqual({ found: 2, imported: 2, updated: 0, skipped: 0 });
    expect(fetched).toEqual(['acuse 1', 'payment_receipt 1', 'acuse 2']);
    expect(await read()).toEqual({ found: 2, imported: 0, updated: 0, skipped: 0 });
    expect(fetched).toHaveLength(3);
    const [february, january] = await listed(context);
    expect(january).toEqual({
      category: 'declaration',
      fiscalYear: 2026,
      period: 1,
      periodicity: 'monthly',
      declarationType: 'Normal',
      operationNumber: '260000000001',
      filedAt: '2026-02-17',
      documentRef: expect.stringMatching(/^declaration:/),
      status: 'Vigente',
      scrapedAt: expect.any(String),
      captureLine: '042601JA760048890421',
      total: { amount: 1000, currency: 'MXN' },
      paidAmount: 1000,
      paymentDate: '2026-02-18',
    });
    expect(february).toMatchObject({ period: 2, total: { amount: 1000 } });
    expect(await listed(context, 'isr personas')).toHaveLength(2);
    expect(await listed(context, '260000000002')).toHaveLength(1);
    for (const words of [
      '0426 01JA 7600 4889 0422',
      'ISRpersonasMORALES',
      'isr, personas morales',
      'morales ISR',
    ]) {
      expect((await listed(context, words)).length).toBeGreaterThan(0);
    }
    expect(await listed(context, '-')).toEqual([]);
    expect(await listed(callContext())).toEqual([]);
  });

  it('readDeclarations stores the files exactly as the SAT sent them', async () => {
    const context = callContext();
    await readDeclarations(runOf(context), { ...portalOf(1), pdfs: textPdfs }, [2026]);
    const [declaration] = await listed(context);
    const documentRef = declaration!.documentRef as string;
    const detail = await service.answer(getDeclaration, context, { documentRef });
    expect(detail).toMatchObject({
      rfc,
      source: 'portal',
      files: ['acuse', 'payment_receipt'],
      anomalies: [],
      concepts: [{ number: 1, name: 'ISR personas morales', taxClass: 'isr', charged: 1000 }],
      payments: [{ amount: 1000, paidOn: '2026-02-18' }],
    });
    const file = (format: string, from = context) =>
      downloadDocument.run(service.runtime, from, { documentRef, format });
    expect(Buffer.from((await file('pdf')).content)).toEqual(textPdf(acuse(1)));
    expect((await file('payment')).fileName).toBe('260000000001-pago.pdf');
    await expect(file('xml')).rejects.toMatchObject({ code: 'validation_error' });
    await expect(file('pdf', callContext())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('readDeclarations emits one event for each change of a declaration', async () => {
    const context = callContext();
    const providers = { ...portalOf(1), pdfs: textPdfs };
    await readDeclarations(runOf(context), providers, [2026]);
    await readDeclarations(runOf(context), providers, [2026]);
    const events = await service.rows(
      `select subject from outbox where org_id = $1 and subject = 'sat_sync.declaration.changed'`,
      [context.organizationId],
    );
    // The filing receipt (acuse) causes one event, and the payment receipt causes another.
    expect(events).toHaveLength(2);
  });

  it('readDeclarations stores a declaration whose acuse is unreadable, with the reason', async () => {
    const context = callContext();
    const { portals } = portalOf(2, () => 'Otro documento');
    await readDeclarations(runOf(context), { portals, pdfs: textPdfs }, [2026]);
    const [february] = await listed(context);
    expect(february).not.toHaveProperty('total');
    const { documentRef } = february as { documentRef: string };
    expect(await service.answer(getDeclaration, context, { documentRef })).toMatchObject({
      period: 2,
      concepts: [],
      files: ['acuse'],
      anomalies: [{ code: 'document_not_recognised' }],
    });
  });

  it('readDeclarations reports a filing with an unreadable period', async () => {
    const context = callContext();
    const { portals } = portalOf(2, () => 'Otro documento', { period: 'Otro' });
    const counts = await readDeclarations(runOf(context), { portals, pdfs: textPdfs }, [2026]);
    // The period of the first filing is in its payment receipt.
    expect(counts).toEqual({
      found: 2,
      imported: 1,
      updated: 0,
      skipped: 1,
      issues: [{ name: '260000000002', code: 'period_unreadable' }],
    });
    expect(await listed(context)).toHaveLength(1);
  });

  it('readDeclarations does not store the filing receipt (acuse) of another taxpayer, and requests the acuse again later', async () => {
    const context = callContext();
    const other = portalOf(2, (month) => acuse(month, { rfc: 'URE180429TM6' }));
    await readDeclarations(runOf(context), { ...other, pdfs: textPdfs }, [2026]);
    const [february] = await listed(context);
    const { documentRef } = february as { documentRef: string };
    const detail = () => service.answer(getDeclaration, context, { documentRef });
    expect(await detail()).toMatchObject({
      files: [],
      concepts: [],
      anomalies: [{ code: 'document_of_another', text: 'URE180429TM6 260000000002' }],
    });
    await readDeclarations(runOf(context), { ...portalOf(2), pdfs: textPdfs }, [2026]);
    expect(await detail()).toMatchObject({ files: ['acuse'], concepts: [{ charged: 1000 }] });
  });

  it('readDeclarations stores an unrecognized page for support and does not treat the page as an empty list', async () => {
    const context = callContext();
    const portals: SatPortals<CallContext> = {
      ...unusedPortals,
      declarations: () =>
        Promise.reject(new SatFault('page_not_recognised', 'search', '<p>Mantenimiento</p>')),
    };
    const read = readDeclarations(runOf(context), { portals, pdfs: textPdfs }, [2026]);
    await expect(read).rejects.toMatchObject({ code: 'page_not_recognised' });
    const kept = await service.rows('select content from kept_pages where org_id = $1', [
      context.organizationId,
    ]);
    expect(kept).toEqual([{ content: '<p>Mantenimiento</p>' }]);
    const system = testPool(service.database.systemUrl, 1);
    const [page] = await service.rows<{ kept_at: Date }>('select kept_at from kept_pages');
    const inDays = (days: number) => new Date(page!.kept_at.getTime() + days * 86_400_000);
    expect(await forgetPages(system, inDays(6.9))).toBe(0);
    expect(await forgetPages(system, inDays(7.1))).toBe(1);
    await system.end();
  });
});

describe('readFiles', () => {
  const providersOf = (files: Record<string, string>) => ({
    pdfs: textPdfs,
    uploads: uploadsOf(files),
  });

  it('readFiles imports a filing receipt (acuse) and its payment receipt as one declaration', async () => {
    const context = callContext();
    const files = { a: acuse(1), b: receipt(1), again: acuse(1) };
    const counts = await readFiles(runOf(context), providersOf(files), rfc, Object.keys(files));
    expect(counts).toEqual({ found: 3, imported: 1, updated: 1, skipped: 1 });
    expect(await listed(context)).toMatchObject([{ status: 'imported', paidAmount: 1000 }]);
  });

  it('readFiles imports the same filing receipt (acuse) in two concurrent requests as one declaration', async () => {
    const context = callContext();
    const read = () => readFiles(runOf(context), providersOf({ a: acuse(1) }), rfc, ['a']);
    const counts = await Promise.all([read(), read(), read(), read()]);
    expect(counts.filter(({ imported }) => imported === 1)).toHaveLength(1);
    expect(await listed(context)).toHaveLength(1);
  });

  it('readFiles reports the issues of every file', async () => {
    const context = callContext();
    const files = {
      other: acuse(1, { rfc: 'URE180429TM6' }),
      empty: '',
      sums: acuse(2).replace('Cantidad a pagar: 1,000', 'Cantidad a pagar: 1,001'),
    };
    const read = readFiles(runOf(context), providersOf(files), rfc, Object.keys(files));
    await expect(read).rejects.toMatchObject({
      details: {
        issues: [
          { path: ['fileIds', 0], code: 'rfc_mismatch' },
          { path: ['fileIds', 1], code: 'pdf_without_text' },
          { path: ['fileIds', 2], code: 'total_mismatch' },
        ],
      },
    });
    expect(await listed(context)).toEqual([]);
  });

  it('readFiles never overwrites an amount that is already stored', async () => {
    const context = callContext();
    const files = { a: acuse(1), b: acuse(1, { toPay: '2,000' }) };
    await readFiles(runOf(context), providersOf(files), rfc, ['a', 'b']);
    const [declaration] = await listed(context);
    expect(declaration).toMatchObject({ total: { amount: 1000 } });
    const { documentRef } = declaration as { documentRef: string };
    const { anomalies } = await service.answer(getDeclaration, context, { documentRef });
    expect(anomalies).toEqual([
      { code: 'total_differs', text: '1000 / 2000' },
      { code: 'concepts_differ', text: '1 charged: 1000 / 2000' },
      { code: 'concepts_differ', text: '1 amountToPay: 1000 / 2000' },
    ]);
  });
});
