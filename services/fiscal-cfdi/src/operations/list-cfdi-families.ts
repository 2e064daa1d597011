import type { fiscalCfdi } from '@timbre/contract';
import { isIdentifier, query } from '@timbre/kit';
import { owedOnly } from '../store/cfdi/announced-cfdi';

/** The complements and the credit notes that name the document `r` by its UUID. */
const naming = `select p.complement_id as id from invoice_payments p
    where p.org_id = r.org_id and p.uuid = r.uuid
  union select n.cfdi_id from cfdi_relations n where n.org_id = r.org_id and n.uuid = r.uuid`;

/** More were stamped so long ago that their events have arrived. */
const newestMax = 100;

const newestOf = `select n.id from cfdi n where n.org_id = :org and n.customer_id = $3::uuid
  and n.kind = 'income' and n.status <> 'draft' order by n.id desc limit ${newestMax}`;

const newestOfRfc = `select n.id from cfdi n where n.org_id = :org and n.customer_id is null
  and n.counterparty_rfc = $4::text and n.direction = $5::text
  and n.kind = 'income' and n.status <> 'draft' order by n.id desc limit ${newestMax}`;

/**
 * The stamped documents with these identifiers, the newest invoices of the customer, also those that name only its RFC,
 * and those that lower what is owed of them, each with its version, so that the caller reads only what it does not know.
 * Unknown identifiers are left out.
 */
export const listCfdiFamilies = query(
  async (
    read,
    request: fiscalCfdi.ListCfdiFamiliesRequest,
  ): Promise<fiscalCfdi.ListCfdiFamiliesResponse> => {
    const { cfdiIds, customerId = '', counterpartyRfc, direction } = request;
    return {
      documents: await read.rows<fiscalCfdi.CfdiVersion>(
        `select c.id as "cfdiId", c.version from (
           select x.id from cfdi r
           cross join lateral (select r.id union ${naming}) x
           where r.org_id = :org and r.id in (
             select unnest($2::uuid[]) union (${newestOf}) union (${newestOfRfc}))
           group by x.id) k
         join cfdi c on c.org_id = :org and c.id = k.id
         where ${owedOnly}
         order by c.id`,
        [
          cfdiIds.filter(isIdentifier),
          isIdentifier(customerId) ? customerId : null,
          counterpartyRfc ?? null,
          direction ?? null,
        ],
      ),
    };
  },
);
