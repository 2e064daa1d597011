import { z } from 'zod';
import { recordOf, shownFreeText, text } from '../values';

/**
 * The maximum length of a complement's XML, in characters. The limit is about the length of a SAT
 * complement with its longest lists, and a PAC stamps documents of at most 1 MB.
 */
const xmlMax = 200_000;
/**
 * The maximum number of complements in a document. No real document contains that many complements.
 */
const complementsMax = 10;

const xml = shownFreeText(xmlMax);

const rawComplement = z.strictObject({
  xml: xml.meta({ description: 'The element of the complement, which declares its namespace.' }),
});
const meaning = 'Complements of the SAT that have no field of their own.';

/** Complements without a dedicated field, as XML. */
export const rawComplements = z
  .array(rawComplement)
  .min(1)
  .max(complementsMax)
  .meta({ id: 'RawComplementsInput', description: meaning });

/** The complements in a response, whose number can exceed the maximum of a request. */
export const shownComplements = z
  .array(rawComplement)
  .meta({ id: 'RawComplements', description: meaning });

/** The XML that a receiver requires in addition to the fiscal document. */
export const addenda = xml.meta({
  description: 'Element of the `Addenda`, added after the stamp and outside the seal.',
});

/**
 * The maximum length of an addenda template, in characters. The length is limited, because lists,
 * events and drafts contain the template as part of the customer.
 */
const templateMax = 20_000;

/**
 * The template of the addenda in a customer's invoices, with placeholders (packages/cfdi
 * addenda-template.ts).
 */
export const addendaTemplate = shownFreeText(templateMax);

/** The values in a draft for the placeholders of its customer's template. */
export const addendaValues = recordOf(text(300), {
  code: 'addenda_value_not_needed',
  message: 'No template of an addenda has a placeholder of this name.',
}).meta({
  description: 'Values for the placeholders of the customer’s `addendaTemplate`.',
});
