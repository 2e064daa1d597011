import type { ProductSource } from '@timbre/items';

/** A contact from commerce. */
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
        address?: { postalCode: string } | undefined;
      }
    | undefined;
}

/** An employee from payroll, with the employer's latest data. */
export interface EmployeeSource {
  employeeId: string;
  legalName: string;
  rfc?: string | undefined;
  postalCode?: string | undefined;
  employerRegistration?: string | undefined;
  employerCurp?: string | undefined;
}

/** The data behind the identifiers of a draft; unknown identifiers are absent. */
export interface DraftSources {
  contacts: readonly ContactSource[];
  products: readonly ProductSource[];
  employees?: readonly EmployeeSource[] | undefined;
  /** The organization's own invoices that a payment complement names. */
  invoices?: readonly InvoiceSource[] | undefined;
  /** The organization's own documents that a draft relates to. */
  related?: readonly RelatedSource[] | undefined;
}

/** An issued CFDI that a draft relates to. */
export interface RelatedSource {
  cfdiId: string;
  /** In lower case. */
  uuid: string;
  kind: string;
  status: string;
  receiverRfc: string | null;
  currency: string;
  total: string;
  /** Sum of the other credit notes about it alone, stamped or being stamped. */
  credited: string;
  /** Whether a valid complement pays a part of it. */
  isPaid: boolean;
  /** Whether it is the invoice of an advance (product key 84111506). */
  isAdvance: boolean;
  /** Sum of the advances that it names under relationship 07; null when it is not known. */
  advanced: string | null;
  /** The part of `credited` that applied an advance. */
  applied: string;
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
  /** The total less the stamped complements: what the next complement continues. */
  remainingBalance: string;
  /** The remaining balance less certain credit notes: what is left of the invoice. */
  effectiveRemainingBalance: string;
  /** The highest installment of the stamped complements. */
  installments: number;
  /** Absent for a draft. */
  issuedLocal: string | null;
  isOurs: boolean;
  isBeingPaid: boolean;
  xml: Uint8Array | null;
}
