import { databaseUrl } from './database-url';

const plain = 'postgresql://app:p%40ss@db.example.com:5432/commerce';
const faultsOf = (text: string) =>
  databaseUrl.safeParse(text).error?.issues.map(({ message }) => message);

test('a URL without parameters is unchanged', () => {
  expect(databaseUrl.parse(plain)).toBe(plain);
});

test.each(['require', 'verify-ca', 'verify-full'])(
  'a URL with sslmode=%s verifies certificate and host',
  (mode) => {
    const file = encodeURIComponent(__filename);
    const url = new URL(databaseUrl.parse(`${plain}?sslmode=${mode}&sslrootcert=${file}`));
    expect(url.searchParams.get('sslmode')).toBe('verify-full');
    expect(url.searchParams.get('sslrootcert')).toBe(__filename);
  },
);

test('sslmode=disable turns TLS off', () => {
  expect(databaseUrl.parse(`${plain}?sslmode=disable`)).toBe(`${plain}?sslmode=disable`);
});

test('one error lists all URL parameters that have no effect', () => {
  const text = `${plain}?sslmode=prefer&sslrootcert=/nowhere.pem&ssl=true&pool=3`;
  expect(faultsOf(text)).toEqual([
    'sslmode must be one of disable,require,verify-ca,verify-full',
    'sslrootcert: the file /nowhere.pem cannot be read',
    expect.stringContaining('ssl is not read'),
    expect.stringContaining('pool is not read'),
  ]);
});

test.each(['no-verify', 'allow', ''])('a URL with sslmode=%s is rejected', (mode) => {
  expect(faultsOf(`${plain}?sslmode=${mode}`)).toHaveLength(1);
});

test.each(['10.0.0.7', '[::1]'])('a URL with TLS must not contain an IP address: %s', (host) => {
  const url = `postgres://app@${host}/x`;
  expect(faultsOf(`${url}?sslmode=require`)).toEqual(['with TLS the host must be a name']);
  expect(faultsOf(`${url}?sslmode=disable`)).toBeUndefined();
});

test.each(['commerce', 'mysql://a@b/c', 'http://a/b'])('%s is not a valid database URL', (text) => {
  expect(faultsOf(text)).toHaveLength(1);
});
