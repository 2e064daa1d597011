import { stampUuid } from './uuid';

test('a seal always has the same UUID at a PAC, and a different UUID at another PAC', () => {
  expect(stampUuid('sw', 'seal')).toBe(stampUuid('sw', 'seal'));
  expect(stampUuid('sw', 'seal')).not.toBe(stampUuid('finkok', 'seal'));
  expect(stampUuid('sw', 'seal')).not.toBe(stampUuid('sw', 'another'));
});

test('the UUID has version 5 and variant 1', () => {
  for (const seal of ['a', 'b', 'c', 'd', 'e'])
    expect(stampUuid('finkok', seal)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
});
