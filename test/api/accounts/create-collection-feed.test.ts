import { created, type Api } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { refusalOf } from '../refused';
import { feed, narrowed, newDue } from './books';

let api: Api;
beforeAll(async () => void (api = await startDocumentedIssuer()));

it('createCollectionFeed answers 201 with an address that a calendar program reads without an API key', async () => {
  const { dueOn, customerName } = await newDue(api);
  const { url } = await created(api, feed, {});
  expect((await created(api, feed, {})).url).toBe(url);
  const answer = await fetch(url as string);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/calendar; charset=utf-8',
  ]);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  const lines = (await answer.text()).replaceAll('\r\n ', '').split('\r\n');
  expect(lines).toContain(`DTSTART;VALUE=DATE:${dueOn.replaceAll('-', '')}`);
  expect(lines.find((line) => line.startsWith('SUMMARY:'))).toContain(customerName.slice(0, 10));
  const post = await fetch(url as string, { method: 'POST' });
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

it('createCollectionFeed answers 403 for a read-only API key', async () => {
  const reader = await narrowed(api, ['receivables:read']);
  expect(refusalOf(await reader.request('POST', feed, { body: {} }))).toMatch('403 forbidden');
});
