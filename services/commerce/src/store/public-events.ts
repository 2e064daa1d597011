import { publicBodies } from '@timbre/api';
import { stockBetweenServices } from './cfdi-stock';
import { publicContact, restatedContact } from './contact-changed';
import { publicExpense } from './expense-events';
import { publicImport } from './import-finished';
import { publicInventory } from './inventory-events';
import { publicLocation } from './location-changed';
import { publicPriceOverride } from './price-override-changed';
import { publicProduct } from './product-changed';
import { publicQuote } from './quote-events';
import { publicReceipt } from './sales-receipt-events';

/** The public payloads of all events of this service. */
export const publicBody = publicBodies([
  publicContact,
  restatedContact,
  publicProduct,
  publicInventory,
  stockBetweenServices,
  publicLocation,
  publicPriceOverride,
  publicImport,
  publicExpense,
  publicQuote,
  publicReceipt,
]);
