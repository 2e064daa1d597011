import type { AddressParts } from '@timbre/fiscal';
import type { ProductSource } from '@timbre/items';

/** An address, as commerce sends it. */
interface AddressSource extends AddressParts {
  postalCode: string;
  country?: string | undefined;
}

/** A contact, as commerce sends it. */
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

/** An employee with the employer's latest data, as payroll sends them. */
export interface EmployeeSource {
  employeeId: string;
  legalName: string;
  rfc?: string | undefined;
  postalCode?: string | undefined;
  employerRegistration?: string | undefined;
  employerCurp?: string | undefined;
}

/** A location, as commerce sends it. */
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

/**
 * The price of a quantity of a product, calculated with commerce's price rules; decimals are text.
 */
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
 * The records to which the identifiers in a draft refer. The maps have no entries for identifiers
 * that do not exist.
 */
export interface DraftSources {
  contacts: readonly ContactSource[];
  products: readonly ProductSource[];
  employees?: readonly EmployeeSource[] | undefined;
  locations?: readonly LocationSource[] | undefined;
  /** The current prices of the products in the items; only a preview needs them. */
  prices?: readonly PriceSource[] | undefined;
  /** The organization's own invoices that a payment complement pays. */
  invoices?: readonly InvoiceSource[] | undefined;
  related?: RelatedSources | undefined;
}

/** The stored documents to which a draft relates. */
export interface RelatedSources {
  /**
   * The related invoices that the organization issued, and every invoice that shares a credit note
   * with them, directly or through other invoices.
   */
  documents: readonly RelatedSource[];
  /**
   * The credit notes for these documents that are stamped or being stamped. The list excludes a
   * credit note that this draft replaces.
   */
  creditNotes: readonly CreditNoteSource[];
}

/** A credit note and the UUIDs of its related documents. */
export interface CreditNoteSource {
  total: string;
  currency: string;
  exchangeRate: string | null;
  names: { uuid: string; relationship: string }[];
}

/**
 * An issued CFDI to which the draft relates, or that shares a credit note with a related document.
 */
export interface RelatedSource {
  cfdiId: string;
  /** The UUID of the CFDI, in lower case. */
  uuid: string;
  kind: string;
  status: string;
  receiverRfc: string | null;
  currency: string;
  exchangeRate: string | null;
  total: string;
  /** True if a valid payment complement pays any part of the document. */
  isPaid: boolean;
  /**
   * The identifier of the document that replaces this CFDI. The CFDI has an open cancellation with
   * that replacement, or the replacement is being stamped and will cancel the CFDI.
   */
  replacementId: string | null;
  /**
   * True if a request to cancel the CFDI is open. The CFDI might be canceled before the new
   * document is stamped.
   */
  isBeingCanceled: boolean;
  /** True if the CFDI is the invoice of an advance (product key 84111506). */
  isAdvance: boolean;
  /**
   * The amount left of the advances to which the CFDI relates under relationship 07. Credit notes for the
   * CFDI itself are not deducted from the amount left of the advances. The value is null if the amount left
   * of an advance is unknown.
   */
  advanced: string | null;
}

/** An issued CFDI, with the amounts that payment complements pay of it. */
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
  /**
   * The invoice's total less the amounts that payment complements pay. The remaining balance is the
   * previous balance of the next complement.
   */
  remainingBalance: string;
  /**
   * The total less the amounts that stamped complements pay, and less the credit notes that concern
   * only this CFDI.
   */
  effectiveRemainingBalance: string;
  /** The number of installments that are already paid. */
  installments: number;
  /** The local time at which the CFDI was issued; null for a draft. */
  issuedLocal: string | null;
  isOurs: boolean;
  isBeingPaid: boolean;
  /** True if a request to cancel the invoice is open. */
  isBeingCanceled: boolean;
  xml: Uint8Array | null;
}
