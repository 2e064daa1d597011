import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import { documentRef as referenceOf } from '@timbre/fiscal';
import { Cfdi, cfdiName } from '../store/cfdi/cfdi';
import { relationsOf, type Relation } from '../store/cfdi/cfdi-relations';
import { cfdiKind, documentIdOf } from '../workflows/documents/fiscal-kinds';

/**
 * Lists the documents to which a CFDI refers and the documents that refer to this CFDI, by a relationship
 * or as a payment.
 */
export const listCfdiRelations = query(
  async (read, { documentRef }: fiscalCfdi.ListCfdiRelationsRequest) => {
    const id = documentIdOf(cfdiKind, documentRef);
    const cfdi = await read.get(Cfdi, id, cfdiName);
    const relations = (await relationsOf(read, id, cfdi.uuid)).map(shown);
    return Buffer.from(JSON.stringify({ data: { documentRef, relations } }));
  },
);

/** Converts a relation to the form of the response and omits its empty members. */
function shown({ cfdiId, amount, ...relation }: Relation) {
  const said = Object.entries({
    ...relation,
    documentRef: cfdiId === null ? null : referenceOf('cfdi', cfdiId),
    amount: amount === null ? null : Number(amount),
  });
  return Object.fromEntries(said.filter(([, value]) => value !== null));
}
