import { Migration } from '@mikro-orm/migrations';

/**
 * The product data that items copy to their concepts; lists and decimals have the form of messages.
 */
export class AddProductDetails extends Migration {
  override up(): void {
    this.addSql(`alter table products
      add unit_name text,
      add activity text,
      add withholdings jsonb,
      add taxes jsonb,
      add tax_object text,
      add property_tax_accounts jsonb,
      add customs_numbers jsonb,
      add third_party jsonb`);
  }

  override down(): void {
    this.addSql(`alter table products
      drop unit_name, drop activity, drop withholdings, drop taxes, drop tax_object,
      drop property_tax_accounts, drop customs_numbers, drop third_party`);
  }
}
