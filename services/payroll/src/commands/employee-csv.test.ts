import { readEmployeeCsv } from './employee-csv';

const read = (text: string) => readEmployeeCsv(Buffer.from(text));

describe('readEmployeeCsv', () => {
  it('readEmployeeCsv converts cells to the numbers, flags and texts of createEmployee and omits empty cells', async () => {
    const { lines, faults } = await read(
      'employeeNumber,legalName,dailyWage,hasSubsidyElsewhere,jobTitle\r\n' +
        '007,"GOMEZ, ANA",500.50,TRUE,\r\n',
    );
    expect(faults).toEqual([]);
    expect(lines).toEqual([
      {
        line: 2,
        employeeNumber: '007',
        body: {
          employeeNumber: '007',
          legalName: 'GOMEZ, ANA',
          dailyWage: 500.5,
          hasSubsidyElsewhere: true,
        },
      },
    ]);
  });

  it('readEmployeeCsv passes an invalid amount to the API as text', async () => {
    const { lines } = await read('employeeNumber,legalName,dailyWage\n1,A,"1,200"\n2,B,1e3\n');
    expect(lines.map(({ body }) => body['dailyWage'])).toEqual(['1,200', '1e3']);
  });

  it.each([
    ['a mark of the encoding', Buffer.from('\uFEFFemployeeNumber,legalName\n1,MUÑOZ\n')],
    ['semicolons', Buffer.from('employeeNumber;legalName\n1;MUÑOZ\n')],
    ['windows-1252', Buffer.from('employeeNumber,legalName\n1,MU\xd1OZ\n', 'latin1')],
    ['empty lines', Buffer.from('employeeNumber,legalName\n\n,\n1,MUÑOZ\n\n')],
  ])('readEmployeeCsv reads files as spreadsheets save them: %s', async (_, bytes) => {
    const { lines, faults } = await readEmployeeCsv(bytes);
    expect(faults).toEqual([]);
    expect(lines.map(({ body }) => body['legalName'])).toEqual(['MUÑOZ']);
  });

  it('readEmployeeCsv reports the line number in the file, even after a cell with line breaks', async () => {
    const { lines } = await read('employeeNumber,legalName,jobTitle\n1,A,"x\ny"\n2,B,z\n');
    expect(lines.map(({ line }) => line)).toEqual([3, 4]);
  });

  it('readEmployeeCsv reports all faulty headings at once and reads no line', async () => {
    const { lines, faults } = await read('employeeNumber,salary,rfc,rfc,\n1,2,3,4,5\n');
    expect(lines).toEqual([]);
    expect(faults.map(({ line, path, code }) => `${line} ${path} ${code}`)).toEqual([
      '1 salary unknown_column',
      '1 rfc duplicate_column',
      '1  unknown_column',
      '1 legalName required',
    ]);
  });

  it('readEmployeeCsv rejects a duplicate or missing employee number and reads the other lines', async () => {
    const { lines, faults } = await read('employeeNumber,legalName\n1,A\n2,B\n1,C\n,D\n');
    expect(lines.map(({ line }) => line)).toEqual([3]);
    expect(faults.map(({ line, code }) => `${line} ${code}`)).toEqual([
      '2 duplicate_in_file',
      '4 duplicate_in_file',
      '5 required',
    ]);
  });

  it('readEmployeeCsv reports the line of a quote that is never closed', async () => {
    const { lines, faults } = await read('employeeNumber,legalName\n1,"A\n');
    expect(lines).toEqual([]);
    expect(faults).toMatchObject([{ line: 2, code: 'csv_unreadable' }]);
  });

  it('readEmployeeCsv rejects a line with too many or too few cells and reads the other lines', async () => {
    const { lines, faults } = await read('employeeNumber,legalName\n1,A,B\n2\n1,C\n,\n3,D\n3,E,\n');
    expect(lines.map(({ line }) => line)).toEqual([4, 6]);
    expect(faults.map(({ line, path, code }) => `${line} ${path} ${code}`)).toEqual([
      '2  cell_count_differs',
      '3  cell_count_differs',
      '7  cell_count_differs',
    ]);
  });

  it('readEmployeeCsv reports missing headings in an empty file', async () => {
    const { faults } = await read('');
    expect(faults.map(({ path }) => path)).toEqual(['legalName', 'employeeNumber']);
  });
});
