import { Migration } from '@mikro-orm/migrations';

const of = (how: string): string =>
  `alter table cfdi alter sealed_xml set ${how}, alter stamped_xml set ${how}`;

/**
 * PostgreSQL's own compression takes long for a usual document and then stores it uncompressed,
 * because most of it is certificate and seal. LZ4 is used if the server has it, because it is fast.
 */
const xml = `do $$ begin ${of('compression lz4')};
  exception when feature_not_supported then ${of('storage external')}; end $$`;

export class StoreXml extends Migration {
  override up(): void {
    this.addSql(xml);
    // The XML is stored separately, so the rest of a document without many items needs no compression.
    this.addSql('alter table cfdi set (toast_tuple_target = 3000)');
  }

  override down(): void {
    this.addSql('alter table cfdi reset (toast_tuple_target)');
    this.addSql(of('storage extended'));
    this.addSql(of('compression default'));
  }
}
