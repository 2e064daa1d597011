import { dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf } from '../refused';
import { savedTransport } from '../saved-transport';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const put = (body: object) => api.request('PUT', '/v1/settings/transport', { body });
const empty = { vehicles: [], figures: [], routes: [] };
const { vehicles, figures, routes } = savedTransport;
const [vehicle, figure, route] = [vehicles[0]!, figures[0]!, routes[0]!];

describe('200', () => {
  it('putTransportSettings replaces all vehicles, persons and routes', async () => {
    const updatedAt = expect.any(String) as string;
    expect(await dataOf(put({ vehicles, figures, routes }))).toEqual({
      vehicles: [{ ...vehicle, plate: 'EKU001A' }],
      figures,
      routes,
      updatedAt,
    });
    expect(await dataOf(put(empty))).toEqual({ ...empty, updatedAt });
  });
});

describe('400', () => {
  it.each<[object, string[]]>([
    [{ figures: [], routes: [] }, ['vehicles: required']],
    [{ ...empty, vehicles: [{ ...vehicle, tareTonnes: 0 }] }, ['vehicles.0.tareTonnes: too_small']],
    [{ ...empty, vehicles: [{ ...vehicle, plate: '?' }] }, ['vehicles.0.plate: plate_invalid']],
    [{ ...empty, figures: [{ ...figure, type: '09' }] }, ['figures.0.type: not_in_catalog']],
    [{ ...empty, routes: [{ ...route, stops: [] }] }, ['routes.0.stops: too_small']],
  ])('putTransportSettings reports faults of single values: %#', async (body, expected) => {
    expect(issuesOf(await put(body))).toEqual(expected);
  });

  it('putTransportSettings refuses a code that is repeated in a list', async () => {
    const twice = {
      vehicles: [vehicle, vehicle],
      figures: [figure, figure],
      routes: [route, route],
    };
    expect(issuesOf(await put(twice))).toEqual([
      'figures.1.code: saved_code_repeated',
      'routes.1.code: saved_code_repeated',
      'vehicles.1.code: saved_code_repeated',
    ]);
  });

  it('putTransportSettings refuses a stop whose time is before the previous stop', async () => {
    const stops = [...route.stops].reverse();
    const expected = ['routes.0.stops.1.minutes: minutes_not_in_order'];
    expect(issuesOf(await put({ ...empty, routes: [{ ...route, stops }] }))).toEqual(expected);
  });
});
