import { randomUUID } from 'node:crypto';
import { newStamped, type Api } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumentedIssuer();
});

const events = (ref: string, query = '') => api.request('GET', `/v1/cfdi/${ref}/events${query}`);

describe('200', () => {
  it('listCfdiEvents lists the events of a document with their actors', async () => {
    const { documentRef } = await newStamped(api);
    const { status, json } = await events(documentRef as string);
    expect(status).toBe(200);
    const found = json.data as { event: string; outcome: string; actor: string }[];
    expect(found).toContainEqual(expect.objectContaining({ event: 'stamped', outcome: 'done' }));
    expect(found.filter(({ actor }) => !actor)).toEqual([]);
  });

  it('listCfdiEvents returns the events page by page', async () => {
    const { documentRef } = await newStamped(api);
    const whole = (await events(documentRef as string)).json.data as { eventId: string }[];
    const { json } = await events(documentRef as string, '?limit=1');
    expect(json.data).toEqual(whole.slice(0, 1));
    expect(json.pagination.hasMore).toBe(whole.length > 1);
  });
});

describe('404', () => {
  it('listCfdiEvents refuses an unknown document', async () => {
    expect(refusalOf(await events(`cfdi:${randomUUID()}`))).toBe('404 not_found');
  });
});
