import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { readEmployeeCsv, type EmployeeLine, type LineFault } from './employee-csv';

/** Where the API is, and the key that is asked with. */
export interface ApiAccess {
  readonly baseUrl: string;
  readonly apiKey: string;
}

export interface ImportOutcome {
  /** Lines whose employee is there now, by this import or by the same one before. */
  readonly imported: number;
  readonly faults: readonly LineFault[];
  /** Why the import ended before its last line; the same command goes on with it. */
  readonly stopped?: string;
}

/** Requests at once: below what a key may ask for, and enough to hide the way. */
const parallel = 4;
const triesMax = 8;
const firstWaitMs = 500;

/**
 * Creates an employee for each line of a CSV file by createEmployee. The key of a line is made of
 * its content: whoever repeats the import, after whatever broke, creates nobody twice.
 */
export async function importEmployees(
  bytes: Uint8Array,
  access: ApiAccess,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<ImportOutcome> {
  const { lines, faults } = readEmployeeCsv(bytes);
  const found: LineFault[] = [...faults];
  const queue = lines.values();
  let [done, imported] = [0, 0];
  let stopped: string | undefined;
  const work = async () => {
    for (const line of queue) {
      const outcome = await createOne(access, line).catch((error: unknown) => error as Error);
      if (!Array.isArray(outcome)) stopped ??= outcome.message;
      if (!Array.isArray(outcome) || stopped !== undefined) return;
      if (outcome.length === 0) imported += 1;
      found.push(...outcome);
      onProgress((done += 1), lines.length);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  found.sort((one, other) => one.line - other.line);
  return { imported, faults: found, ...(stopped === undefined ? {} : { stopped }) };
}

interface ErrorBody {
  code: string;
  message: string;
  details?: {
    reason?: string;
    issues?: { path: (string | number)[]; code?: string; message: string }[];
  };
}

/** @returns what is wrong with the line; nothing when its employee is there
 * @throws when the import cannot go on */
async function createOne(access: ApiAccess, { line, body }: EmployeeLine): Promise<LineFault[]> {
  const content = JSON.stringify(body);
  for (let tries = 1; ; tries += 1) {
    const response = await send(access, content).catch((error: unknown) => error as Error);
    if (isAnswer(response) && response.ok) return [];
    if (tries < triesMax && mayRepeat(response)) {
      await sleep(waitMs(response, tries));
      continue;
    }
    if (!isAnswer(response)) throw new Error(`the API cannot be reached: ${reasonOf(response)}`);
    const { error } = (await response.json()) as { error: ErrorBody };
    if (response.status === 400 || error.code === 'conflict') return faultsOf(line, error);
    throw new Error(`${response.status} ${error.code}: ${error.message}`);
  }
}

function send({ baseUrl, apiKey }: ApiAccess, content: string): Promise<Response> {
  const digest = createHash('sha256').update(content).digest('hex');
  return fetch(`${baseUrl}/v1/employees`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': `employee-csv:${digest}`,
    },
    body: content,
  });
}

const isAnswer = (outcome: Response | Error): outcome is Response => 'headers' in outcome;

/** Whatever has a Retry-After, our own failures, and a connection that broke: the key makes it safe. */
function mayRepeat(response: Response | Error): boolean {
  if (!isAnswer(response)) return true;
  return response.headers.has('retry-after') || response.status >= 500;
}

function waitMs(response: Response | Error, tries: number): number {
  const seconds = isAnswer(response) ? Number(response.headers.get('retry-after') ?? 0) : 0;
  return Math.max(seconds * 1_000, firstWaitMs * tries);
}

const reasonOf = ({ message, cause }: Error): string =>
  cause instanceof Error ? cause.message : message;

function faultsOf(line: number, { code, message, details }: ErrorBody): LineFault[] {
  const issues = details?.issues ?? [];
  if (issues.length === 0) {
    // The number is what an employee of a file is known by.
    const path = details?.reason === 'employee_number_taken' ? 'employeeNumber' : '';
    return [{ line, path, code: details?.reason ?? code, message }];
  }
  return issues.map((issue) => ({
    line,
    path: issue.path.join('.'),
    code: issue.code ?? code,
    message: issue.message,
  }));
}
