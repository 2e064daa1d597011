import { randomUUID } from 'node:crypto';
import {
  created,
  customItem,
  dataOf,
  incomeInput,
  newCustomer,
  newStamped,
  type Api,
  type Shown,
} from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { issuesOf, refusalOf } from '../refused';

let api: Api;
let customerId: string;
let draft: Shown;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  customerId = await newCustomer(api);
});
beforeEach(async () => {
  draft = await created(api, '/v1/cfdi', incomeInput(customerId, { pdfCustomSection: 'Nota' }));
});

const update = (changes: object = {}, ref = draft.documentRef as string) =>
  api.request('PUT', `/v1/cfdi/${ref}`, { body: incomeInput(customerId, changes) });

describe('200', () => {
  it('updateCfdi replaces all fields of the draft', async () => {
    const { status, json } = await update({ items: [{ ...customItem, quantity: 10 }] });
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      documentRef: draft.documentRef,
      status: 'draft',
      total: { amount: 1165.8, currency: 'MXN' },
      createdAt: draft.createdAt,
    });
    expect(json.data).not.toHaveProperty('pdfCustomSection');
    const read = await dataOf(api.request('GET', `/v1/cfdi/${draft.documentRef}`));
    expect(read).toEqual(json.data);
  });

  it('updateCfdi can change the customer', async () => {
    const other = await newCustomer(api, { legalName: 'OTRA UNIVERSIDAD' });
    const data = await dataOf(update({ customerId: other }));
    expect(data).toMatchObject({ customerId: other, counterpartyName: 'OTRA UNIVERSIDAD' });
  });
});

describe('400', () => {
  it('updateCfdi reports all faults and leaves the draft unchanged', async () => {
    const answer = await update({ items: [{ ...customItem, discount: 1000 }], cfdiUse: 'D01' });
    expect(issuesOf(answer)).toEqual([
      'cfdiUse: cfdi_use_not_allowed',
      'items.0.discount: discount_too_large',
    ]);
    const read = await dataOf(api.request('GET', `/v1/cfdi/${draft.documentRef}`));
    expect(read).toEqual(draft);
  });
});

describe('404', () => {
  it('updateCfdi refuses an unknown draft and an unknown customer', async () => {
    expect(refusalOf(await update({}, `cfdi:${randomUUID()}`))).toBe('404 not_found');
    const answer = await update({ customerId: randomUUID() });
    expect(refusalOf(answer)).toBe('404 not_found');
    expect(issuesOf(answer)).toEqual(['customerId: contact_not_found']);
  });
});

describe('409 conflict', () => {
  it('updateCfdi does not change a stamped document', async () => {
    const { documentRef } = await newStamped(api);
    expect(refusalOf(await update({}, documentRef as string))).toBe('409 conflict not_a_draft');
  });
});
