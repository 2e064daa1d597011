import { isAllowed, isWithin, networkOf, readNetwork } from './addresses';

describe('readNetwork', () => {
  it.each(['203.0.113.7', '203.0.113.0/24', '0.0.0.0/0', '2001:db8::1', '2001:db8::/32'])(
    'readNetwork reads the network %s',
    (text) => expect(readNetwork(text)).toBeDefined(),
  );

  it.each(['', 'localhost', '10.0.0.0/33', '10.0.0.0/', '10.0.0/8', '10.0.0.0/8/8', '::/129', 'fe80::1%eth0', '10.0.0.0/-1'])('readNetwork refuses the network %j', (text) => {
    expect(readNetwork(text)).toBeUndefined();
  }); // prettier-ignore
});

describe('isAllowed', () => {
  const allowed = ['203.0.113.0/24', '2001:db8::/32'];

  it.each(['203.0.113.7', '::ffff:203.0.113.7', '2001:db8:1::5'])(
    'a key that is limited to networks may be used from the address %s',
    (ip) => {
      expect(isAllowed(allowed, ip)).toBe(true);
    },
  );

  it.each(['203.0.114.7', '2001:db9::5', '', 'unknown'])(
    'a key that is limited to networks may not be used from the address %j',
    (ip) => {
      expect(isAllowed(allowed, ip)).toBe(false);
    },
  );
});

describe('isWithin', () => {
  it.each<[string, boolean]>([
    ['203.0.113.0/25', true],
    ['203.0.113.9', true],
    ['203.0.0.0/16', false],
    ['198.51.100.0/24', false],
    ['::ffff:203.0.113.9', false],
  ])('the network %s lies within 203.0.113.0/24: %s', (inner, expected) => {
    expect(isWithin(inner, ['203.0.113.0/24'])).toBe(expected);
  });
});

it.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:0db8:85a3:1:2:3:4:5', '2001:db8:85a3::/48'],
  ['2001:db8::7', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['1::2:3:4:5:6:7', '1:0:2::/48'],
  ['fe80::1%eth0', undefined],
  ['unknown', undefined],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
