import type { fiscalCfdi } from '@timbre/contract';
import { isIdentifier, type Reader } from '@timbre/kit';
import { owedOnly } from './announced-cfdi';

/** The SQL for the complements and credit notes that refer to the document `r` by its UUID. */
const naming = `select p.complement_id as id from invoice_payments p
    where p.org_id = r.org_id and p.uuid = r.uuid
  union select n.cfdi_id from cfdi_relations n where n.org_id = r.org_id and n.uuid = r.uuid`;

/**
 * The maximum number of the newest documents in the list. The caller does not need older documents, because
 * their events have already arrived.
 */
const newestMax = 100;

const newestOf = `select n.id from cfdi n where n.org_id = :org and n.customer_id = $3::uuid
  and n.kind = 'income' and n.status <> 'draft' order by n.id desc limit ${newestMax}`;

const newestOfRfc = `select n.id from cfdi n where n.org_id = :org and n.customer_id is null
  and n.counterparty_rfc = $4::text and n.direction = $5::text
  and n.kind = 'income' and n.status <> 'draft' order by n.id desc limit ${newestMax}`;

const families = `select c.id as "cfdiId", c.version from (
    select x.id from cfdi r
    cross join lateral (select r.id union ${naming}) x
    where r.org_id = :org and r.id in (
      select unnest($2::uuid[]) union (${newestOf}) union (${newestOfRfc}))
    group by x.id) k
  join cfdi c on c.org_id = :org and c.id = k.id
  where ${owedOnly}
  order by c.id`;

/**
 * Lists the documents with these identifiers, the customer's newest documents, and the documents that
 * reduce the balances of these documents.
 */
export const cfdiFamilies = (
  read: Reader,
  { cfdiIds, customerId = '', counterpartyRfc, direction }: fiscalCfdi.ListCfdiFamiliesRequest,
): Promise<fiscalCfdi.CfdiVersion[]> =>
  read.rows(families, [
    cfdiIds.filter(isIdentifier),
    isIdentifier(customerId) ? customerId : null,
    counterpartyRfc ?? null,
    direction ?? null,
  ]);
