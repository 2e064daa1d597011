import { randomUUID } from 'node:crypto';
import {
  created,
  dataOf,
  incomeInput,
  newCustomer,
  newDraft,
  type Api,
} from '@timbre/testkit/client';
import { startDocumentedIssuer } from './documented';
import { isFinal, refusalOf } from './refused';
import { until } from './until';

let api: Api;
beforeAll(async () => {
  api = await startDocumentedIssuer();
});

const stamp = (ref: string, key: string = randomUUID()) =>
  api.request('POST', `/v1/cfdi/${ref}/stamp`, { headers: { 'idempotency-key': key } });
const nextFolio = async () =>
  (await api.request('GET', '/v1/settings/series')).json.data[0].nextFolio as number;

describe('two clients that stamp the same draft at once', () => {
  it.each([2, 8])(
    'two clients that stamp the same draft at once get one UUID and one folio: %i clients',
    async (clients) => {
      const [ref, before] = [await newDraft(api), await nextFolio()];
      const answers = await Promise.all(Array.from({ length: clients }, () => stamp(ref)));
      const [winner, ...none] = answers.filter(({ status }) => status === 200);
      expect(none).toEqual([]);
      for (const answer of answers.filter((one) => one !== winner)) {
        expect(['409 operation_in_progress', '409 conflict not_a_draft']).toContain(
          refusalOf(answer),
        );
      }
      const { uuid, folio } = await dataOf(api.request('GET', `/v1/cfdi/${ref}`));
      expect(winner!.json.data).toMatchObject({ uuid, folio });
      expect(await nextFolio()).toBe(before + 1);
    },
  );

  it('two clients that stamp the same draft at once get the same response if they use the same key', async () => {
    const [ref, key, before] = [await newDraft(api), randomUUID(), await nextFolio()];
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => until(60_000, () => stamp(ref, key), isFinal)),
    );
    const bodies = new Set(answers.map(({ bytes }) => bytes.toString()));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(bodies.size).toBe(1);
    expect(await nextFolio()).toBe(before + 1);
  });
});

describe('many drafts stamped at once', () => {
  it('many drafts stamped at once have consecutive folios and a UUID each', async () => {
    const before = await nextFolio();
    const customerId = await newCustomer(api);
    const drafts = await Promise.all(
      Array.from({ length: 10 }, () => created(api, '/v1/cfdi', incomeInput(customerId))),
    );
    const documents = await Promise.all(
      drafts.map(({ documentRef }) => dataOf(stamp(documentRef as string))),
    );
    const folios = documents.map(({ folio }) => Number(folio)).sort((a, b) => a - b);
    expect(folios).toEqual(Array.from({ length: 10 }, (_, index) => before + index));
    expect(new Set(documents.map(({ uuid }) => uuid as string)).size).toBe(10);
  });
});

describe('a draft that is being stamped', () => {
  it('a change of a draft that is being stamped either succeeds before the stamp or is refused', async () => {
    const customerId = await newCustomer(api);
    const body = incomeInput(customerId, { pdfCustomSection: 'changed' });
    for (let round = 0; round < 5; round++) {
      const ref = (await created(api, '/v1/cfdi', incomeInput(customerId))).documentRef as string;
      const [stamped, changed, removed] = await Promise.all([
        stamp(ref),
        api.request('PUT', `/v1/cfdi/${ref}`, { body }),
        api.request('DELETE', `/v1/cfdi/${ref}`),
      ]);
      if (removed.status === 200) {
        expect(stamped.status).toBe(404);
        continue;
      }
      expect(stamped.status).toBe(200);
      const { status, pdfCustomSection } = await dataOf(api.request('GET', `/v1/cfdi/${ref}`));
      expect({ status, wasChanged: pdfCustomSection === 'changed' }).toEqual({
        status: 'valid',
        wasChanged: changed.status === 200,
      });
    }
  });
});
