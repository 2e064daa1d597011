import { randomUUID } from 'node:crypto';
import type { CallContext } from '@timbre/kit';
import { bringTo, idOf, newDraft, type Cfdi } from './cfdi';
import { income, printed } from './printed-samples';

/** Creates a stamped document with its own UUID and with an XML that can be printed. */
export async function newFile(
  cfdi: Cfdi,
  context: CallContext,
): Promise<{ documentRef: string; uuid: string; xml: string }> {
  const { documentRef } = await newDraft(cfdi, context);
  const uuid = randomUUID();
  const { xml } = printed(income());
  await bringTo(cfdi, documentRef, 'stamped');
  const stored = `update cfdi set uuid = $2, stamped_xml = $3, series = 'A' where id = $1`;
  await cfdi.service.rows(stored, [idOf({ documentRef }), uuid, Buffer.from(xml)]);
  return { documentRef, uuid, xml };
}
