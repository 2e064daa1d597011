import { parseDocumentRef } from '@timbre/fiscal';
import { invalid } from '@timbre/kit';
import type { OperationRow } from '../operations/operation';

export type Arguments = Record<string, unknown>;

/** How the operation of a call is chosen where several rows share a tool's name. */
export type Choice = {
  argument: string;
  description: string;
  /** The purpose of the tool; each row describes only its own part. */
  purpose: string;
} & (
  | { by: 'value' | 'prefix'; operations: Record<string, string> }
  | { by: 'presence'; present: string; absent: string }
);

const identified = (
  argument: string,
  [article, noun]: [string, string],
  present: string,
  absent: string,
): Choice => ({
  by: 'presence',
  argument,
  present,
  absent,
  description: `Of the ${noun} to change; without it one is created.`,
  purpose: `Create ${article} ${noun}, or change one by its ${argument}: only the given fields change, and null clears an optional one.`,
});

export const choices: Record<string, Choice> = {
  search_documents: {
    by: 'value',
    argument: 'category',
    description: 'Kind of document to search.',
    purpose:
      'Search documents of one category, newest first. Some filters belong to one category only; declarations need fiscalYear.',
    operations: {
      cfdi: 'listCfdi',
      withholding: 'listWithholdings',
      sales_receipt: 'listSalesReceipts',
      quote: 'listQuotes',
      expense: 'listExpenses',
      declaration: 'listDeclarations',
      tax_compliance_opinion: 'listComplianceOpinions',
    },
  },
  get_document: {
    by: 'prefix',
    argument: 'documentRef',
    description: 'As other tools give it, for example `cfdi:…` or `quote:…`.',
    purpose: 'Read one document with all its details: lines, taxes, state, payments.',
    operations: {
      cfdi: 'getCfdi',
      withholding: 'getWithholding',
      sales_receipt: 'getSalesReceipt',
      quote: 'getQuote',
      expense: 'getExpense',
      declaration: 'getDeclaration',
      tax_compliance_opinion: 'getComplianceOpinion',
    },
  },
  save_contact: identified('contactId', ['a', 'contact'], 'updateContact', 'createContact'),
  save_product: identified('productId', ['a', 'product'], 'updateProduct', 'createProduct'),
  save_employee: identified('employeeId', ['an', 'employee'], 'updateEmployee', 'createEmployee'),
  prepare_payroll: {
    by: 'presence',
    argument: 'runId',
    present: 'calculatePayrollRun',
    absent: 'createPayrollRun',
    description: 'Of the run to calculate; without it one is created.',
    purpose:
      'Create a payroll run from paymentFrequency, periodStartedOn, periodEndedOn and paidOn, or calculate the receipts of one by its runId.',
  },
  stamp_payroll: {
    by: 'presence',
    argument: 'rowId',
    present: 'restampPayrollRow',
    absent: 'stampPayrollRun',
    description: 'One rejected receipt to stamp again, instead of runId.',
    purpose: 'Stamp every ready receipt of a payroll run, or again one rejected receipt.',
  },
};

/** The purpose of a tool whose operation is described for programs. */
export const purposes: Record<string, string> = {
  create_cfdi_draft:
    'Create a draft of an invoice (income), credit note, transfer, payment complement or payroll receipt. It is no fiscal document until it is stamped.',
  get_document_file: 'Get a link to the XML or PDF of a document. It expires after 15 minutes.',
  get_organization: 'Get the organization whose documents these are.',
  stamp_cfdi:
    'Stamp a CFDI draft: a PAC certifies it, and it becomes a valid fiscal document. A document is never stamped twice.',
};

/** The operations that a choice leads to. */
export const operationsOf = (choice: Choice): string[] =>
  choice.by === 'presence' ? [choice.present, choice.absent] : Object.values(choice.operations);

/**
 * The row that a call of a tool asks for.
 * @throws Refusal validation_error if the deciding argument is missing or unknown
 */
export function chosenRow(tool: string, rows: OperationRow[], given: Arguments): OperationRow {
  const choice = choices[tool];
  if (!choice) return rows[0]!;
  const id = chosenOperation(choice, given[choice.argument]);
  const row = rows.find((candidate) => candidate.id === id);
  if (row) return row;
  const path = [choice.argument];
  if (given[choice.argument] === undefined) {
    throw invalid([{ path, code: 'required', message: `${choice.argument} is required.` }]);
  }
  const values = operationsOf(choice).length && choice.by !== 'presence' ? choice.operations : {};
  const message = `${choice.argument} has one of: ${Object.keys(values).join(', ')}.`;
  throw invalid([{ path, code: 'invalid_value', message }]);
}

function chosenOperation(choice: Choice, value: unknown): string | undefined {
  if (choice.by === 'presence') return value === undefined ? choice.absent : choice.present;
  if (typeof value !== 'string') return undefined;
  const key = choice.by === 'prefix' ? parseDocumentRef(value)?.prefix : value;
  return key && Object.hasOwn(choice.operations, key) ? choice.operations[key] : undefined;
}
