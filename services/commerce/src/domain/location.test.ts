import { archiveRefusal, defaultRefusal } from './location';

const ordinary = { isDefault: false, active: true };
const standard = { isDefault: true, active: true };
const archived = { isDefault: false, active: false };

describe('defaultRefusal', () => {
  it.each([
    ['another location becomes the default', ordinary, true, undefined],
    ['the default may be made the default again', standard, true, undefined],
    ['another location may stay without the mark', ordinary, false, undefined],
    ['a change of other fields is free', archived, undefined, undefined],
    ['the default keeps its mark', standard, false, 'location_is_default'],
    ['an archived location stays without the mark', archived, true, 'location_archived'],
  ])('defaultRefusal: %s', (_, location, wanted, reason) => {
    expect(defaultRefusal(location, wanted)?.reason).toBe(reason);
  });
});

const nothing = { hasStock: false, hasOpenReceipts: false };

it('any location can be archived, except the default location and a location with stock or open sales', () => {
  expect(archiveRefusal(ordinary, nothing)).toBeUndefined();
  expect(archiveRefusal(archived, nothing)).toBeUndefined();
  expect(archiveRefusal(standard, nothing)?.reason).toBe('location_is_default');
  expect(archiveRefusal(ordinary, { ...nothing, hasStock: true })?.reason).toBe('has_stock');
  const sold = { ...nothing, hasOpenReceipts: true };
  expect(archiveRefusal(ordinary, sold)?.reason).toBe('has_open_receipts');
});
