import type { Issue } from '@timbre/fiscal';
import { z } from 'zod';
import { decimal } from '../../values';
import type { Complement, ComplementAttribute, ComplementElement } from '../complement';

/** The facts of a withholding document from which its complement is written and checked. */
export interface WithheldDocument {
  /** Amounts in pesos. */
  readonly taxable: number;
  readonly exempt: number;
  /** The sum of both amounts. */
  readonly operation: number;
  /** The sum of the withheld taxes. */
  readonly withheld: number;
  readonly taxes: readonly WithheldTaxOf[];
  readonly period: {
    readonly startMonth: number;
    readonly endMonth: number;
    readonly year: number;
  };
  readonly issuerRfc: string;
  /** Whether the receiver is a resident abroad. */
  readonly isForeign: boolean;
  /** The receiver's RFC; absent for a resident abroad. */
  readonly rfc?: string | undefined;
}

/** A withheld tax, in pesos. */
export interface WithheldTaxOf {
  /** ISR, IVA or IEPS. */
  readonly type: string | undefined;
  readonly base: number | undefined;
  readonly amount: number;
}

/** A complement of withholding documents with a shape of its own. */
export interface WithholdingComplement<Input extends z.ZodType = z.ZodType> extends Pick<
  Complement<Input, WithheldDocument>,
  'input' | 'shown' | 'title' | 'element' | 'written' | 'given'
> {
  /**
   * Checks the rules that the shape of the value cannot express. The paths of issues start at the
   * value.
   * @param withholdingCode c_CveRetenc of the document
   */
  issues?(value: z.output<Input>, withholdingCode: string): Issue[];
  /**
   * Checks the rules that concern the whole document, whose own amounts are valid. The paths of issues
   * start at the document.
   */
  documentIssues?(value: z.output<Input>, document: WithheldDocument): Issue[];
}

/**
 * Declares a complement of withholding documents, with its types. Its schema for responses is
 * derived from its element.
 */
export const withholdingComplement = <Input extends z.ZodType>(
  complement: Omit<WithholdingComplement<Input>, 'shown'>,
): WithholdingComplement<Input> => ({
  ...complement,
  shown: shownOf(complement.element, complement.input),
});

/**
 * Returns the schema of an element in responses. All parts are optional, because a document from
 * another system can lack parts that requests require.
 */
function shownOf(
  { attributes = [], children = [] }: ComplementElement,
  input?: z.ZodType,
): z.ZodObject {
  const asked = input instanceof z.ZodObject ? input.shape : undefined;
  const own = attributes.map(([attribute, field, , type]) => {
    const form = formOf(type).optional();
    // Fields that the request also has get their descriptions from the request.
    return [
      field,
      asked && !(field in asked) ? form.meta({ description: `\`${attribute}\`.` }) : form,
    ];
  });
  const nested = children.map(({ field, element, many }) => {
    const inner = shownOf(element);
    if (field === undefined) return inner.shape;
    return { [field]: (many ? z.array(inner) : inner).optional() };
  });
  return z.strictObject(Object.assign(Object.fromEntries(own), ...nested) as z.ZodRawShape);
}

function formOf(type: ComplementAttribute[3]) {
  if (type === 'number') return z.number();
  if (type === 'date') return z.iso.date();
  return type === 'yes_no' ? z.boolean() : z.string();
}

/** A proportion, in the unit that the SAT's attribute uses. */
export const proportion = () => decimal({ max: 999 }).transform(Number);
