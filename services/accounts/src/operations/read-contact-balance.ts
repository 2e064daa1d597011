import type { accounts } from '@timbre/contract';
import { createRun, isIdentifier, type Operation, type Reader } from '@timbre/kit';
import type { NamedContact } from '../domain/ports';
import { refreshDocuments, type DocumentProviders } from '../workflows/refresh-documents';

const owed = `select currency, sum(open) as open, 0 as credit from documents
  where org_id = :org and side in ('receivable', 'payable') and contact = $2 and open > 0
  group by currency`;

const credit = `select currency, 0, abs(balance) from balances where org_id = :org and balance <> 0
  and account in ('credit:' || $2, 'advance:' || $2)`;

/** More were known for so long that their events have arrived. */
const refreshedMax = 100;

const openRefs = `select ref from documents where org_id = :org and side in ('receivable', 'payable')
  and contact = $2 and open > 0 order by occurred_on desc, ref limit ${refreshedMax}`;

/** Commerce compares those of a moment ago; its other ones have been known for long. */
const knownRefs = `select ref from documents where org_id = :org and side in ('receivable', 'payable')
  and contact = $2 and (ref like 'sales_receipt:%' or ref like 'expense:%')
  order by split_part(ref, ':', 2) desc limit 500`;

/**
 * The balances of a contact by currency, from the present state of its documents at their owners;
 * their events may not have arrived yet.
 */
export const readContactBalance: Operation<
  accounts.ReadContactBalanceRequest,
  DocumentProviders,
  accounts.ReadContactBalanceResponse
> = {
  async run(runtime, context, { contactId }) {
    if (!isIdentifier(contactId)) return { balances: [], knownRefs: [] };
    const contact = contactId.toLowerCase();
    const run = createRun(runtime, context);
    const open = await run.read.rows<{ ref: string }>(openRefs, [contact]);
    const refs = open.map(({ ref }) => ref);
    const named = await namedContact(run.read, contact);
    await refreshDocuments(run, runtime.providers, refs, named);
    const balances = await run.read.rows<accounts.ContactBalance>(
      `select currency, trim_scale(sum(open))::text as open, trim_scale(sum(credit))::text as credit
       from ((${owed}) union all (${credit})) x group by currency order by currency`,
      [contact],
    );
    const known = await run.read.rows<{ ref: string }>(knownRefs, [contact]);
    return { balances, knownRefs: known.map(({ ref }) => ref) };
  },
};

/** The contact as its last event told it; the RFC of a newer one is not known here yet. */
async function namedContact(read: Reader, id: string): Promise<NamedContact> {
  const [known] = await read.rows<{ rfc: string | null; kind: string }>(
    'select rfc, kind from contacts where org_id = :org and id = $2::uuid',
    [id],
  );
  const side = known?.kind === 'supplier' ? 'payable' : 'receivable';
  return { id, rfc: known?.rfc ?? undefined, side };
}
