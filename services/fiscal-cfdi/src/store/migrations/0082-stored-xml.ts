import { Migration } from '@mikro-orm/migrations';

const of = (how: string): string =>
  `alter table cfdi alter sealed_xml set ${how}, alter stamped_xml set ${how}`;

/**
 * PostgreSQL's own compression tries a usual document at length and then stores it as it is: most of
 * it is certificate and seal. LZ4 is quick, where the server has it.
 */
const xml = `do $$ begin ${of('compression lz4')};
  exception when feature_not_supported then ${of('storage external')}; end $$`;

export class StoreXml extends Migration {
  override up(): void {
    this.addSql(xml);
    // Beside its XML, which lies apart, a document without many items is stored as it is.
    this.addSql('alter table cfdi set (toast_tuple_target = 3000)');
  }

  override down(): void {
    this.addSql('alter table cfdi reset (toast_tuple_target)');
    this.addSql(of('storage extended'));
    this.addSql(of('compression default'));
  }
}
