export type Taxability = 'standard' | 'zero' | 'exempt';

/** A tax that the customer withholds. */
export interface ItemWithholding {
  /** The type of the tax: IVA or ISR. */
  type: string;
  /** TasaOCuota: a fraction of the base. */
  rate: string;
}

/** A transferred tax other than IVA. */
export interface ItemTax {
  /** The type of the tax: IEPS. */
  type: string;
  /** c_TipoFactor: Tasa or Cuota. */
  factor: string;
  /** A fraction of the price, or pesos for a unit of the quota. */
  rate: string;
  /** For a Cuota: its units (litres, cigarettes) in one unit of the item; otherwise 1. */
  quantityPerUnit?: string | undefined;
}

/** ACuentaTerceros: the taxpayer on whose behalf the issuer sells. */
export interface ThirdParty {
  rfc: string;
  legalName: string;
  taxSystem: string;
  postalCode: string;
}

/** The single values that an item adds to its concept. The values of a product are its defaults. */
interface ItemValues {
  /** The item's own number (NoIdentificacion). */
  sku?: string | undefined;
  /** Unidad; by default the name of the SAT's unit. */
  unitName?: string | undefined;
  activity?: string | undefined;
  /** c_ObjetoImp; by default it follows from the taxes. */
  taxObject?: string | undefined;
  thirdParty?: ThirdParty | undefined;
}

/** Parte: a part of which an item consists. Decimals are text. */
export interface Component {
  satProductCode: string;
  description: string;
  quantity: string;
  /** NoIdentificacion. */
  sku?: string | undefined;
  /** Unidad. */
  unitName?: string | undefined;
  unitPrice?: string | undefined;
  /** Importe: quantity times unit price; only in an imported document may it be absent or differ. */
  amount?: string | undefined;
  customsNumbers?: string[] | undefined;
}

/** ComplementoConcepto: the values of complements, keyed by their field of the API. */
export type ItemComplements = Readonly<Record<string, unknown>>;

/** The lists that an item adds to its concept. */
interface ItemLists {
  withholdings: ItemWithholding[];
  taxes: ItemTax[];
  /** The property tax accounts (CuentaPredial). */
  propertyTaxAccounts: string[];
  /** The customs document numbers (NumeroPedimento). */
  customsNumbers: string[];
}

/**
 * The lists of an input. An empty list means no entries; for an absent list the list of the product
 * applies.
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
  /** The taxability for IVA; absent without IVA (c_ObjetoImp 01 and 03 to 08). */
  taxability?: Taxability | undefined;
  /** The rate of IVA; absent if exempt. */
  taxRate?: string | undefined;
}

/** A part of a sales receipt with its own IVA. A part without taxability has no IVA. */
export interface ReceiptPart {
  /** The charge including IVA, as decimal text. */
  amount: string;
  taxability?: Taxability | undefined;
  taxRate?: string | undefined;
  /** The IEPS that is shown separately from the price. */
  taxes?: ItemTax[] | undefined;
  /** The number of charged units, for goods with IEPS that is shown separately. */
  quantity?: string | undefined;
}

/** An item with all data of its concept, from the client or from a product. */
export interface Item extends TaxedItem {
  kind: 'product' | 'custom';
  productId?: string | undefined;
  /** The version of the copied product. */
  productVersion?: number | undefined;
  description: string;
  satUnitCode: string;
  quantity: string;
  unitPrice: string;
  discount?: string | undefined;
  taxIncluded?: boolean | undefined;
  complements?: ItemComplements | undefined;
  /** The parts of which the item consists; `parts` of the API. */
  components?: Component[] | undefined;
  /**
   * For a line of a sales receipt: the charge for the whole quantity, including taxes. The unit
   * price is derived from this charge, so that a third of 100.00 stays exact.
   */
  charged?: string | undefined;
  /** For a whole sales receipt: the parts that add up to its price. */
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
