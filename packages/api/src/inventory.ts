import { z } from 'zod';
import { eitherOf, needs, rules } from './field-rules';
import { decimal, identifier, instant, text } from './values';

/** The kinds of stock movements. */
export const movementKind = z.enum([
  'sale',
  'refund',
  'cancel',
  'adjustment',
  'transfer_in',
  'transfer_out',
  'receipt',
  'cfdi_deduct',
  'cfdi_reverse',
  'import',
]);

const stockStatus = z.enum(['available', 'out_of_stock']);

/** POST /v1/products/{productId}/inventory-movements */
export const adjustmentInput = z
  .strictObject({
    locationId: identifier,
    quantity: decimal({ signed: true })
      .optional()
      .meta({ description: 'Difference; negative takes goods out.' }),
    countedQuantity: decimal()
      .optional()
      .meta({ description: 'Counted quantity, which becomes the stock.' }),
    unitCost: decimal().optional().meta({
      description: 'Cost of one unit of goods received, in pesos; it changes the average cost.',
    }),
    reason: text(300),
  })
  .meta(
    rules({
      locationId: eitherOf('quantity', 'countedQuantity'),
      unitCost: { ...needs('quantity'), properties: { quantity: { exclusiveMinimum: 0 } } },
    }),
  );

/** POST /v1/inventory/transfers */
export const transferInput = z.strictObject({
  fromLocationId: identifier,
  toLocationId: identifier,
  items: z
    .array(z.strictObject({ productId: identifier, quantity: decimal({ positive: true }) }))
    .min(1)
    .max(100),
  reason: text(300).optional(),
});

/**
 * A change in the stock of a product at a location. A recorded movement is immutable.
 */
export const movement = z
  .strictObject({
    movementId: z.string().min(1),
    productId: z.string().min(1),
    locationId: z.string().min(1),
    kind: movementKind,
    quantity: z.number(),
    resultingStock: z.number(),
    occurredAt: instant,
    unitCost: z.number().optional(),
    documentRef: z
      .string()
      .regex(/^[a-z_]+:.+$/)
      .optional(),
    reason: z.string().optional(),
  })
  .meta({ id: 'InventoryMovement' });

export const transfer = z
  .strictObject({
    transferId: z.string().min(1),
    fromLocationId: z.string().min(1),
    toLocationId: z.string().min(1),
    occurredAt: instant,
    movements: z.array(movement),
  })
  .meta({ id: 'InventoryTransfer' });

/** The filters of GET /v1/inventory. */
export const inventoryFilters = {
  productId: identifier.optional(),
  locationId: identifier.optional(),
  stockStatus: stockStatus.optional(),
};

/** The stock of a product at a location. */
export const inventoryLevel = z
  .strictObject({
    productId: z.string().min(1),
    locationId: z.string().min(1),
    description: z.string(),
    stock: z.number(),
    reserved: z.number(),
    available: z.number(),
    stockStatus,
    updatedAt: instant,
    sku: z.string().optional(),
    averageCost: z.number().optional(),
  })
  .meta({ id: 'InventoryLevel' });

/** PUT /v1/products/{productId}/suppliers/{contactId} */
export const productSupplierInput = z.strictObject({
  supplierSku: text(100).optional(),
  cost: decimal().optional(),
  leadTimeDays: z.int().min(0).max(3650).optional(),
  preferred: z.boolean().default(false),
});

export const productSupplier = z
  .strictObject({
    contactId: z.string().min(1),
    legalName: z.string(),
    preferred: z.boolean(),
    updatedAt: instant,
    supplierSku: z.string().optional(),
    cost: z.number().optional(),
    leadTimeDays: z.int().optional(),
  })
  .meta({ id: 'ProductSupplier' });
