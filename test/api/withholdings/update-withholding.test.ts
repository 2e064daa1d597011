import { randomUUID } from 'node:crypto';
import {
  created,
  dataOf,
  newStampedWithholding,
  newWithholdingSeries,
  withholdingInput,
  type Api,
  type Shown,
} from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { issuesOf, refusalOf } from '../refused';

let api: Api;
let draft: Shown;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  await newWithholdingSeries(api);
});
beforeEach(async () => {
  const input = withholdingInput({ description: 'Honorarios de octubre' });
  draft = await created(api, '/v1/withholdings', input);
});

const update = (changes: object = {}, ref = draft.documentRef as string) =>
  api.request('PUT', `/v1/withholdings/${ref}`, { body: withholdingInput(changes) });

describe('200', () => {
  it('updateWithholding replaces all fields of the draft', async () => {
    const totals = { taxable: 5_000, exempt: 250.5 };
    const { status, json } = await update({ totals, taxes: [] });
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      documentRef: draft.documentRef,
      status: 'draft',
      total: { amount: 5_250.5 },
      withheld: { amount: 0 },
      createdAt: draft.createdAt,
    });
    expect(json.data).not.toHaveProperty('description');
    const read = await dataOf(api.request('GET', `/v1/withholdings/${draft.documentRef}`));
    expect(read).toEqual(json.data);
  });
});

describe('400', () => {
  it('an updateWithholding request with faults does not change the draft', async () => {
    const answer = await update({ period: { startMonth: 12, endMonth: 1, year: 2026 } });
    expect(issuesOf(answer)).toEqual(['period.endMonth: period_reversed']);
    const read = await dataOf(api.request('GET', `/v1/withholdings/${draft.documentRef}`));
    expect(read).toEqual(draft);
  });
});

describe('404', () => {
  it('updateWithholding refuses an unknown draft', async () => {
    expect(refusalOf(await update({}, `withholding:${randomUUID()}`))).toBe('404 not_found');
  });
});

describe('409 conflict', () => {
  it('updateWithholding does not change a stamped document', async () => {
    const { documentRef } = await newStampedWithholding(api);
    expect(refusalOf(await update({}, documentRef as string))).toBe('409 conflict not_a_draft');
  });
});
