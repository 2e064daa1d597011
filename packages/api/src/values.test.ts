import type { z } from 'zod';
import {
  date,
  decimal,
  email,
  freeText,
  instant,
  postalCode,
  rfc,
  satCode,
  searchWords,
  text,
} from './values';

const takes = (schema: z.ZodType, value: unknown): unknown => {
  const { success, data } = schema.safeParse(value);
  return success ? data : 'refused';
};

describe('email', () => {
  it('an email address has at most 64 characters before the @', () => {
    const taken = `${'a'.repeat(64)}@example.mx`;
    expect([takes(email, taken), takes(email, `a${taken}`)]).toEqual([taken, 'refused']);
  });
});

describe('decimal', () => {
  it.each<[number, string]>([
    [0, '0'],
    [0.1, '0.1'],
    [1e-6, '0.000001'],
    [1234567.891234, '1234567.891234'],
    [999_999_999_999, '999999999999'],
    [1e21, 'refused'],
    [-1e127, 'refused'],
    [1e308, 'refused'],
    [5e-324, 'refused'],
    [1e-7, 'refused'],
    [0.1 + 0.2, 'refused'],
    [-0.01, 'refused'],
    [NaN, 'refused'],
    [Infinity, 'refused'],
  ])('the decimal %d is written as %s', (value, expected) => {
    expect(takes(decimal(), value)).toBe(expected);
  });

  it('a decimal respects the given bounds', () => {
    expect(takes(decimal({ positive: true }), 0)).toBe('refused');
    expect(takes(decimal({ max: 1 }), 1)).toBe('1');
    expect(takes(decimal({ max: 1 }), 1.000001)).toBe('refused');
    expect(takes(decimal({ decimals: 2 }), 0.125)).toBe('refused');
    expect(takes(decimal(), '1')).toBe('refused');
  });
});

describe('text', () => {
  it('a text is trimmed before its length is checked', () => {
    expect(takes(text(3), '  abc  ')).toBe('abc');
    expect(takes(text(3), '   ')).toBe('refused');
    expect(takes(text(3), 'abcd')).toBe('refused');
  });

  it.each(['\u200b', '\u200b \ufeff\u00ad', '\u2060\u3164', '\u2800', '\u202e'])(
    'the text %j is refused, because it has no visible character',
    (value) => expect(takes(text(9), value)).toBe('refused'),
  );

  it('joiner characters within visible text are preserved', () => {
    expect(takes(text(9), '👩\u200d🔧')).toBe('👩\u200d🔧');
  });

  it('a text in a request is normalized to NFC', () => {
    expect(takes(text(5), 'PEN\u0303A')).toBe('PEÑA');
    expect(takes(rfc, 'on\u0303o120726rx3')).toBe('OÑO120726RX3');
  });

  it.each(['a|b', 'a\nb', 'a\tb', 'a\u0000', 'a\u007f', 'a\u0085'])(
    'the text %j is refused',
    (value) => {
      expect(takes(text(10), value)).toBe('refused');
    },
  );

  it('a text with several lines may contain line breaks and tabs, and no other control characters', () => {
    expect(takes(freeText(20), 'a\r\n\tb|c')).toBe('a\r\n\tb|c');
    for (const value of ['\u0000', '\u000b', '\u001f', '\u007f']) {
      expect(takes(freeText(20), value)).toBe('refused');
    }
  });

  it('the search words of a list are not empty and contain no NUL', () => {
    expect(takes(searchWords, ' café | té ')).toBe('café | té');
    expect(takes(searchWords, ' ')).toBe('refused');
    expect(takes(searchWords, '\u0000')).toBe('refused');
  });
});

describe('codes of the SAT', () => {
  it.each([
    [satCode('c_UsoCFDI'), 'G03', 'G03'],
    [satCode('c_UsoCFDI'), 'g03', 'refused'],
    [satCode('c_UsoCFDI'), 'P01', 'refused'],
    [satCode('c_Nada'), 'G03', 'refused'],
    [rfc, ' eku9003173c9 ', 'EKU9003173C9'],
    [rfc, 'XAXX010101000', 'XAXX010101000'],
    [rfc, 'EKU9013173C9', 'refused'],
    [postalCode, '03900', '03900'],
    [postalCode, '3900', 'refused'],
  ] as [z.ZodType, string, string][])(
    'a code, an RFC or a postal code is accepted or refused (case %#)',
    (schema, value, expected) => {
      expect(takes(schema, value)).toBe(expected);
    },
  );
});

describe('dates', () => {
  it.each([
    [date, '2024-02-29', '2024-02-29'],
    [date, '2026-02-29', 'refused'],
    [date, '0000-01-01', 'refused'],
    [date, '1899-12-31', 'refused'],
    [date, '2026-1-1', 'refused'],
    [instant, '2026-11-21T10:00:00Z', '2026-11-21T10:00:00Z'],
    [instant, '2026-11-21T10:00:00.5-06:00', '2026-11-21T10:00:00.5-06:00'],
    [instant, '2026-11-21T10:00:00', 'refused'],
    [instant, '2026-11-21', 'refused'],
  ] as [z.ZodType, string, string][])(
    'a date or an instant is accepted or refused (case %#)',
    (schema, value, expected) => {
      expect(takes(schema, value)).toBe(expected);
    },
  );
});

describe('a catalogue code on its first or last day', () => {
  const deduction = satCode('c_TipoDeduccion');
  afterEach(() => jest.useRealTimers());

  // The last day of code 063 was 2026-03-01; the first day of code 114 was 2026-06-12.
  it.each([
    ['063', '2026-03-02T04:00:00Z', 'is accepted while it is that day anywhere in Mexico', '063'],
    ['063', '2026-03-02T07:59:59Z', 'is accepted while it is that day in Tijuana', '063'],
    ['063', '2026-03-02T08:00:00Z', 'is refused when the day has ended everywhere', 'refused'],
    ['114', '2026-06-12T04:59:59Z', 'is refused before the day begins anywhere', 'refused'],
    ['114', '2026-06-12T05:00:00Z', 'is accepted once it is that day in Cancún', '114'],
  ])('the code %s at %s %s', (code, now, _, expected) => {
    jest.useFakeTimers({ now: new Date(now) });
    expect(takes(deduction, code)).toBe(expected);
  });
});
