/** A contact as commerce tells it. */
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
        address?: { postalCode: string } | undefined;
      }
    | undefined;
}

/** A product as commerce tells it. */
export interface ProductSource {
  productId: string;
  version: number;
  active: boolean;
  fields?:
    | {
        description?: string | undefined;
        sku?: string | undefined;
        code?: string | undefined;
        taxIncluded?: boolean | undefined;
        taxRate?: string | undefined;
        taxability?: string | undefined;
        satProductCode?: string | undefined;
        satUnitCode?: string | undefined;
      }
    | undefined;
}

/** An employee as payroll tells it, with the employer as it was said there last. */
export interface EmployeeSource {
  employeeId: string;
  legalName: string;
  rfc?: string | undefined;
  postalCode?: string | undefined;
  employerRegistration?: string | undefined;
  employerCurp?: string | undefined;
}

/** What their services know of the identifiers of a draft; what they do not know is absent. */
export interface DraftSources {
  contacts: readonly ContactSource[];
  products: readonly ProductSource[];
  employees?: readonly EmployeeSource[] | undefined;
  /** Those of our own that a payment complement names. */
  invoices?: readonly InvoiceSource[] | undefined;
}

/** An issued CFDI with what complements have paid of it. */
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
  /** Sum and greatest installment of the stamped complements. */
  paid: string;
  installments: number;
  isOurs: boolean;
  isBeingPaid: boolean;
  /** The stamped document; null while there is none. */
  xml: Uint8Array | null;
}
