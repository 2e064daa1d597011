import {
  created,
  customerInput,
  customItem,
  productInput,
  startIssuer,
  type Api,
} from '@timbre/testkit/client';
import { employeeInput, fortnight } from '../api/payroll/people';
import { until } from '../api/until';
import { newAssistant, type Answer, type Assistant } from './client';

let api: Api;
let assistant: Assistant;
const transcript: string[] = [];
beforeAll(async () => {
  api = await startIssuer();
  await created(api, '/v1/settings/series', { code: 'PC', kind: 'payment_complement' });
  assistant = await newAssistant(api);
});
afterAll(async () => {
  await assistant.close();
  process.stdout.write(`${transcript.join('\n')}\n`);
});

const short = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > 300 ? `${text.slice(0, 299)}…` : text;
};

/** Calls a tool and records the conversation. */
async function use(name: string, given: object = {}): Promise<Answer> {
  const answer = await assistant.call(name, given);
  transcript.push(`→ ${name} ${short(given)}`, `← ${short(answer)}`);
  if (answer.isError) throw new Error(`${name}: ${JSON.stringify(answer)}`);
  return answer;
}

/** Calls a tool that must not act before the person has read its summary. */
async function confirm(name: string, given: object): Promise<Answer> {
  const { status, summary, confirmationToken } = await use(name, given);
  expect(status).toBe('confirmation_required');
  transcript.push(...(summary as string).split('\n').map((line) => `   | ${line}`), '   | yes');
  return use(name, { ...given, confirmationToken });
}

const job = (title: string) => transcript.push('', `# ${title}`);

/** A stamped invoice with deferred payment. */
let invoice: Answer;
let customerId: string;

describe('a scripted assistant that uses only MCP', () => {
  it('a scripted assistant finds a customer, then drafts, previews, stamps with confirmation and sends an invoice over MCP', async () => {
    job('1. Find a customer');
    await use('check_readiness');
    const saved = await use('save_contact', { ...customerInput, email: 'compras@example.com' });
    const found = await use('search_contacts', { query: 'robotica', kind: 'customer' });
    customerId = found.data[0].contactId as string;
    expect(customerId).toBe(saved.data.contactId);
    job('2. Preview an invoice');
    const codes = await use('search_sat_catalog', { catalog: 'c_FormaPago', query: 'definir' });
    expect(codes.data[0].code).toBe('99');
    const input = {
      kind: 'income',
      customerId,
      cfdiUse: 'G03',
      payment: { timing: 'deferred_or_installments', formCode: '99' },
      items: [customItem],
    };
    const preview = await use('preview_cfdi', { input });
    expect(preview.data).toMatchObject({ issues: [], total: { amount: 233.16 } });
    job('3. Draft it');
    const { data: draft } = await use('create_cfdi_draft', input);
    const documentRef = draft.documentRef as string;
    job('4. Stamp it, with confirmation');
    invoice = (await confirm('stamp_cfdi', { documentRef })).data as Answer;
    expect(invoice).toMatchObject({ status: 'valid', uuid: expect.any(String) });
    job('5. Send it');
    const recipients = ['compras@example.com'];
    const sent = await confirm('send_document', { documentRef, recipients });
    expect(JSON.stringify(sent.data)).toContain('compras@example.com');
  });

  it('a scripted assistant plans the payment of an invoice and stamps a payment complement over MCP', async () => {
    const documentRef = invoice.documentRef as string;
    job('6. Agree on a payment plan');
    const settlementTerms = {
      installmentCount: 2,
      firstDue: { kind: 'months_after_transaction', months: 1 },
      recurrence: { kind: 'last_day' },
    };
    // The test waits, because accounts receives the debt of the customer by an event of the stamp.
    const planned = await until(
      30_000,
      () => assistant.call('set_payment_plan', { customerId, documentRef, settlementTerms }),
      ({ isError }) => !isError,
    );
    transcript.push(`← ${short(planned)}`);
    expect(planned.data.settlementTerms).toMatchObject({ installmentCount: 2 });
    const calendar = await use('get_collection_calendar', {});
    expect(JSON.stringify(calendar.data)).toContain(documentRef);
    job('7. Record a payment, and stamp its complement');
    await confirm('record_payment', {
      customerId,
      amount: 116.58,
      formCode: '03',
      paidOn: today(),
    });
    const documents = [{ uuid: invoice.uuid, amount: 116.58 }];
    const proposal = await use('prepare_payment_complement', { customerId, documents });
    const [line] = proposal.data.documents as Answer[];
    const complement = await use('create_cfdi_draft', {
      kind: 'payment_complement',
      customerId,
      payment: {
        formCode: '03',
        paidLocalDateTime: `${today()}T00:00:00`,
        documents: [
          {
            uuid: invoice.uuid,
            amount: 116.58,
            installment: line!.installment,
            previousBalance: line!.previousBalance,
            taxes: 'auto',
          },
        ],
      },
    });
    const { documentRef: ref } = complement.data as { documentRef: string };
    expect((await confirm('stamp_cfdi', { documentRef: ref })).data.status).toBe('valid');
  });

  it('a scripted assistant explains a payroll run over MCP', async () => {
    job('8. Explain a payroll run');
    await use('save_employee', { ...employeeInput, employeeNumber: 'E-1' });
    const employer = { registration: 'A1234567890', stateCode: 'CMX' };
    const { data: run } = await use('prepare_payroll', { ...fortnight, employer });
    const { runId } = run as { runId: string };
    await use('prepare_payroll', { runId });
    const calculated = await until(
      30_000,
      () => assistant.call('get_payroll_run', { runId }),
      ({ data }) => data?.state === 'review',
    );
    transcript.push(`← ${short(calculated)}`);
    expect(calculated.data.totals).toMatchObject({ gross: 7_500 });
    const { data: rows } = await use('search_payroll_rows', { runId });
    const { data: row } = await use('get_payroll_row', { rowId: rows[0].rowId });
    expect(row.explanation.lines).toContainEqual({
      label: expect.any(String),
      amount: row.totals.net,
    });
    const { dailyWage, integratedDailySalary, employmentStartedOn, minimumWageZone } =
      employeeInput;
    const explained = await use('simulate_payroll', {
      period: fortnight,
      employer,
      employee: { dailyWage, integratedDailySalary, employmentStartedOn, minimumWageZone },
    });
    expect(JSON.stringify(explained.data)).toMatch(/ISR/);
    const rules = await use('explain_payroll', {});
    expect(rules.data.length).toBeGreaterThan(0);
  });

  it('a scripted assistant summarizes the CFDI of the month over MCP', async () => {
    job('9. Sum up');
    const range = { dateFrom: `${today().slice(0, 8)}01`, dateTo: today() };
    expect((await use('get_cfdi_summary', range)).data).toBeDefined();
  });

  it('a scripted assistant refunds a receipt over MCP', async () => {
    job('10. Refund a receipt');
    const { data: product } = await use('save_product', productInput);
    const sale = {
      saleType: 'paid',
      paymentForm: '01',
      customerId,
      items: [{ kind: 'product', productId: product.productId, quantity: 2 }],
    };
    const { data: receipt } = await use('create_sales_receipt', sale);
    const { documentRef } = receipt as { documentRef: string };
    // No tool creates a link, because a link that was shown cannot be taken back. A sale by an
    // assistant therefore has no self-invoice link.
    expect(await linksOf(documentRef)).toEqual([]);
    const sold = await created(api, '/v1/sales-receipts', sale);
    expect(await linksOf(sold['documentRef'] as string)).toHaveLength(1);
    const [line] = receipt.items as { lineRef: string }[];
    const lines = [{ lineRef: line!.lineRef, quantity: 1 }];
    const refund = await confirm('refund_sales_receipt', { documentRef, lines });
    expect(transcript).toContain('   | - Refunded now: 1160.00 MXN');
    expect(refund.data.total.amount).toBe(1160);
    const { data: left } = await use('get_document', { documentRef });
    expect(left.refundedTotal).toBe(1160);
  });
});

const linksOf = async (documentRef: string): Promise<unknown> =>
  (await api.request('GET', `/v1/sales-receipts/${documentRef}/self-invoice-links`)).json.data;

const today = (): string =>
  new Date().toLocaleDateString('sv', { timeZone: 'America/Mexico_City' });
