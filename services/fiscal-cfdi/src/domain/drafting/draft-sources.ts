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
