import type { AddressParts } from '@timbre/fiscal';
import type { ProductSource } from '@timbre/items';

/** An address in the form in which commerce sends it. */
interface AddressSource extends AddressParts {
  postalCode: string;
  country?: string | undefined;
}

/** A contact in the form in which commerce sends it. */
export interface ContactSource {
  contactId: string;
  version: number;
  kind: string;
  fields?:
    | {
        legalName?: string | undefined;
        rfc?: string | undefined;
        taxSystem?: string | undefined;
        cfdiUse?: string | undefined;
        publicBody?: string | undefined;
        iepsTaxpayer?: boolean | undefined;
        taxResidence?: string | undefined;
        foreignTaxId?: string | undefined;
        documentLanguage?: string | undefined;
        addendaTemplate?: string | undefined;
        address?: AddressSource | undefined;
      }
    | undefined;
}

/** An employee in the form in which payroll sends it, with the employer's latest data. */
export interface EmployeeSource {
  employeeId: string;
  legalName: string;
  rfc?: string | undefined;
  postalCode?: string | undefined;
  employerRegistration?: string | undefined;
  employerCurp?: string | undefined;
}

/** A location in the form in which commerce sends it. */
interface LocationSource {
  locationId: string;
  active: boolean;
  fields?:
    | {
        name?: string | undefined;
        postalCode?: string | undefined;
        address?: AddressSource | undefined;
        phone?: string | undefined;
      }
    | undefined;
}

/** The price of a quantity of a product by commerce's price rules; decimals as text. */
export interface PriceSource {
  productId: string;
  quantity: string;
  unitPrice: string;
  taxIncluded: boolean;
  ruleKind: string;
  overrideId?: string | undefined;
  discount?: { minQuantity: string; percentage: string } | undefined;
}

/**
 * The records behind the identifiers of a draft. The maps have no entry for an identifier that does
 * not exist.
 */
export interface DraftSources {
  contacts: readonly ContactSource[];
  products: readonly ProductSource[];
  employees?: readonly EmployeeSource[] | undefined;
  locations?: readonly LocationSource[] | undefined;
  /** A preview also has today's prices of the products in its items. */
  prices?: readonly PriceSource[] | undefined;
  /** The organization's own invoices that a payment complement pays. */
  invoices?: readonly InvoiceSource[] | undefined;
  related?: RelatedSources | undefined;
}

/** The stored documents that a draft relates to. */
export interface RelatedSources {
  /**
   * The organization's own invoices among the named documents, and every invoice that shares a
   * credit note with them, directly or through other invoices.
   */
  documents: readonly RelatedSource[];
  /**
   * The credit notes about these documents, stamped or being stamped. The list excludes a credit
   * note that the draft replaces.
   */
  creditNotes: readonly CreditNoteSource[];
}

/** A credit note and the documents that it names. */
export interface CreditNoteSource {
  total: string;
  currency: string;
  exchangeRate: string | null;
  names: { uuid: string; relationship: string }[];
}

/** An issued CFDI that the draft names, or that shares a credit note with a named document. */
export interface RelatedSource {
  cfdiId: string;
  /** The UUID in lower case. */
  uuid: string;
  kind: string;
  status: string;
  receiverRfc: string | null;
  currency: string;
  exchangeRate: string | null;
  total: string;
  /** Whether a valid payment complement pays a part of the document. */
  isPaid: boolean;
  /**
   * The document that replaces this CFDI. Either an open cancellation of the CFDI names the replacement, or
   * the replacement is being stamped and will cancel the CFDI.
   */
  replacementId: string | null;
  /**
   * Whether a request to cancel the CFDI is open. The CFDI might be canceled before the new document is
   * stamped.
   */
  isBeingCanceled: boolean;
  /** Whether the CFDI is the invoice of an advance (product key 84111506). */
  isAdvance: boolean;
  /**
   * The amount that is left of the advances that the CFDI names under relationship 07. The credit notes about
   * the CFDI itself are not deducted yet. Null if the amount is unknown.
   */
  advanced: string | null;
}

/** An issued CFDI with the payments of its complements. */
export interface InvoiceSource {
  cfdiId: string;
  uuid: string;
  kind: string;
  status: string;
  methodCode: string | null;
  currency: string;
  series: string | null;
  folio: string | null;
  total: string;
  customerId: string | null;
  receiverRfc: string | null;
  /** The total less the payments of the complements so far. The next complement starts with this balance. */
  remainingBalance: string;
  /**
   * The total less the amounts that stamped complements pay, and less the credit notes that belong to this
   * CFDI alone.
   */
  effectiveRemainingBalance: string;
  /** The number of installments before the next one. */
  installments: number;
  /** The local time of issue; null for a draft. */
  issuedLocal: string | null;
  isOurs: boolean;
  isBeingPaid: boolean;
  /** Whether a request to cancel the CFDI is open. */
  isBeingCanceled: boolean;
  xml: Uint8Array | null;
}
