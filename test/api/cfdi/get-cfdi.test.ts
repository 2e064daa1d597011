import { randomUUID } from 'node:crypto';
import {
  created,
  dataOf,
  incomeInput,
  newCustomer,
  newStamped,
  type Api,
} from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumentedIssuer();
});

const get = (ref: string) => api.request('GET', `/v1/cfdi/${ref}`);

describe('200', () => {
  it('getCfdi returns the draft as it was created', async () => {
    const draft = await created(api, '/v1/cfdi', incomeInput(await newCustomer(api)));
    const { status, json } = await get(draft.documentRef as string);
    expect(status).toBe(200);
    expect(json.data).toEqual(draft);
  });

  it('getCfdi returns the same stamped document as stampCfdi', async () => {
    const stamped = await newStamped(api);
    expect(await dataOf(get(stamped.documentRef as string))).toEqual(stamped);
  });

  it('getCfdi accepts an escaped colon', async () => {
    const { documentRef } = await created(api, '/v1/cfdi', incomeInput(await newCustomer(api)));
    const escaped = encodeURIComponent(documentRef as string);
    expect(escaped).toContain('%3A');
    expect((await get(escaped)).json.data.documentRef).toBe(documentRef);
  });
});

describe('404', () => {
  it.each([
    `cfdi:${randomUUID()}`,
    randomUUID(),
    `quote:${randomUUID()}`,
    'cfdi:',
    'cfdi:1',
    `cfdi:${randomUUID()}:x`,
  ])('getCfdi does not find %s', async (ref) => {
    expect(refusalOf(await get(ref))).toBe('404 not_found');
  });
});
