import { randomUUID } from 'node:crypto';
import {
  created,
  customItem,
  dataOf,
  newCustomer,
  newDraft,
  newStamped,
  type Api,
} from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumentedIssuer();
});

const relations = (ref: string) => api.request('GET', `/v1/cfdi/${ref}/relations`);

describe('200', () => {
  it('listCfdiRelations lists the relations of a document in both directions', async () => {
    const customerId = await newCustomer(api);
    const { documentRef: first, uuid } = await newStamped(api, { customerId });
    const { documentRef: second } = await created(api, '/v1/cfdi', {
      kind: 'credit_note',
      customerId,
      items: [customItem],
      formCode: '03',
      relatedDocuments: [{ relationship: '01', documents: [uuid] }],
    });
    const named = await dataOf(relations(second));
    expect(named).toMatchObject({ documentRef: second, relations: [{ role: 'related', uuid }] });
    expect((await dataOf(relations(first as string))).documentRef).toBe(first);
  });

  it('listCfdiRelations returns an empty list for a document without relations', async () => {
    const documentRef = await newDraft(api);
    expect(await dataOf(relations(documentRef))).toEqual({ documentRef, relations: [] });
  });
});

describe('404', () => {
  it('listCfdiRelations refuses an unknown document', async () => {
    expect(refusalOf(await relations(`cfdi:${randomUUID()}`))).toBe('404 not_found');
  });
});
