import { Migration } from '@mikro-orm/migrations';

const indexes = {
  dues_canceled: `dues (org_id, due_on, id) where state = 'canceled' and covered < amount and state <> 'ended'`,
};

/**
 * An index of canceled entries of the collection calendar, so that a list of them reads no other
 * entries.
 */
export class IndexCanceledDues extends Migration {
  override up(): void {
    // The index includes documents without an open item, because all known documents of a contact
    // are queried.
    this.addSql('drop index documents_contact');
    this.addSql('create index documents_contact on documents (org_id, side, contact)');
    for (const [name, rows] of Object.entries(indexes))
      this.addSql(`create index ${name} on ${rows}`);
  }

  override down(): void {
    for (const name of Object.keys(indexes)) this.addSql(`drop index ${name}`);
    this.addSql('drop index documents_contact');
    this.addSql(
      'create index documents_contact on documents (org_id, side, contact) where family is not null',
    );
  }
}
