import type { CalendarDate, InBoth, Issue } from '@timbre/fiscal';
import type { z } from 'zod';

/** The kinds of drafts that may contain a complement. */
export type ComplementedKind = 'income' | 'credit_note' | 'transfer';

type CatalogName = `c_${string}` | `${string}.c_${string}`;

/**
 * An attribute of the XML: its name, the API field with its value, its printed label, and its type. A field
 * such as `address.street` is nested. The type states that the value is a number, a date, a boolean that the
 * XML writes as `SI` or `NO`, or a code of a SAT catalogue, which is printed with its description. Without a
 * type, the value is text.
 */
export type ComplementAttribute = readonly [
  name: string,
  field: string,
  label: InBoth<string>,
  type?: 'number' | 'date' | 'yes_no' | CatalogName,
];

/**
 * A child element in the XML of a complement, and the API field that contains its value. If the XML may
 * repeat the element, the field contains a list.
 */
export interface ComplementChild {
  /** `field` is absent if the parent's API object contains the fields of the child directly. */
  readonly field?: string;
  readonly element: ComplementElement;
  readonly many?: true;
}

/**
 * The description of an XML element of a complement. Timbre writes, reads and prints the element from this
 * description. The attributes are in the order of the SAT's stylesheet.
 */
export interface ComplementElement {
  /** The name of the XML element, with the prefix that the SAT prescribes. */
  readonly name: string;
  /** Attributes that have the same value in every document, such as the version. */
  readonly fixed?: Readonly<Record<string, string>>;
  /**
   * The printed label of each fixed attribute, and the catalogue of its code. The version is not printed.
   */
  readonly fixedWords?: Readonly<
    Record<string, readonly [label: InBoth<string>, type?: CatalogName]>
  >;
  readonly attributes?: readonly ComplementAttribute[];
  /** The child element that the XML may repeat. If present, the value of this element is a list. */
  readonly each?: ComplementElement;
  /** The child elements except `each`, in the order of the schema. */
  readonly children?: readonly ComplementChild[];
  /** The printed title of the element; the default is the title of the complement. */
  readonly title?: InBoth<string>;
}

/** The data of a document from which the XML of a complement is written. */
export interface ComplementedDocument {
  readonly issuer: ComplementedIssuer;
  readonly customer?: ComplementedCustomer | undefined;
  readonly items: readonly ComplementedItem[];
  readonly currency?: string | undefined;
  /** Pesos for one unit of the currency, as decimal text. */
  readonly exchangeRate?: string | undefined;
}

export interface ComplementedIssuer {
  readonly rfc: string;
  readonly legalName: string;
  /** The address of the fiscal profile. */
  readonly address?: IssuerAddress | null | undefined;
}

interface IssuerAddress {
  readonly street?: string | undefined;
  readonly exterior?: string | undefined;
  readonly interior?: string | undefined;
  readonly postalCode: string;
}

export interface ComplementedCustomer {
  readonly rfc?: string | undefined;
  /** c_Pais. */
  readonly taxResidence?: string | undefined;
  readonly foreignTaxId?: string | undefined;
}

/** The data of a draft that the rules of its complements check. */
export interface ComplementedDraft extends ComplementedDocument {
  readonly kind: string;
  /** The date of the document at its place of issue. */
  readonly today: CalendarDate;
  /** The tax regime of the issuer, a code of c_RegimenFiscal. */
  readonly issuerTaxSystem: string;
  /** A code of c_UsoCFDI; absent if the kind of document determines the use. */
  readonly cfdiUse?: string | undefined;
  /** A code of c_Exportacion; absent if nothing is exported. */
  readonly exportation?: string | undefined;
  /** The relationships to other documents, codes of c_TipoRelacion. */
  readonly relationships: readonly string[];
  /** `single_payment` or `deferred_or_installments`. */
  readonly timing?: string | undefined;
  /** The element names of all complements of the whole document, with the SAT's prefix. */
  readonly complements: readonly string[];
}

export interface ComplementedItem {
  readonly satProductCode: string;
  readonly satUnitCode: string;
  readonly description: string;
  /** The amount as decimal text, like all amounts of an item. */
  readonly quantity: string;
  readonly unitPrice: string;
  /** NoIdentificacion. */
  readonly sku?: string | undefined;
  readonly thirdParty?: object | undefined;
  readonly propertyTaxAccounts?: readonly string[] | undefined;
}

/**
 * A SAT complement with a dedicated field and schema in the API. `Item` is undefined for a complement of the
 * whole document, whose XML is written with data of the document.
 */
export interface Complement<
  Input extends z.ZodType = z.ZodType,
  Item = unknown,
  Source = Item,
  /** The complement in which saved data has replaced the references to that data. */
  Value = z.output<Input>,
> {
  readonly kinds: readonly ComplementedKind[];
  /** The schema of the complement in a request. */
  readonly input: Input;
  /**
   * The schema of the complement in a response. The value can exceed the limits of requests, because the
   * document can come from another system.
   */
  readonly shown: z.ZodType;
  /** The printed name of the complement. */
  readonly title: InBoth<string>;
  readonly element: ComplementElement;
  /**
   * Whether the schema covers only a part of the complement. A client can also provide such a complement as
   * XML.
   */
  readonly isPartial?: boolean;
  /**
   * Returns the complement as the draft stores it, completed with data that is derived from the document
   * identifier.
   */
  kept?(value: Value, documentId: string): unknown;
  /**
   * Converts the complement to the form of its XML and adds data of the item or the document. If this
   * function is absent, the XML contains the value unchanged.
   */
  written?(value: Value, source: Source): unknown;
  /**
   * Converts the complement that was read from the XML to the form in responses. This function is the
   * reverse of `written`.
   */
  given?(written: never): unknown;
  /**
   * Checks the rules that the schema of the value cannot express. The paths of the issues are relative to
   * the value.
   */
  issues?(value: Value, draft: ComplementedDraft, item: Item): Issue[];
  /**
   * Checks the rules that concern the whole document. The paths of the issues are relative to the document.
   */
  documentIssues?(value: Value, draft: ComplementedDraft): Issue[];
  /**
   * Warns of probable mistakes, even in a draft without the complement. The paths of the issues are relative
   * to the value.
   */
  warnings?(value: Value | undefined, draft: ComplementedDraft, item: Item): Issue[];
  /**
   * Returns the text of a QR code that is printed below the complement. The parameters are the value in
   * responses and the local time of the stamp.
   */
  qrText?(value: never, stampedAt: string): string | undefined;
}

/** Declares a complement of the whole document (`Complemento`), with its types. */
export const documentComplement = <
  Input extends z.ZodType,
  const Kinds extends readonly ComplementedKind[],
  Shown extends z.ZodType,
  Value = z.output<Input>,
>(
  complement: Complement<Input, undefined, ComplementedDocument, Value> & {
    kinds: Kinds;
    shown: Shown;
  },
) => complement;

/** Declares a complement of an item (`ComplementoConcepto`), with its types. */
export const itemComplement = <Input extends z.ZodType, Shown extends z.ZodType>(
  complement: Complement<Input, ComplementedItem> & { shown: Shown },
) => complement;
