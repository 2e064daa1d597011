import { z } from 'zod';
import { address, nullable, shownAddress } from './contacts';
import { instant, postalCode, satCode, text } from './values';

const requiredFields = {
  name: text(100),
  postalCode: satCode('c_CodigoPostal').pipe(postalCode),
};

const optionalFields = {
  code: text(25),
  address,
  phone: text(30),
  receiptSeries: text(25),
};

/** POST /v1/locations */
export const locationInput = z.strictObject({
  ...requiredFields,
  ...z.object(optionalFields).partial().shape,
  isDefault: z.boolean().optional(),
});

/** PATCH /v1/locations/{locationId} */
export const locationPatch = z.strictObject({
  ...z.object(requiredFields).partial().shape,
  ...nullable(optionalFields),
  isDefault: z.boolean().optional(),
});

/** A branch that makes sales and stores goods. */
export const location = z
  .strictObject({
    locationId: z.string().min(1),
    name: z.string(),
    postalCode: z.string(),
    isDefault: z.boolean(),
    active: z.boolean(),
    updatedAt: instant,
    code: z.string().optional(),
    address: shownAddress.optional(),
    phone: z.string().optional(),
    receiptSeries: z.string().optional(),
  })
  .meta({ id: 'Location' });
