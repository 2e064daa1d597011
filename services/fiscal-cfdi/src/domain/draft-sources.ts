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

/** What commerce knows of the identifiers of a draft; what it does not know is absent. */
export interface DraftSources {
  contacts: readonly ContactSource[];
  products: readonly ProductSource[];
}
