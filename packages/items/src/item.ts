export type Taxability = 'standard' | 'zero' | 'exempt';

/** A tax that the customer withholds. */
export interface ItemWithholding {
  /** The type of the tax, IVA or ISR. */
  type: string;
  /** The rate TasaOCuota, as a fraction of the base. */
  rate: string;
}

/** A transferred tax other than IVA. */
export interface ItemTax {
  /** The type of the tax, which is always IEPS. */
  type: string;
  /** The factor of c_TipoFactor, Tasa or Cuota. */
  factor: string;
  /** The rate as a fraction of the price or, for a Cuota, as pesos for one unit. */
  rate: string;
  /**
   * For a Cuota, the number of taxed units (liters, cigarettes) in one unit of the item; 1 for all
   * other taxes.
   */
  quantityPerUnit?: string | undefined;
}

/** The taxpayer on whose behalf the issuer sells (ACuentaTerceros). */
export interface ThirdParty {
  rfc: string;
  legalName: string;
  taxSystem: string;
  postalCode: string;
}

/**
 * The values that an item adds to its concept, except lists. The values of a product are the
 * defaults.
 */
interface ItemValues {
  /** The item's own number (NoIdentificacion). */
  sku?: string | undefined;
  /** The unit name (Unidad); the default is the name of the SAT unit. */
  unitName?: string | undefined;
  activity?: string | undefined;
  /** The code of c_ObjetoImp; by default it is derived from the taxes. */
  taxObject?: string | undefined;
  thirdParty?: ThirdParty | undefined;
}

/** A part that an item consists of (Parte). Decimals are text. */
export interface Component {
  satProductCode: string;
  description: string;
  quantity: string;
  /** NoIdentificacion. */
  sku?: string | undefined;
  /** Unidad. */
  unitName?: string | undefined;
  unitPrice?: string | undefined;
  /**
   * The Importe, which is quantity times unit price. Only in an imported document may the Importe
   * be absent or different.
   */
  amount?: string | undefined;
  customsNumbers?: string[] | undefined;
}

/** The values of complements (ComplementoConcepto), keyed by their API field. */
export type ItemComplements = Readonly<Record<string, unknown>>;

/** The lists of values that an item adds to its concept. */
interface ItemLists {
  withholdings: ItemWithholding[];
  taxes: ItemTax[];
  /** The property tax accounts (CuentaPredial). */
  propertyTaxAccounts: string[];
  /** The customs document numbers (NumeroPedimento). */
  customsNumbers: string[];
}

/**
 * The lists of values in the input of an item. An empty list means no entries; if a list is absent,
 * the item has the list of its product.
 */
type GivenLists = { [Name in keyof ItemLists]?: { entries: ItemLists[Name] } | undefined };

export interface ItemDetails
  extends ItemValues, Partial<{ [Name in keyof ItemLists]: ItemLists[Name] | undefined }> {}

/** An item as the client sends it. The decimals of an item are plain text. */
export interface ItemInput extends ItemValues, GivenLists {
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
  complements?: ItemComplements | undefined;
  parts?: { entries: Component[] } | undefined;
  /** The charge for a line of a sales receipt; see `Item`. */
  charged?: string | undefined;
}

/** The taxes and references of a concept, from an item or a product. */
export interface TaxedItem extends ItemDetails {
  satProductCode: string;
  /** The taxability for IVA; absent for items without IVA (c_ObjetoImp 01 and 03 to 08). */
  taxability?: Taxability | undefined;
  /** The IVA rate; absent if the item is exempt. */
  taxRate?: string | undefined;
}

/** A part of a sales receipt with its own IVA. A receipt part without a taxability has no IVA. */
export interface ReceiptPart {
  /** The charge including IVA, as decimal text. */
  amount: string;
  taxability?: Taxability | undefined;
  taxRate?: string | undefined;
  /** The IEPS that is shown separately from the price. */
  taxes?: ItemTax[] | undefined;
  /** The number of charged units, for goods with separately shown IEPS. */
  quantity?: string | undefined;
}

/** An item with all data of its concept, from the client or from a product. */
export interface Item extends TaxedItem {
  kind: 'product' | 'custom';
  productId?: string | undefined;
  /** The version of the product from which the item was copied. */
  productVersion?: number | undefined;
  description: string;
  satUnitCode: string;
  quantity: string;
  unitPrice: string;
  discount?: string | undefined;
  taxIncluded?: boolean | undefined;
  complements?: ItemComplements | undefined;
  /** The parts that the item consists of; `parts` in the API. */
  components?: Component[] | undefined;
  /**
   * The money charged for the whole quantity of a receipt line, including taxes. The unit price is
   * derived from this charge, so that a third of 100.00 remains exact.
   */
  charged?: string | undefined;
  /** The parts that add up to the price of a whole sales receipt. */
  parts?: ReceiptPart[] | undefined;
}

/** A product, which provides the default values of an item. */
export interface ProductSource {
  productId: string;
  version: number;
  active: boolean;
  fields?:
    | (ItemValues &
        GivenLists & {
          description?: string | undefined;
          code?: string | undefined;
          taxIncluded?: boolean | undefined;
          taxRate?: string | undefined;
          taxability?: string | undefined;
          satProductCode?: string | undefined;
          satUnitCode?: string | undefined;
        })
    | undefined;
}
