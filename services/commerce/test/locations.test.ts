import type { CallContext } from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { archiveLocation } from '../src/operations/archive-location';
import { createLocation } from '../src/operations/create-location';
import { getLocation } from '../src/operations/get-location';
import { listLocations } from '../src/operations/list-locations';
import { unarchiveLocation } from '../src/operations/unarchive-location';
import { updateLocation } from '../src/operations/update-location';
import { addLocation, locationEvents, startCommerce } from './commerce';

let service: ServiceRuntime;
beforeAll(async () => void (service = await startCommerce()));
afterAll(() => service.close());

const change = (context: CallContext, locationId: string, fields: object, cleared: string[] = []) =>
  service.answer(updateLocation, context, { locationId, fields, cleared });
const defaultsOf = (context: CallContext) =>
  service.rows<{ id: string }>('select id from locations where org_id = $1 and is_default', [
    context.organizationId,
  ]);
/**
 * Returns the versions of each location's events, and whether the last event marks the location as
 * default.
 */
async function announced(context: CallContext) {
  const events = await locationEvents(service, context.organizationId);
  return Object.fromEntries(
    events.map(({ locationId, version, fields }) => [locationId, [version, fields?.isDefault]]),
  );
}

describe('createLocation', () => {
  it('createLocation makes the first location the default, regardless of the request', async () => {
    const context = callContext();
    const first = await addLocation(service, context, { isDefault: false });
    await addLocation(service, context);
    expect(await defaultsOf(context)).toEqual([{ id: first }]);
  });

  it('createLocation returns and emits all fields, with the code as receipt series', async () => {
    const context = callContext();
    const fields = {
      name: 'Centro',
      postalCode: '42501',
      code: 'CEN',
      phone: '7711234567',
      address: { postalCode: '42501', country: 'MEX', street: 'Juárez' },
    };
    const location = await service.answer(createLocation, context, { fields });
    expect(location).toEqual({
      ...fields,
      locationId: expect.any(String),
      receiptSeries: 'CEN',
      isDefault: true,
      active: true,
      updatedAt: expect.any(String),
    });
    expect(await locationEvents(service, context.organizationId)).toEqual([
      {
        locationId: location.locationId,
        version: 1,
        active: true,
        fields: { ...fields, isDefault: true, receiptSeries: 'CEN' },
      },
    ]);
  });

  it('createLocation unmarks the former default location, and emits an event for it', async () => {
    const context = callContext();
    const first = await addLocation(service, context);
    const second = await addLocation(service, context, { isDefault: true });
    expect(await defaultsOf(context)).toEqual([{ id: second }]);
    expect(await announced(context)).toEqual({ [first]: [2, false], [second]: [1, true] });
  });

  it.each([
    ['code', { code: 'A' }, { code: 'A' }, 'code_taken'],
    ['receipt series', { receiptSeries: 'A' }, { receiptSeries: 'A' }, 'receipt_series_taken'],
    ['code as its series', { receiptSeries: 'A' }, { code: 'A' }, 'receipt_series_taken'],
  ])('createLocation refuses the %s of another location', async (_, first, second, reason) => {
    const context = callContext();
    await addLocation(service, context, first);
    await expect(addLocation(service, context, second)).rejects.toMatchObject({
      code: 'conflict',
      details: { reason },
    });
    await addLocation(service, callContext(), second);
  });
});

describe('updateLocation', () => {
  it('updateLocation replaces, clears and keeps fields, and a cleared receipt series becomes the code again', async () => {
    const context = callContext();
    const locationId = await addLocation(service, context, {
      code: 'A',
      receiptSeries: 'TICKET',
      phone: '1',
    });
    expect(await change(context, locationId, { code: 'B' })).toMatchObject({
      code: 'B',
      receiptSeries: 'TICKET',
    });
    const changed = await change(context, locationId, { name: 'Sur' }, ['receiptSeries', 'phone']);
    expect(changed).toMatchObject({ name: 'Sur', receiptSeries: 'B' });
    expect(changed).not.toHaveProperty('phone');
    expect((await announced(context))[locationId]).toEqual([3, true]);
  });

  it('updateLocation makes another location the default', async () => {
    const context = callContext();
    const first = await addLocation(service, context);
    const second = await addLocation(service, context);
    expect(await change(context, second, { isDefault: true })).toMatchObject({ isDefault: true });
    expect(await defaultsOf(context)).toEqual([{ id: second }]);
    expect(await announced(context)).toEqual({ [first]: [2, false], [second]: [2, true] });
  });

  it('updateLocation cannot unmark the default location or make an archived location the default', async () => {
    const context = callContext();
    const first = await addLocation(service, context);
    const second = await addLocation(service, context);
    await service.answer(archiveLocation, context, { locationId: second });
    await expect(change(context, first, { isDefault: false })).rejects.toMatchObject({
      details: { reason: 'location_is_default' },
    });
    await expect(change(context, second, { isDefault: true })).rejects.toMatchObject({
      details: { reason: 'location_archived' },
    });
  });

  it('updateLocation leaves exactly one default location after concurrent changes', async () => {
    const context = callContext();
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push(await addLocation(service, context));
    await Promise.all(ids.map((id) => change(context, id, { isDefault: true })));
    const [row, ...others] = await defaultsOf(context);
    expect(others).toEqual([]);
    expect((await announced(context))[row!.id]?.[1]).toBe(true);
  });
});

describe('archiveLocation', () => {
  it('archiveLocation archives a location once, and rejects the default location', async () => {
    const context = callContext();
    const first = await addLocation(service, context);
    const second = await addLocation(service, context, { code: 'A' });
    const archived = await service.answer(archiveLocation, context, { locationId: second });
    expect(archived).toMatchObject({ active: false, code: 'A' });
    await service.answer(archiveLocation, context, { locationId: second });
    expect((await announced(context))[second]).toEqual([2, false]);
    await expect(
      service.answer(archiveLocation, context, { locationId: first }),
    ).rejects.toMatchObject({ code: 'conflict', details: { reason: 'location_is_default' } });
    expect(await service.answer(getLocation, context, { locationId: first })).toMatchObject({
      active: true,
    });
  });

  it('listLocations separates archived and active locations', async () => {
    const context = callContext();
    await addLocation(service, context, { name: 'Norte' });
    const locationId = await addLocation(service, context, { name: 'Sur' });
    await service.answer(archiveLocation, context, { locationId });
    const shown = async (active: boolean | undefined) =>
      (await service.page(listLocations, context, { active })).data.map(({ name }) => name);
    expect(await shown(true)).toEqual(['Norte']);
    expect(await shown(false)).toEqual(['Sur']);
    expect(await shown(undefined)).toEqual(['Sur', 'Norte']);
  });
});

describe('unarchiveLocation', () => {
  it('unarchiveLocation makes the location active again and emits one event', async () => {
    const context = callContext();
    await addLocation(service, context);
    const locationId = await addLocation(service, context, { code: 'A' });
    await service.answer(archiveLocation, context, { locationId });
    const back = await service.answer(unarchiveLocation, context, { locationId });
    expect(back).toMatchObject({ active: true, code: 'A', isDefault: false });
    expect(await service.answer(unarchiveLocation, context, { locationId })).toEqual(back);
    expect((await announced(context))[locationId]).toEqual([3, false]);
  });
});
