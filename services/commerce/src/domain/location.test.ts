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
  ])('%s', (_, location, wanted, reason) => {
    expect(defaultRefusal(location, wanted)?.reason).toBe(reason);
  });
});

it('archives any location but the default and one with goods', () => {
  expect(archiveRefusal(ordinary, false)).toBeUndefined();
  expect(archiveRefusal(archived, false)).toBeUndefined();
  expect(archiveRefusal(standard, false)?.reason).toBe('location_is_default');
  expect(archiveRefusal(ordinary, true)?.reason).toBe('has_stock');
});
