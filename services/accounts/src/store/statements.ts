import type { contactStatement } from '@timbre/api';
import { byName, number, object, onlyRow, type Answer, type Reader } from '@timbre/kit';

type Shape = Answer<typeof contactStatement>;

/** The scope of a statement: the contact, the currency, and the first and the last day. */
export interface StatementOf {
  contact: string;
  currency: string;
  dateFrom: string | null;
  dateTo: string;
}

const ofContact = `t.org_id = :org and t.contact = :contact and t.currency = :currency`;
const inPeriod = `${ofContact} and t.occurred_on <= :dateTo::date
  and t.occurred_on >= coalesce(:dateFrom::date, '-infinity'::date)`;

/**
 * SQL that selects the transactions of a statement's period, with their charges and credits. A
 * document that was paid at once (PUE) has both a charge and a credit. A complement for money that
 * was already recorded changes no balance and is left out.
 */
const lines = `(select t.id, t.occurred_on, t.kind, t.document_ref, t.amount,
    case when t.amount = 0 then o.amount else greatest(t.amount, 0) end as charge,
    case when t.amount = 0 then o.amount else greatest(-t.amount, 0) end as credit
  from transactions t
  left join lateral (select abs(sum(e.amount)) as amount from entries e
    where t.amount = 0 and e.org_id = t.org_id and e.transaction_id = t.id
      and e.account in ('sales', 'purchases')) o on true
  where ${inPeriod} and (t.amount <> 0 or o.amount <> 0))`;

export interface StatementSums {
  opening: string;
  charges: string;
  credits: string;
  closing: string;
}

/**
 * Reads the balance before the period, the sums of charges and of credits, and the balance after the
 * period.
 */
export async function statementSums(read: Reader, of: StatementOf): Promise<StatementSums> {
  const row = onlyRow(
    await read.rows<StatementSums>(
      ...byName(
        `select p.opening::text, s.charges::text, s.credits::text,
       (p.opening + s.charges - s.credits)::text as closing
     from (select coalesce(sum(t.amount), 0) as opening from transactions t
         where ${ofContact}
           and t.occurred_on < :dateFrom::date) p,
       (select coalesce(sum(l.charge), 0) as charges, coalesce(sum(l.credit), 0) as credits
         from ${lines} l) s`,
        valuesOf(of),
        2,
      ),
    ),
  );
  return row;
}

const valuesOf = ({ contact, currency, dateFrom, dateTo }: StatementOf) => ({
  contact,
  currency,
  dateFrom,
  dateTo,
});

export interface StatementLine {
  id: string;
  occurredOn: string;
  kind: Shape['lines'][number]['kind'];
  folio: string | null;
  documentRef: string | null;
  charge: string;
  credit: string;
  balance: string;
  json: string;
}

const line = object<Shape['lines'][number]>({
  transactionId: 'l.id',
  occurredOn: 'l.occurred_on',
  kind: 'l.kind',
  documentRef: 'l.document_ref',
  folio: 'd.folio',
  charge: number('nullif(l.charge, 0)'),
  credit: number('nullif(l.credit, 0)'),
  balance: number('l.balance'),
});

/**
 * Reads lines of a statement sorted by day, each with the balance after that line.
 * @param after identifies the last line of the previous page; null for the first page
 */
export function statementLines(
  read: Reader,
  of: StatementOf,
  after: string | null,
  max: number,
): Promise<StatementLine[]> {
  // The first day of the page: the day of the last line on the previous page, or the first day of
  // the period. For the first page, the identifier of the previous line is 0.
  const last = `(select c.occurred_on from transactions c where c.org_id = :org and c.id = :after::uuid)`;
  const edge = `(coalesce(${last}, :dateFrom::date, '-infinity'::date),
    coalesce(:after::uuid, '00000000-0000-0000-0000-000000000000'::uuid))`;
  return read.rows<StatementLine>(
    ...byName(
      `select l.id, l.occurred_on::text as "occurredOn", l.kind, d.folio,
       l.document_ref as "documentRef", l.charge::text, l.credit::text, l.balance::text,
       json_strip_nulls(${line})::text as json
     from (select p.*, p.before + sum(p.amount) over (order by p.occurred_on, p.id) as balance
       from (select x.*, (select coalesce(sum(t.amount), 0) from transactions t
             where ${ofContact} and (t.occurred_on, t.id) <= ${edge}) as before
         from ${lines} x
         where (x.occurred_on, x.id) > ${edge}
         order by x.occurred_on, x.id limit :max::int) p) l
     left join documents d on d.org_id = :org and d.ref = l.document_ref
     order by l.occurred_on, l.id`,
      { ...valuesOf(of), after, max },
      2,
    ),
  );
}

/** Reads the contact of a statement as customer or as supplier. */
export async function statementContact(
  read: Reader,
  contact: string,
): Promise<{ name: string | null; side: 'receivable' | 'payable' } | undefined> {
  const [row] = await read.rows<{ name: string | null; side: 'receivable' | 'payable' }>(
    `select c.legal_name as name,
       case c.kind when 'customer' then 'receivable' else 'payable' end as side
     from contacts c where c.org_id = :org and c.id = $2::uuid
     union all
     (select d.counterparty_name, d.side from documents d
       where d.org_id = :org and d.contact = $2::text and d.family is not null limit 1)
     limit 1`,
    [contact],
  );
  return row;
}
