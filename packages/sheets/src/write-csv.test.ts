import { csvLine } from './write-csv';

describe('csvLine', () => {
  it('a CSV field with characters that would break the line is quoted', () => {
    expect(csvLine(['a,b', 'c"d', 'e\nf', 'ñ'])).toBe('"a,b","c""d","e\nf",ñ\r\n');
  });

  it.each(['=1+1', '+52 55', '@x', '-x', '＝1+1', '＋1', '－1', '＠x'])(
    'the value %s is written so that a spreadsheet reads it as text',
    (value) => {
      expect(csvLine([value])).toBe(`'${value}\r\n`);
    },
  );

  it('negative amounts are written to CSV as numbers', () => {
    expect(csvLine(['-12.50'])).toBe('-12.50\r\n');
  });
});
