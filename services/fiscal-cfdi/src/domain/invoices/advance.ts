import type { Comprobante } from '@timbre/cfdi';
import { Decimal, type Issue, itemAt } from '@timbre/fiscal';
import type { Draft } from '../drafting/draft';
import { leftTogether } from './credited';
import { namedDocuments, relatedDocumentsOf } from '../drafting/related-documents';

/*
 * An advance (guide of Anexo 20, appendix 6, read 2026-11-23) requires three documents. The first document
 * is an invoice that contains only the advance. The second document is the invoice of the whole price; it
 * relates to the first invoice under relationship 07. The third document is a credit note with form of
 * payment 30, which relates to the second invoice under relationship 07 and deducts the advance.
 */

/** The code of c_ClaveProdServ for an advance and for its application. */
export const advanceKey = '84111506';
const advanceUnit = 'ACT';
/** The code of c_TipoRelacion for the application of an advance. */
const application = '07';
/** The code of c_FormaPago for the application of advances. */
const applicationForm = '30';

const appliesAdvance = ({ input }: Draft): boolean =>
  relatedDocumentsOf(input).some(({ relationship }) => relationship === application);

const applied = (draft: Draft) =>
  namedDocuments(draft).filter(({ relationship }) => relationship === application);

/**
 * Checks the form of payment of a credit note that applies an advance.
 * - advance_form_code: a credit note that applies an advance must have form of payment 30
 */
export function applicationIssues(draft: Draft): Issue[] {
  const formCode = draft.input.creditNote?.formCode;
  if (!appliesAdvance(draft) || formCode === undefined || formCode === applicationForm) return [];
  const message =
    'A credit note that applies an advance (07) must have form code 30 and method PUE.';
  return [{ path: ['formCode'], code: 'advance_form_code', message }];
}

/**
 * Checks the amount of a credit note that applies an advance.
 * - credit_above_advance: the credit note exceeds the amount left of the advances to which the invoice
 *   relates
 */
export function applicationAmountIssues(draft: Draft, document: Comprobante): Issue[] {
  const { total } = document;
  const left = leftTogether(draft, document, [application], ({ advanced }) => advanced);
  if (!left || total.lessOrEqual(left)) return [];
  const message = `The credit note of ${total} is above what is left of the advance, ${left.trimmed()}.`;
  return [{ path: ['items'], code: 'credit_above_advance', message }];
}

/**
 * Returns warnings about probable mistakes in a credit note that concerns an advance.
 * - advance_relation_missing: form of payment 30 applies an advance, but the credit note has no
 *   relationship 07
 * - advance_item: an item that invoices or applies an advance must have product key 84111506, unit ACT and
 *   quantity 1
 * - advance_named: the credit note relates to the invoice of the advance; relate it to the invoice of the
 *   whole price instead
 */
export function applicationWarnings(draft: Draft): Issue[] {
  if (!appliesAdvance(draft)) return formWarnings(draft, ['formCode']);
  return [
    ...draft.items.flatMap((_, index) => itemWarnings(draft, index)),
    ...applied(draft).flatMap(({ known, path }) => {
      if (!known?.isAdvance) return [];
      const message = `${known.uuid} is the advance; name the invoice of the whole price.`;
      return [{ path, code: 'advance_named', message }];
    }),
  ];
}

/**
 * Returns warnings about probable mistakes in an income document that concerns an advance.
 * - advance_relation_missing, advance_item: the rules are the same as for a credit note
 * - advance_not_alone: the invoice of an advance must have exactly one item, the advance
 * - advance_deferred: an advance is invoiced after it has been paid, so its timing must be single_payment
 * - advance_unknown: the related document under relationship 07 is not the invoice of an advance
 * - related_customer_differs: the related document was issued to another customer
 */
export function advanceWarnings(draft: Draft): Issue[] {
  const { input, items, customer } = draft;
  const warnings: Issue[] = [];
  if (!appliesAdvance(draft)) warnings.push(...formWarnings(draft, ['payment', 'formCode']));
  const advances = items.flatMap(({ satProductCode }, index) =>
    satProductCode === advanceKey ? [index] : [],
  );
  warnings.push(...advances.flatMap((index) => itemWarnings(draft, index)));
  if (advances.length > 0 && items.length > 1) {
    const message = 'The invoice of an advance has one item, the advance.';
    warnings.push({ path: ['items'], code: 'advance_not_alone', message });
  }
  if (advances.length > 0 && input.payment?.timing !== 'single_payment') {
    const message = 'An advance is received when it is invoiced; its timing is single_payment.';
    warnings.push({ path: ['payment', 'timing'], code: 'advance_deferred', message });
  }
  for (const { known, path } of applied(draft)) {
    if (known && !known.isAdvance) {
      const message = `${known.uuid} is not the invoice of an advance (product key ${advanceKey}).`;
      warnings.push({ path, code: 'advance_unknown', message });
    }
    if (known && customer && known.receiverRfc !== customer.rfc) {
      const message = `${known.uuid} was issued to another customer.`;
      warnings.push({ path, code: 'related_customer_differs', message });
    }
  }
  return warnings;
}

function formWarnings({ input }: Draft, path: string[]): Issue[] {
  if ((input.creditNote ?? input.payment)?.formCode !== applicationForm) return [];
  const message = 'Form code 30 applies an advance; name it under relationship 07.';
  return [{ path, code: 'advance_relation_missing', message }];
}

function itemWarnings({ items }: Draft, index: number): Issue[] {
  const { satProductCode, satUnitCode, quantity } = itemAt(items, index);
  const isOne = Decimal.parse(quantity)?.equals(Decimal.one) === true;
  if (satProductCode === advanceKey && satUnitCode === advanceUnit && isOne) return [];
  const message = `The item of an advance has product key ${advanceKey}, unit ${advanceUnit} and quantity 1.`;
  return [{ path: ['items', index], code: 'advance_item', message }];
}
