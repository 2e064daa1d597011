import type { CalendarDate, InBoth, Issue } from '@timbre/fiscal';
import type { z } from 'zod';

/** The kinds of drafts that a complement may be part of. */
export type ComplementedKind = 'income' | 'credit_note' | 'transfer';

type CatalogName = `c_${string}` | `${string}.c_${string}`;

/**
 * An attribute of the XML: its name, the field of the API that contains its value, its printed
 * label, and its type. A field such as `address.street` is nested. The type says that the value is
 * a number, a date, a boolean that the XML writes as `SI` or `NO`, or a code of a SAT catalogue, which is
 * printed with its description. Without a type, the value is text.
 */
export type ComplementAttribute = readonly [
  name: string,
  field: string,
  label: InBoth<string>,
  type?: 'number' | 'date' | 'yes_no' | CatalogName,
];

/**
 * A child element, and the field of the API that contains its value. If the child may occur several
 * times, the field contains the list of its values.
 */
export interface ComplementChild {
  /** Absent if the fields of the child belong directly to the value of its parent. */
  readonly field?: string;
  readonly element: ComplementElement;
  readonly many?: true;
}

/**
 * An element of a complement. This single description is used to write, read and print the element.
 * Its attributes are in the order of the SAT's stylesheet.
 */
export interface ComplementElement {
  /** The element's name, with the prefix that the SAT prescribes. */
  readonly name: string;
  /** Attributes that have the same value in every document, such as the version. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** The printed labels of these attributes, and the catalogues of their codes. The version is not printed. */
  readonly fixedWords?: Readonly<
    Record<string, readonly [label: InBoth<string>, type?: CatalogName]>
  >;
  readonly attributes?: readonly ComplementAttribute[];
  /** The child element that can occur several times. The value of the element is then a list. */
  readonly each?: ComplementElement;
  /** Other child elements, in the order of the schema. */
  readonly children?: readonly ComplementChild[];
  /** The title in print; the title of the complement if absent. */
  readonly title?: InBoth<string>;
}

/** The facts of a document from which the XML of a complement is written. */
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

/** The facts of a draft that rules of complements read. */
export interface ComplementedDraft extends ComplementedDocument {
  readonly kind: string;
  /** The day of the document at its place of issue. */
  readonly today: CalendarDate;
  /** c_RegimenFiscal of the issuer. */
  readonly issuerTaxSystem: string;
  /** c_UsoCFDI; absent if the kind of document determines it. */
  readonly cfdiUse?: string | undefined;
  /** c_Exportacion; absent without export. */
  readonly exportation?: string | undefined;
  /** c_TipoRelacion of the related documents. */
  readonly relationships: readonly string[];
  /** `single_payment` or `deferred_or_installments`. */
  readonly timing?: string | undefined;
  /** The elements of all complements of the whole document, with the prefix of the SAT. */
  readonly complements: readonly string[];
}

export interface ComplementedItem {
  readonly satProductCode: string;
  readonly satUnitCode: string;
  readonly description: string;
  /** Decimal text, as all amounts of an item. */
  readonly quantity: string;
  readonly unitPrice: string;
  /** NoIdentificacion. */
  readonly sku?: string | undefined;
  readonly thirdParty?: object | undefined;
  readonly propertyTaxAccounts?: readonly string[] | undefined;
}

/**
 * A complement of the SAT with a shape of its own. `Item` is undefined for a complement of the whole
 * document, whose XML is written with facts of the document.
 */
export interface Complement<
  Input extends z.ZodType = z.ZodType,
  Item = unknown,
  Source = Item,
  /** The value in which references to saved data were replaced by these data. */
  Value = z.output<Input>,
> {
  readonly kinds: readonly ComplementedKind[];
  /** The complement in a request. */
  readonly input: Input;
  /**
   * The value in a response. It can exceed the limits of requests, because the document can come
   * from another system.
   */
  readonly shown: z.ZodType;
  /** The name of the complement in print. */
  readonly title: InBoth<string>;
  readonly element: ComplementElement;
  /**
   * Whether the shape covers only a part of the complement. Such a complement may also be given as
   * XML.
   */
  readonly isPartial?: boolean;
  /**
   * Returns the value that the draft stores, completed with data that are derived from the
   * identifier of the document.
   */
  kept?(value: Value, documentId: string): unknown;
  /**
   * Returns the value in the form of its XML, completed with data of the item or the document.
   * Without this function the value is written unchanged.
   */
  written?(value: Value, source: Source): unknown;
  /** Converts the value in the XML to the value in responses. It is the reverse of `written`. */
  given?(written: never): unknown;
  /**
   * Checks the rules that the shape of the value cannot express. The paths of issues start at the
   * value.
   */
  issues?(value: Value, draft: ComplementedDraft, item: Item): Issue[];
  /**
   * Checks the rules that concern the whole document. The paths of issues start at the document.
   */
  documentIssues?(value: Value, draft: ComplementedDraft): Issue[];
  /**
   * Warns of probable mistakes, even in a draft without the complement. The paths of issues start
   * at the value.
   */
  warnings?(value: Value | undefined, draft: ComplementedDraft, item: Item): Issue[];
  /**
   * Returns the text of a QR code that is printed below the complement. The function gets the value
   * in responses and the local time of the stamp.
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
