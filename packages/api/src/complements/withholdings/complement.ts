import type { Issue } from '@timbre/fiscal';
import { z } from 'zod';
import { decimal } from '../../values';
import type { Complement, ComplementAttribute, ComplementElement } from '../complement';

/** The data of a withholding document from which its complement is written and checked. */
export interface WithheldDocument {
  /** Amounts in pesos. */
  readonly taxable: number;
  readonly exempt: number;
  /** The sum of the taxable and the exempt amount. */
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
  /** Whether the receiver is a foreign resident. */
  readonly isForeign: boolean;
  /** The receiver's RFC; absent for a foreign resident. */
  readonly rfc?: string | undefined;
}

/** A withheld tax, in pesos. */
export interface WithheldTaxOf {
  /** ISR, IVA or IEPS. */
  readonly type: string | undefined;
  readonly base: number | undefined;
  readonly amount: number;
}

/** A complement of withholding documents with a dedicated field and schema in the API. */
export interface WithholdingComplement<Input extends z.ZodType = z.ZodType> extends Pick<
  Complement<Input, WithheldDocument>,
  'input' | 'shown' | 'title' | 'element' | 'written' | 'given'
> {
  /**
   * Checks the rules that the schema of the value cannot express. The paths of the issues are relative
   * to the value.
   * @param withholdingCode the code of the document in c_CveRetenc
   */
  issues?(value: z.output<Input>, withholdingCode: string): Issue[];
  /**
   * Checks the rules that concern the whole document, after the amounts of the document were
   * validated. The paths of the issues are relative to the document.
   */
  documentIssues?(value: z.output<Input>, document: WithheldDocument): Issue[];
}

/**
 * Declares a complement of withholding documents, with its types. The schema for responses is derived
 * from the XML element of the complement.
 */
export const withholdingComplement = <Input extends z.ZodType>(
  complement: Omit<WithholdingComplement<Input>, 'shown'>,
): WithholdingComplement<Input> => ({
  ...complement,
  shown: shownOf(complement.element, complement.input),
});

/**
 * Returns the schema of an element in responses. All fields are optional, because a document from
 * another system can lack fields that requests require.
 */
function shownOf(
  { attributes = [], children = [] }: ComplementElement,
  input?: z.ZodType,
): z.ZodObject {
  const asked = input instanceof z.ZodObject ? input.shape : undefined;
  const own = attributes.map(([attribute, field, , type]) => {
    const form = formOf(type).optional();
    // Fields that the request also has get the descriptions of the request.
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

/** Returns the schema of a proportion, in the unit of the SAT's attribute. */
export const proportion = () => decimal({ max: 999 }).transform(Number);
