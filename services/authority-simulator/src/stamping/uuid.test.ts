import { stampUuid } from './uuid';

test('the same seal gives one PAC the same UUID always, and another PAC another', () => {
  expect(stampUuid('sw', 'seal')).toBe(stampUuid('sw', 'seal'));
  expect(stampUuid('sw', 'seal')).not.toBe(stampUuid('finkok', 'seal'));
  expect(stampUuid('sw', 'seal')).not.toBe(stampUuid('sw', 'another'));
});

test('it is a UUID of version 5 and variant 1', () => {
  for (const seal of ['a', 'b', 'c', 'd', 'e'])
    expect(stampUuid('finkok', seal)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
});
