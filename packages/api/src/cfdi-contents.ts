import { z } from 'zod';
import { itemComplementFields } from './complements';
import { issue } from './issue';
import { pricedDetails, shownParts } from './item-details';
import { instant, shownLocalDateTime } from './values';

/**
 * The receiver of a CFDI. For a draft, it is copied from the contact; for an imported CFDI, it is
 * read from the XML.
 */
export const cfdiReceiver = z
  .strictObject({
    rfc: z.string().optional(),
    legalName: z.string().optional(),
    taxSystem: z.string().optional(),
    postalCode: z.string().optional(),
    taxResidence: z.string().optional(),
    foreignTaxId: z.string().optional(),
  })
  .meta({ id: 'CfdiReceiver' });

/** An item of a CFDI and the computed amounts of its Concepto. */
export const cfdiItem = z
  .looseObject({
    kind: z.enum(['product', 'custom']).optional(),
    productId: z.string().optional(),
    description: z.string(),
    satProductCode: z.string(),
    satUnitCode: z.string(),
    quantity: z.number(),
    unitPrice: z.number(),
    discount: z.number().optional(),
    taxIncluded: z.boolean().optional(),
    taxability: z.enum(['standard', 'zero', 'exempt']).optional(),
    taxRate: z.number().optional(),
    ...pricedDetails,
    parts: shownParts.optional(),
    ...itemComplementFields,
    amount: z
      .number()
      .meta({ description: 'Importe: the amount before discount and without taxes.' }),
    taxAmount: z.number().meta({ description: 'Sum of the transferred taxes of the item.' }),
    withheldAmount: z
      .number()
      .optional()
      .meta({ description: 'Sum of the withheld taxes of the item.' }),
  })
  .meta({ id: 'CfdiItem' });

/** The values of the TimbreFiscalDigital of a document. */
export const cfdiStamp = z
  .looseObject({
    stampedLocalDateTime: shownLocalDateTime,
    certificateNumber: z.string(),
    satCertificateNumber: z.string(),
    pacRfc: z.string(),
  })
  .meta({ id: 'CfdiStamp' });

/** The last rejection of a CFDI by a PAC, and its reason. */
export const cfdiRejection = z
  .strictObject({
    code: z.string().meta({ description: 'The code of the SAT or of the PAC.' }),
    message: z.string().meta({ description: "The PAC's words." }),
    at: instant,
    issues: z
      .array(issue)
      .optional()
      .meta({ description: 'Fields of the input that caused the rejection, and what to do.' }),
  })
  .meta({ id: 'CfdiRejection' });
