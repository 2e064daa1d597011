import type { CalendarDate, InBoth, Issue } from '@timbre/fiscal';
import type { z } from 'zod';

/** The kinds of drafts that a complement may be part of. */
export type ComplementedKind = 'income' | 'credit_note' | 'transfer';

/**
 * An attribute of the XML, the field of the API that it comes from (`address.street`: a member of a member),
 * its label on paper, and whether the field is a number.
 */
export type ComplementAttribute = readonly [
  name: string,
  field: string,
  label: InBoth<string>,
  type?: 'number',
];

/** A child element, and the field of the API with its value, or with the list of the values of many. */
export interface ComplementChild {
  readonly field: string;
  readonly element: ComplementElement;
  readonly many?: true;
}

/**
 * An element of a complement: the one description by which it is written, read and printed. The
 * attributes of an element are in the order of the SAT's stylesheet.
 */
export interface ComplementElement {
  /** The element's name, with the prefix that the SAT prescribes. */
  readonly name: string;
  /** Attributes with the same value in every document, such as the version. */
  readonly fixed?: Readonly<Record<string, string>>;
  readonly attributes?: readonly ComplementAttribute[];
  /** The child element that repeats; the value is then a list. */
  readonly each?: ComplementElement;
  /** Other child elements, in the order of the schema. */
  readonly children?: readonly ComplementChild[];
  /** The title on paper; that of the complement if absent. */
  readonly title?: InBoth<string>;
}

/** The facts of a draft that rules of complements read. */
export interface ComplementedDraft {
  readonly kind: string;
  /** The day of the document at its place of issue. */
  readonly today: CalendarDate;
  /** c_RegimenFiscal of the issuer. */
  readonly issuerTaxSystem: string;
  /** `single_payment` or `deferred_or_installments`. */
  readonly timing?: string | undefined;
  readonly items: readonly ComplementedItem[];
}

export interface ComplementedItem {
  readonly satProductCode: string;
  readonly satUnitCode: string;
}

/**
 * A complement of the SAT with a shape of its own. `Item` is undefined for a complement of the
 * whole document.
 */
export interface Complement<Input extends z.ZodType = z.ZodType, Item = unknown> {
  readonly kinds: readonly ComplementedKind[];
  /** The value in a request. */
  readonly input: Input;
  /** The value in an answer, read from a document of any system, which may exceed the limits of requests. */
  readonly shown: z.ZodType;
  /** The name of the complement on paper. */
  readonly title: InBoth<string>;
  readonly element: ComplementElement;
  /**
   * The value as its XML has it, with the members that follow from the item; without this function,
   * the value itself.
   */
  written?(value: z.output<Input>, item: Item): unknown;
  /** The value in answers, from the value that its XML has; the reverse of `written`. */
  given?(written: never): unknown;
  /** The rules that a value breaks beyond its shape. The paths of issues start at the value. */
  issues?(value: z.output<Input>, draft: ComplementedDraft, item: Item): Issue[];
  /**
   * Finds probable mistakes, even in a draft without the complement. The paths of issues start at
   * the value.
   */
  warnings?(value: z.output<Input> | undefined, draft: ComplementedDraft, item: Item): Issue[];
}

/** Types a complement of the whole document (`Complemento`). */
export const documentComplement = <
  Input extends z.ZodType,
  const Kinds extends readonly ComplementedKind[],
  Shown extends z.ZodType,
>(
  complement: Complement<Input, undefined> & { kinds: Kinds; shown: Shown },
) => complement;

/** Types a complement of an item (`ComplementoConcepto`). */
export const itemComplement = <Input extends z.ZodType, Shown extends z.ZodType>(
  complement: Complement<Input, ComplementedItem> & { shown: Shown },
) => complement;
