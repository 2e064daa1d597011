import { type Api, type Shown } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf } from '../refused';
import { changedContact, narrowed } from './endpoint';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const list = async (query: string, by = api) =>
  (await by.request('GET', `/v1/events${query}`)).json.data as Shown[];
const idsOf = (events: Shown[]) => events.map(({ id }) => id as string);

describe('200', () => {
  it('listEvents lists the newest events first, and filters by type', async () => {
    const events = [await changedContact(api), await changedContact(api)];
    expect(idsOf(await list(''))).toEqual(idsOf(events).toReversed());
    expect(await list('?types=contact.*,quote.accepted')).toHaveLength(2);
    expect(await list('?types=cfdi.*')).toEqual([]);
  });

  it('a program can read every event once and in order with listEvents', async () => {
    const own = await startDocumented();
    const events = [];
    for (let count = 0; count < 3; count += 1) events.push(await changedContact(own));
    const [first, ...rest] = await list('?order=oldest&limit=2', own);
    expect(first).toEqual(events[0]);
    expect(idsOf(rest)).toEqual([events[1]!.id]);
    expect(idsOf(await list(`?after=${events[1]!.id}`, own))).toEqual([events[2]!.id]);
    expect(await list(`?after=${events[2]!.id}`, own)).toEqual([]);
  });

  it('listEvents returns only events that the credential may read', async () => {
    await changedContact(api);
    const by = await narrowed(api, ['webhooks:read', 'invoices:read']);
    expect(await list('', by)).toEqual([]);
  });
});

it('listEvents answers 400 for an unknown event type, and for an event that is no longer stored', async () => {
  const issues = async (query: string) => issuesOf(await api.request('GET', `/v1/events${query}`));
  expect(await issues('?types=cfdi.exploded')).toEqual(['types.0: event_unknown']);
  expect(await issues('?after=x')).toEqual(['after: event_unknown']);
  expect(await issues('?after=x&order=newest')).toEqual(['order: order_contradicts']);
});
