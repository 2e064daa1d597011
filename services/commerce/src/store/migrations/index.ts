import { CompressReplies, type MigrationList } from '@timbre/kit';
import { CreateContacts } from './0001-contacts';
import { CreateProducts } from './0002-products';
import { AddProductDetails } from './0100-product-details';
import { AddTaxFacts } from './0110-tax-facts';
import { CreateLocations } from './0200-locations';
import { CreateSettings } from './0201-settings';
import { CreateInventory } from './0202-inventory';
import { CreatePrices } from './0203-prices';

export const migrations: MigrationList[] = [
  { name: '0001-contacts', class: CreateContacts },
  { name: '0002-products', class: CreateProducts },
  { name: '0003-replies', class: CompressReplies },
  { name: '0100-product-details', class: AddProductDetails },
  { name: '0110-tax-facts', class: AddTaxFacts },
  { name: '0200-locations', class: CreateLocations },
  { name: '0201-settings', class: CreateSettings },
  { name: '0202-inventory', class: CreateInventory },
  { name: '0203-prices', class: CreatePrices },
];
