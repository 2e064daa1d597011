import { isEmployerRegistration } from './employer-registration';

test.each(['A1234567890', 'B5510768108', 'Y12-34567-10-8', '01234567890', '00637-00123'])(
  '%s is the registration of an employer',
  (text) => expect(isEmployerRegistration(text)).toBe(true),
);

test.each([
  '',
  'hola mundo',
  'HOLA MUNDO',
  'REGISTRO',
  'A123',
  '12345',
  'A123456789',
  'a1234567890',
  'A1234567890|',
  'A12345678901234567890',
  '12345-',
  'A1234567890-',
  'A12--34567890',
])('%s is not an employer registration', (text) =>
  expect(isEmployerRegistration(text)).toBe(false),
);
