/** An item as the client sends it; decimals are plain text. */
export interface ItemInput {
  kind: string;
  productId?: string | undefined;
  quantity: string;
  unitPrice: string;
  discount?: string | undefined;
  taxIncluded?: boolean | undefined;
  description?: string | undefined;
  satProductCode?: string | undefined;
  satUnitCode?: string | undefined;
  taxRate?: string | undefined;
  taxability?: string | undefined;
}

export type Taxability = 'standard' | 'zero' | 'exempt';

/** An item with all data of its concept, from the client or from a product. */
export interface Item {
  kind: 'product' | 'custom';
  productId?: string | undefined;
  /** Version of the copied product. */
  productVersion?: number | undefined;
  /** NoIdentificacion. */
  sku?: string | undefined;
  description: string;
  satProductCode: string;
  satUnitCode: string;
  quantity: string;
  unitPrice: string;
  discount?: string | undefined;
  taxIncluded?: boolean | undefined;
  taxability: Taxability;
  /** Rate of IVA; absent when exempt. */
  taxRate?: string | undefined;
}

/** A product, whose values an item copies. */
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
