import { z } from 'zod';
import { instant } from './values';

/** Who receives a CFDI, as its draft last saw them. */
export const cfdiReceiver = z
  .strictObject({
    rfc: z.string().optional(),
    legalName: z.string().optional(),
    taxSystem: z.string().optional(),
    postalCode: z.string().optional(),
  })
  .meta({ id: 'CfdiReceiver' });

/** An item with what its Concepto came to. */
export const cfdiItem = z
  .looseObject({
    kind: z.enum(['product', 'custom']).optional(),
    productId: z.string().optional(),
    sku: z.string().optional(),
    description: z.string(),
    satProductCode: z.string(),
    satUnitCode: z.string(),
    quantity: z.number(),
    unitPrice: z.number(),
    discount: z.number().optional(),
    taxIncluded: z.boolean().optional(),
    taxability: z.enum(['standard', 'zero', 'exempt']).optional(),
    taxRate: z.number().optional(),
    amount: z.number().meta({ description: 'Importe: before discount and without taxes.' }),
    taxAmount: z.number().meta({ description: 'Taxes transferred with it.' }),
  })
  .meta({ id: 'CfdiItem' });

/** What the TimbreFiscalDigital says. */
export const cfdiStamp = z
  .looseObject({
    stampedLocalDateTime: z.string(),
    certificateNumber: z.string(),
    satCertificateNumber: z.string(),
    pacRfc: z.string(),
  })
  .meta({ id: 'CfdiStamp' });

/** Why the PAC did not stamp it the last time. */
export const cfdiRejection = z
  .strictObject({
    code: z.string(),
    message: z.string(),
    at: instant,
  })
  .meta({ id: 'CfdiRejection' });
