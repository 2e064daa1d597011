import { customsNumberFault, customsNumberIssue, isCustomsNumberUnusual } from './customs-number';

const today = '2026-11-30';
const faultOf = (number: string) => customsNumberFault(number, today)?.en;

describe('customsNumberFault', () => {
  test.each([
    ['of last year, which is not compared', '25  48  3009  5001234'],
    ['of 2003, a single year before those that are compared', '03  24  3287  3001234'],
    ['of 2004, the other single year', '04  24  3135  4001234'],
    ['of a year at the end of a range', '13  01  4024  3001234'],
    [
      'of a consolidated declaration, with an office and a broker of the year before',
      '14  01  4024  3001234',
    ],
    [
      'of a rectification, with an office and a broker of the original year',
      '14  01  4024  2001234',
    ],
  ])('a customs number %s is accepted', (_case, number) => {
    expect(faultOf(number)).toBeUndefined();
  });

  test.each([
    ['of a year between two ranges', '14  01  4024  4001234', '4024', '01', '2014'],
    ['of an unknown broker', '24  48  9999  4001234', '9999', '48', '2024'],
  ])(
    'a customs number %s is refused with broker, office and year',
    (_case, number, broker, office, year) => {
      expect(faultOf(number)).toContain(
        `broker ${broker} did not operate at the customs office ${office} in ${year}`,
      );
    },
  );

  test('a customs number of 2025 or later is not compared with the catalogue, which may lack rows of these years', () => {
    expect(faultOf('25  48  9999  5001234')).toBeUndefined();
    expect(faultOf('26  48  9999  6001234')).toBeUndefined();
    expect(faultOf('26  48  9999  5001234')).toBeUndefined();
    expect(customsNumberFault('27  48  9999  7001234', '2027-01-15')).toBeUndefined();
  });

  test('a customs number of a year before the first year of the catalogue is not compared with the catalogue', () => {
    expect(faultOf('05  24  3287  5001234')).toBeUndefined();
    expect(faultOf('99  48  3807  9003832')).toBeUndefined();
  });

  test('a customs number in a stamped document is not compared with the catalogue', () => {
    expect(customsNumberFault('24  48  9999  4001234', today, true)).toBeUndefined();
  });

  test.each([
    ['26 48 3009 6001234', 'two blanks'],
    ['27  48  3009  6001234', '2027, is in the future'],
    ['26  99  3009  6001234', 'office 99 is not'],
    ['26  48  0000  6001234', 'patent 0000'],
  ])('the message for the customs number %s contains %s', (number, words) => {
    expect(faultOf(number)).toContain(words);
  });
});

test('the issue for an invalid customs number has a message in both languages', () => {
  expect(customsNumberIssue('24  48  9999  4001234', ['customsNumbers', 0], today)).toEqual({
    path: ['customsNumbers', 0],
    code: 'customs_number_invalid',
    message: expect.stringMatching(/^Customs number: the broker 9999 did not operate/) as string,
    text: {
      key: 'customs_number_fault',
      values: {
        fault: {
          en: expect.stringContaining('broker 9999 did not operate') as string,
          es: expect.stringContaining('patente 9999 no operó en la aduana 48 en 2024') as string,
        },
      },
    },
  });
  expect(customsNumberIssue('25  48  3009  5001234', [], today)).toBeUndefined();
});

test.each([
  ['16  48  3009  6001234', false],
  ['15  48  3009  5001234', true],
  ['26  48  3009  5001234', false],
  ['26  48  3009  4001234', true],
])('the customs number %s is unusual because of its age or its digit: %s', (number, isUnusual) => {
  expect(isCustomsNumberUnusual(number, today)).toBe(isUnusual);
});
