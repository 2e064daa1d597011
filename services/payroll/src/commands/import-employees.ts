import { createHash, randomUUID } from 'node:crypto';
import type { ApiAccess, ApiError, ApiIssue } from '@timbre/api';
import {
  createEmployee,
  employeeIdsByNumber,
  findEmployee,
  type Created,
  type ShownEmployee,
} from './employee-api';
import { readEmployeeCsv, type EmployeeLine, type LineFault } from './employee-csv';

export interface ImportOutcome {
  /** The number of lines whose employee was created, by this import or by an earlier import. */
  readonly imported: number;
  readonly faults: readonly LineFault[];
  /** Warnings of the API, such as an RFC with a wrong check digit. */
  readonly warnings: readonly LineFault[];
  /**
   * The reason why the import stopped before the last line. The import can be continued by running the
   * same command again.
   */
  readonly stopped?: string;
}

/**
 * The number of concurrent requests to the API. The number stays below the rate limit of an API key and
 * is large enough to hide network latency.
 */
const parallel = 4;

interface Run {
  readonly id: string;
  readonly access: ApiAccess;
  /**
   * Returns the identifiers of employees, keyed by employee number. The identifiers are loaded when the
   * API first refuses an employee number because it is already used.
   */
  readonly idsByNumber: () => Promise<Map<unknown, string>>;
}

/**
 * Creates an employee for each line of a CSV file with createEmployee. The idempotency key of a
 * line is derived from its content, so a repeated import creates no employee twice
 * (docs/decisions/0402-employees-by-csv.md).
 */
export async function importEmployees(
  bytes: Uint8Array,
  access: ApiAccess,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<ImportOutcome> {
  const { lines, faults } = await readEmployeeCsv(bytes);
  const found: LineFault[] = [...faults];
  const doubts: LineFault[] = [];
  const queue = lines.values();
  const run = startRun(access);
  let [done, imported] = [0, 0];
  let stopped: string | undefined;
  const work = async () => {
    for (const line of queue) {
      const outcome = await importLine(run, line).catch((error: unknown) => error as Error);
      if (outcome instanceof Error) stopped ??= outcome.message;
      if (outcome instanceof Error || stopped !== undefined) return;
      if (outcome.faults.length === 0) imported += 1;
      found.push(...outcome.faults);
      doubts.push(...outcome.warnings);
      onProgress((done += 1), lines.length);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  const byLine = (one: LineFault, other: LineFault) => one.line - other.line;
  const [allFaults, warnings] = [found.sort(byLine), doubts.sort(byLine)];
  return { imported, faults: allFaults, warnings, ...(stopped === undefined ? {} : { stopped }) };
}

function startRun(access: ApiAccess): Run {
  let ids: Promise<Map<unknown, string>> | undefined;
  return { id: randomUUID(), access, idsByNumber: () => (ids ??= employeeIdsByNumber(access)) };
}

/**
 * Imports the employee of one line of the file. The stored response of an idempotency key can be
 * outdated, because the employee may have been deleted since. The request is then repeated with a
 * new idempotency key. Employee numbers are unique, so the repeated request creates no second
 * employee.
 * @returns the faults of the line, or an empty list if its employee exists
 * @throws an error if the import cannot continue
 */
async function importLine({ id, access, idsByNumber }: Run, line: EmployeeLine): Promise<Imported> {
  const content = JSON.stringify(line.body);
  const key = `employee-csv:${createHash('sha256').update(content).digest('hex')}`;
  const kept = await createEmployee(access, content, key);
  if (isEmployee(kept) && (await findEmployee(access, kept.employeeId)))
    return imported(line, kept);
  if (!isEmployee(kept) && !isTaken(kept)) return refused(line, kept);
  const now = await createEmployee(access, content, `${key}:${id}`);
  if (isEmployee(now)) return imported(line, now);
  const holderId = isTaken(now) ? (await idsByNumber()).get(line.employeeNumber) : undefined;
  const holder = holderId && (await findEmployee(access, holderId));
  const other = holder ? differencesOf(line, holder) : [];
  if (holder && other.length === 0) return imported(line, { warnings: [] });
  const there = other.length === 0 ? '' : ` The record differs in: ${other.join(', ')}.`;
  const { faults } = refused(line, now);
  const described = faults.map((fault) => ({ ...fault, message: `${fault.message}${there}` }));
  return { faults: described, warnings: [] };
}

type Imported = Pick<ImportOutcome, 'faults' | 'warnings'>;

const imported = (line: EmployeeLine, { warnings }: Pick<Created, 'warnings'>): Imported => ({
  faults: [],
  warnings: warnings.map((warning) => atLine(line, warning, '')),
});

const refused = (line: EmployeeLine, error: ApiError): Imported => ({
  faults: faultsOf(line, error),
  warnings: [],
});

const isEmployee = (answer: Created | ApiError): answer is Created => 'employeeId' in answer;

const isTaken = ({ details }: ApiError): boolean => details?.reason === 'employee_number_taken';

/**
 * Returns the fields in which the line differs from the stored employee. If there are differences, the
 * employee number belongs to another employee, or the line or the stored employee has changed.
 */
function differencesOf({ body }: EmployeeLine, record: ShownEmployee): string[] {
  const said = Object.entries(body);
  return said.filter(([name, value]) => asKept(name, value) !== record[name]).map(([name]) => name);
}

/** Converts a value to the form in which the API returns it. */
function asKept(name: string, value: string | number | boolean) {
  if (typeof value !== 'string') return value;
  return name === 'rfc' || name === 'curp' ? value.normalize().toUpperCase() : value.normalize();
}

function faultsOf(ofLine: EmployeeLine, { code, message, details }: ApiError): LineFault[] {
  const issues = details?.issues ?? [];
  if (issues.length === 0) {
    // The file identifies an employee by the employee number.
    const path = details?.reason === 'employee_number_taken' ? 'employeeNumber' : '';
    return [{ line: ofLine.line, path, code: details?.reason ?? code, message }];
  }
  return issues.map((issue) => atLine(ofLine, issue, code));
}

/** @param general the code that is used for an issue that has no code */
const atLine = ({ line }: EmployeeLine, issue: ApiIssue, general: string): LineFault => ({
  line,
  path: issue.path.join('.'),
  code: issue.code ?? general,
  message: issue.message,
});
