import { z } from 'zod';
import { shownFreeText } from '../values';

/** A complement of the SAT with its largest lists takes about this; a PAC stamps documents of up to 1 MB. */
const xmlMax = 200_000;
/** More than the complements that may stand in one document. */
const complementsMax = 10;

const xml = shownFreeText(xmlMax);

/** Complements without a shape of their own, as XML. */
export const rawComplements = z
  .array(
    z.strictObject({
      xml: xml.meta({ description: 'Its element, which declares its namespace.' }),
    }),
  )
  .min(1)
  .max(complementsMax)
  .meta({
    id: 'RawComplementsInput',
    description: 'Complements of the SAT that have no field of their own.',
  });

/** The XML that a receiver demands beside the fiscal document. */
export const addenda = xml.meta({
  description: 'Element of the `Addenda`, added after the stamp and outside the seal.',
});
