import type { payroll } from '@timbre/contract';
import { notFound, query, type Reader } from '@timbre/kit';
import { csvLine } from '../domain/export-csv';
import { PayrollRun, runName } from '../store/payroll-runs';

/** Rows read at a time; the file itself is the only thing that grows. */
const pageSize = 500;

type Exported = Record<string, string | null> & { id: string };

const amount = (name: string): string => `(r.totals->>'${name}')::numeric(18, 2)::text`;

/** What each layout shows: a heading and the SQL of its value. */
const layouts: Record<string, Record<string, string>> = {
  csv: {
    rowId: 'r.id::text',
    employeeNumber: 'e.employee_number',
    employeeName: 'r.employee_name',
    rfc: 'e.rfc',
    state: 'r.state',
    paidDays: 'trim_scale(r.paid_days)::text',
    gross: amount('gross'),
    isr: amount('isr'),
    imss: amount('imss'),
    deductions: amount('deductions'),
    net: amount('net'),
    uuid: 'r.uuid',
    issues: `(select string_agg(i->>'code', ' ') from jsonb_array_elements(r.issues) i)`,
  },
  // What banks ask of a dispersion: where to, how much, to whom, and why.
  bank: {
    account: 'e.bank_account',
    bankCode: 'coalesce(e.bank_code, substr(e.bank_account, 1, 3))',
    amount: amount('net'),
    beneficiary: 'r.employee_name',
    reference: `to_char(r.paid_on, 'YYYYMMDD')`,
    concept: `'NOMINA ' || r.period_started_on || ' ' || r.period_ended_on`,
  },
};

/** Only what is stamped and has where to go is paid. */
const conditions: Record<string, string> = {
  csv: '',
  bank: `and r.state = 'stamped' and e.bank_account is not null`,
};

export const exportPayrollRun = query(
  async (read, { runId, format }: payroll.ExportPayrollRunRequest) => {
    const [run] = await read.find(PayrollRun, [runId]);
    if (!run) throw notFound(runName);
    const layout = layouts[format] ?? layouts.csv!;
    const lines = [csvLine(Object.keys(layout))];
    for await (const rows of pages(read, runId, format)) {
      for (const row of rows) lines.push(csvLine(Object.keys(layout).map((key) => row[key] ?? '')));
    }
    const answer: payroll.ExportPayrollRunResponse = {
      // The mark makes spreadsheets read it as UTF-8.
      content: Buffer.from(`\uFEFF${lines.join('')}`),
      contentType: 'text/csv; charset=utf-8',
      fileName: `payroll-${run.paidOn}-${format}.csv`,
    };
    return answer;
  },
);

async function* pages(read: Reader, runId: string, format: string): AsyncGenerator<Exported[]> {
  const layout = layouts[format] ?? layouts.csv!;
  const shown = Object.entries(layout).map(([name, sql]) => `${sql} as "${name}"`);
  const select = `select r.id as id, ${shown.join(', ')} from payroll_rows r
    left join employees e on e.org_id = r.org_id and e.id = r.employee_id
    where r.org_id = :org and r.run_id = $2::uuid and r.id > $3::uuid ${conditions[format] ?? ''}
    order by r.id limit ${pageSize}`;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await read.rows<Exported>(select, [runId, after]);
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    after = rows.at(-1)!.id;
  }
}
