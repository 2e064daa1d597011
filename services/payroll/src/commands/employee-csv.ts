import { readCsv, SheetError, type SheetRow } from '@timbre/sheets';
import { valueAt } from '@timbre/fiscal';

/** A fault in a line of the CSV file, with its field, a stable code and a message. */
export interface LineFault {
  /** The number of the line in the file; the headings are line 1. */
  readonly line: number;
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** A line of the CSV file, converted to a createEmployee request. */
export interface EmployeeLine {
  readonly line: number;
  readonly employeeNumber: string;
  readonly body: Record<string, string | number | boolean>;
}

export interface EmployeeCsv {
  readonly lines: readonly EmployeeLine[];
  readonly faults: readonly LineFault[];
}

const texts = [
  'legalName', 'employeeNumber', 'rfc', 'curp', 'taxSystem', 'postalCode', 'contractType',
  'regimeType', 'paymentFrequency', 'stateCode', 'socialSecurityNumber', 'employmentStartedOn',
  'positionRisk', 'bankAccount', 'bankCode', 'jobTitle', 'department', 'workScheduleType',
  'minimumWageZone', 'email',
]; // prettier-ignore
const amounts = ['dailyWage', 'integratedDailySalary', 'contributionBaseSalary', 'workdayHours'];
const flags = ['hasSubsidyElsewhere'];
/**
 * The allowed headings, which are the names of fields in the API. A file cannot contain recurring items.
 */
const employeeColumns: readonly string[] = [...texts, ...amounts, ...flags];
const required = ['legalName', 'employeeNumber'];

/** The maximum number of employees in a CSV file. A longer list of employees needs several files. */
const linesMax = 100_000;
/** The maximum number of columns, which is larger than the number of fields in createEmployee. */
const columnsMax = 100;

/**
 * Reads a CSV file of employees. The API checks the values later, so only these faults are reported here:
 * - unknown_column: a heading is not a field of createEmployee
 * - duplicate_column: two columns have the same heading
 * - cell_count_differs: a line does not have the same number of cells as the headings
 * - duplicate_in_file: two lines have the same employeeNumber
 * - the faults of SheetError: the file is too large, or is not text
 */
export async function readEmployeeCsv(bytes: Uint8Array): Promise<EmployeeCsv> {
  const table = await tableOf(bytes);
  if ('faults' in table) return { lines: [], faults: table.faults };
  const [head, ...rows] = table.rows;
  const headings = head?.cells ?? [];
  const wrong = headingFaults(headings);
  if (wrong.length > 0) return { lines: [], faults: wrong };
  const even = rows.filter(({ cells }) => cells.length === headings.length);
  const lines = even.map((row) => lineOf(headings, row));
  const faults = [...unevenFaults(headings, rows), ...doubleFaults(lines)];
  const faulty = new Set(faults.map(({ line }) => line));
  return { lines: lines.filter(({ line }) => !faulty.has(line)), faults };
}

async function tableOf(bytes: Uint8Array): Promise<{ rows: SheetRow[] } | { faults: LineFault[] }> {
  try {
    const rows: SheetRow[] = [];
    for await (const some of readCsv(bytes, { rowsMax: linesMax, columnsMax })) rows.push(...some);
    return { rows };
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    const { line, code, message } = error;
    return { faults: [{ line, path: '', code, message }] };
  }
}

function headingFaults(headings: readonly string[]): LineFault[] {
  const faults: LineFault[] = [];
  const add = (path: string, code: string, message: string) =>
    void faults.push({ line: 1, path, code, message });
  headings.forEach((heading, index) => {
    if (!employeeColumns.includes(heading)) {
      add(heading, 'unknown_column', `There is no field ${heading || `in column ${index + 1}`}.`);
    } else if (headings.indexOf(heading) < index) {
      add(heading, 'duplicate_column', `${heading} is there twice.`);
    }
  });
  for (const name of required) {
    if (!headings.includes(name)) add(name, 'required', `The column ${name} is missing.`);
  }
  return faults;
}

/**
 * Reports each line that has too many or too few cells, because its cells cannot be assigned to headings.
 */
function unevenFaults(headings: readonly string[], rows: readonly SheetRow[]): LineFault[] {
  return rows
    .filter(({ cells }) => cells.length !== headings.length)
    .map(({ cells, line }) => {
      const message = `The line has ${cells.length} cells, but the file has ${headings.length} headings.`;
      return { line, path: '', code: 'cell_count_differs', message };
    });
}

function lineOf(headings: readonly string[], { cells, line }: SheetRow) {
  const body: EmployeeLine['body'] = {};
  headings.forEach((heading, index) => {
    const text = cells[index] ?? '';
    if (text !== '') body[heading] = valueOf(heading, text);
  });
  return { line, employeeNumber: String(body['employeeNumber'] ?? ''), body };
}

/**
 * Converts a cell to the type of its field in the API. A cell that cannot be converted stays text, so
 * that the API reports it.
 */
function valueOf(heading: string, text: string): string | number | boolean {
  if (amounts.includes(heading) && /^-?\d{1,12}(\.\d{1,6})?$/.test(text)) return Number(text);
  if (flags.includes(heading) && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return text;
}

/**
 * Reports employee numbers that occur more than once. The number must be unique, because it identifies
 * the employee if the same file is imported again.
 */
function doubleFaults(lines: readonly EmployeeLine[]): LineFault[] {
  const byNumber = Map.groupBy(lines, ({ employeeNumber }) => employeeNumber);
  const path = 'employeeNumber';
  return lines.flatMap(({ line, employeeNumber }) => {
    if (employeeNumber === '') {
      return [
        {
          line,
          path,
          code: 'required',
          message: 'Every line needs its own employeeNumber.',
        },
      ];
    }
    const others = valueAt(byNumber, employeeNumber).filter((other) => other.line !== line);
    if (others.length === 0) return [];
    const where = others.map((other) => other.line).join(', ');
    return [
      { line, path, code: 'duplicate_in_file', message: `Line ${where} has the same number.` },
    ];
  });
}
