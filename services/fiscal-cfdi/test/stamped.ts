import type { fiscalCfdi } from '@timbre/contract';
import { newId, type CallContext } from '@timbre/kit';
import { writeComprobante } from '@timbre/cfdi';
import { comprobanteOf } from '../src/domain/drafting/comprobante-of';
import type { Draft } from '../src/domain/drafting/draft';
import { createCfdi } from '../src/operations/create-cfdi';
import { idOf, incomeInput, type Cfdi } from './cfdi';
import { sampleProfile } from './sample-draft';

export interface Stamped {
  documentRef: string;
  uuid: string;
}

/**
 * Turns a draft into a stamped document without a PAC: stores its XML, a UUID and the columns that depend
 * on both.
 */
export async function stampWithoutPac(
  { service }: Cfdi,
  documentRef: string,
  folio: number,
): Promise<Stamped> {
  const id = idOf({ documentRef });
  const [draft] = await service.rows<Draft>(
    `select kind, input, customer, items, paid_documents as "paidDocuments"
     from cfdi where id = $1`,
    [id],
  );
  const issuance = { fecha: '2026-11-21T09:00:00', serie: 'A', folio: String(folio) };
  const seal = { noCertificado: '30001000000500003416', certificado: 'MIIF', sello: 'c2Vsbw==' };
  const { xml } = writeComprobante({ ...comprobanteOf(draft!, sampleProfile, issuance), ...seal });
  const uuid = newId();
  await service.rows(
    `update cfdi set stage = 'stamped', status = 'valid', uuid = $2, issued_local = $3,
       sealed_xml = $4, stamped_xml = $4, series = 'A' where id = $1`,
    [id, uuid, issuance.fecha, Buffer.from(xml)],
  );
  return { documentRef, uuid };
}

/** Creates a stamped PPD invoice of 200.00 plus IVA, which is 232.00 in total. */
export async function stampedInvoice(
  cfdi: Cfdi,
  context: CallContext,
  changes: Partial<fiscalCfdi.CfdiInput> = {},
): Promise<Stamped> {
  const input = incomeInput(cfdi, context, {
    payment: { timing: 'deferred_or_installments', formCode: '99' },
    ...changes,
    items: changes.items ?? [
      {
        kind: 'custom',
        description: 'Consultoría',
        satProductCode: '80101500',
        satUnitCode: 'E48',
        quantity: '2',
        unitPrice: '100',
      },
    ],
  });
  const draft = await cfdi.service.answer(createCfdi, context, { input });
  return stampWithoutPac(cfdi, draft['documentRef'] as string, 12);
}
