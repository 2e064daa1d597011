import { isUuid } from './uuid';

describe('isUuid', () => {
  test.each(['5e4d2b11-8f0c-4bb3-9d0e-0a1b2c3d4e5f', '5E4D2B11-8F0C-4BB3-9D0E-0A1B2C3D4E5F'])(
    'isUuid accepts %s in either case',
    (text) => expect(isUuid(text)).toBe(true),
  );

  test.each([
    '',
    '5e4d2b118f0c4bb39d0e0a1b2c3d4e5f',
    '{5e4d2b11-8f0c-4bb3-9d0e-0a1b2c3d4e5f}',
    '5e4d2b11-8f0c-4bb3-9d0e-0a1b2c3d4e5g',
    '5e4d2b11-8f0c-4bb3-9d0e-0a1b2c3d4e5f ',
  ])('isUuid refuses the UUID %j', (text) => expect(isUuid(text)).toBe(false));
});
