import { newId, type CallContext, type Operation, type Transaction } from '@timbre/kit';
import { callContext, withKey, type ServiceRuntime } from '@timbre/testkit';
import { createSalesReceipt } from '../src/operations/create-sales-receipt';
import { listContacts } from '../src/operations/list-contacts';
import { listExpenses } from '../src/operations/list-expenses';
import { listImportRows } from '../src/operations/list-import-rows';
import { listImports } from '../src/operations/list-imports';
import { listInventory } from '../src/operations/list-inventory';
import { listInventoryMovements } from '../src/operations/list-inventory-movements';
import { listLocations } from '../src/operations/list-locations';
import { listPriceOverrides } from '../src/operations/list-price-overrides';
import { listProducts } from '../src/operations/list-products';
import { listSalesReceipts } from '../src/operations/list-sales-receipts';
import { listQuotes } from '../src/operations/list-quotes';
import type { SalesPeriod } from '../src/domain/sales-period';
import { claimForGlobal } from '../src/store/global-claims';
import { addLocation, addProduct, addSoldProduct, saleOf, sold, startCommerce } from './commerce';

let service: ServiceRuntime;
let context: CallContext;
let productId: string;
let locationId: string;
const importId = newId();

/**
 * Half of the rows belong to one organization, which tempts the planner to use a sequential scan.
 */
beforeAll(async () => {
  service = await startCommerce();
  context = callContext();
  [productId, locationId] = [await addProduct(service, context), newId()];
  const rows = `select gen_random_uuid() as id, case when n % 2 = 0 then $1::uuid
      else gen_random_uuid() end as org_id, n, md5(n::text) as word
    from generate_series(1, 20000) n`;
  await service.rows(
    `insert into contacts (id, org_id, version, kind, legal_name, search_text, created_at, updated_at)
     select id, org_id, 1, case when n % 1000 = 0 then 'supplier' else 'customer' end, word, word,
       now(), now() from (${rows}) made`,
    [context.organizationId],
  );
  await service.rows(
    `insert into products (id, org_id, version, active, description, price, search_text, created_at,
       updated_at)
     select id, org_id, 1, n % 1000 <> 0, word, 1, word, now(), now() from (${rows}) made`,
    [context.organizationId],
  );
  await service.rows(
    `insert into locations (id, org_id, version, active, is_default, name, postal_code, search_text,
       created_at, updated_at)
     select id, org_id, 1, n % 1000 <> 0, false, word, '42501', word, now(), now()
     from (${rows}) made`,
    [context.organizationId],
  );
  await service.rows(
    `insert into inventory_levels (id, org_id, product_id, location_id, version, stock, updated_at)
     select id, org_id, gen_random_uuid(), case when n % 1000 = 0 then $2::uuid
         else gen_random_uuid() end, 1, case when n % 1000 = 0 then 0 else 5 end, now()
     from (${rows}) made`,
    [context.organizationId, locationId],
  );
  await service.rows(
    `insert into inventory_movements (id, org_id, product_id, location_id, kind, quantity,
       resulting_stock, occurred_at)
     select id, org_id, case when n % 2 = 0 then $2::uuid else gen_random_uuid() end,
       case when n % 1000 = 0 then $3::uuid else gen_random_uuid() end, 'sale', -1, 5, now()
     from (${rows}) made`,
    [context.organizationId, productId, locationId],
  );
  await service.rows(
    `insert into price_overrides (id, org_id, version, product_id, location_id, customer_id, price,
       created_at, updated_at)
     select id, org_id, 1, gen_random_uuid(), case when n % 1000 = 0 then $2::uuid
         else gen_random_uuid() end, null, 1, now(), now() from (${rows}) made`,
    [context.organizationId, locationId],
  );
  await service.rows(
    `insert into sales_receipts (id, org_id, version, status, sale_type, folio, business_date, total,
       taxes, payments, invoice_requested, fields, is_brief, search_text, created_at, updated_at)
     select id, org_id, 1, case when n % 1000 = 0 then 'canceled' else 'open' end, 'paid', n::text,
       date '2026-01-01' + n / 60, 1, '[]', '[]', false, '[]', true, word, now(), now()
     from (${rows}) made`,
    [context.organizationId],
  );
  await service.rows(
    `insert into sales_receipt_lines (id, org_id, receipt_id, position, description, quantity,
       unit_price, line_total, item)
     select id, org_id, gen_random_uuid(), 0, word, 1, 1, 1, '{}' from (${rows}) made`,
    [context.organizationId],
  );
  await service.rows(
    `insert into expense_categories (id, org_id, version, name, folded_name, active, search_text,
       created_at, updated_at) select md5(n::text)::uuid, $1, 1, n, n, true, n, now(), now()
     from generate_series(0, 998) n`,
    [context.organizationId],
  );
  await service.rows(
    `insert into expenses (id, org_id, version, description, category_id, category_name,
       settlement_mode, payment_form, total, settled_amount, supplier_id, location_id, occurred_at,
       business_date, cfdi_id, cfdi_canceled, search_text, created_at, updated_at)
     select gen_random_uuid(), $1, 1, word, md5((n % 999)::text)::uuid, 'x', case when n % 1000 = 0 then 'credit' else
         'paid' end, '01', 1, 0, case when n % 1000 = 0 then $2::uuid else gen_random_uuid() end,
       case when n % 1000 = 0 then $2::uuid else gen_random_uuid() end, now(),
       date '2026-11-20' - n / 20, case when n % 1000 <> 0 then id end, false, word, now(), now()
     from (${rows}) made where org_id = $1`,
    [context.organizationId, locationId],
  );
  await service.rows(
    `insert into quotes (id, org_id, version, folio_number, status, revision_number, customer_id,
       content, issue_date, expires_at, search_text, created_at, updated_at)
     select id, org_id, 1, n, case when n % 1000 = 0 then 'draft' else 'sent' end, 1,
       case when n % 1000 = 0 then $2::uuid else gen_random_uuid() end, '{"items": []}',
       date '2026-11-20' - n / 20, now(), word, now(), now() from (${rows}) made`,
    [context.organizationId, locationId],
  );
  await service.rows(
    `insert into imports (id, org_id, version, kind, state, file_id, file_name, rows_done, issues,
       attempts, created_at, updated_at)
     select id, org_id, 1, case when n % 1000 = 0 then 'suppliers' else 'products' end,
       case when n % 1000 = 0 then 'failed' else 'done' end, 'x', 'x', 0, '[]', 0, now(), now()
     from (${rows}) made`,
    [context.organizationId],
  );
  await service.rows(
    `insert into import_rows (id, org_id, import_id, line, action, "values", cleared, issues)
     select id, org_id, case when n % 20 = 0 then $2 else md5((n % 20)::text)::uuid end, n,
       case when n % 1000 = 0 then 'invalid' else 'create' end, '{}', '[]',
       case when n % 1000 = 0 then '[{}]'::jsonb else '[]' end from (${rows}) made`,
    [context.organizationId, importId],
  );
  await service.rows(
    `insert into quote_payments (id, org_id, version, quote_id, is_live, source, amount, paid_at,
       application_status, created_at, updated_at)
     select id, org_id, 1, id, true, 'manual', 1, now(), 'pending', now(), now() from quotes`,
  );
  await service.rows(
    `insert into receipt_documents (id, org_id, version, kind, state, request_key, request, created_at,
       updated_at)
     select id, org_id, 1, 'invoice', 'stamped', 'self_invoice:quote:' || id, '{}', now(), now()
     from quotes`,
  );
  await service.rows('analyze');
});
afterAll(() => service.close());

interface Node {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Parent Relationship'?: string;
  Plans?: Node[];
}

/** Returns the generic plan of a statement of an operation; the default is the last statement. */
async function planOf<Request>(operation: Operation<Request, unknown>, request: Request, at = -1) {
  const asked: { text: string; values: unknown[] }[] = [];
  const seen = (async (statement: never) => {
    asked.push(statement);
    return { rows: [{ id: productId }] };
  }) as never;
  const { pool, statements } = service.runtime;
  const spies = [pool, statements].map((on) => jest.spyOn(on, 'query').mockImplementation(seen));
  await operation.run(service.runtime, context, request);
  spies.forEach((spy) => spy.mockRestore());
  // The list of a nested resource reads its parent before its rows.
  const { text, values } = asked.at(at)!;
  return explain(text, values);
}

async function explain(text: string, values: unknown[]): Promise<Node[]> {
  const client = await service.runtime.pool.connect();
  try {
    await client.query(`set plan_cache_mode = force_generic_plan`);
    await client.query(`prepare listed as ${text}`);
    const textOf = (value: unknown) => {
      if (Array.isArray(value)) return `{${value.join()}}`;
      return value instanceof Date ? value.toISOString() : String(value);
    };
    const given = values.map((value) => (value == null ? 'null' : `'${textOf(value)}'`)).join(', ');
    const { rows } = await client.query(`explain (format json) execute listed (${given})`);
    return nodesOf((rows[0] as { 'QUERY PLAN': { Plan: Node }[] })['QUERY PLAN'][0]!.Plan);
  } finally {
    client.release(true);
  }
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
const kindsOf = (nodes: Node[]) => nodes.map((node) => node['Node Type']);
/**
 * Returns the indexes that the list itself uses, without the indexes of sub-selects for referenced
 * records.
 */
const indexesOf = ([top]: Node[]) => listed(top!).flatMap((node) => node['Index Name'] ?? []);
const listed = (node: Node): Node[] => [
  node,
  ...(node.Plans ?? []).filter((one) => one['Parent Relationship'] !== 'SubPlan').flatMap(listed),
];

describe('these lists use an index without a sort', () => {
  it.each([
    ['contacts', listContacts, {}, 'contacts_pkey'],
    ['contacts of a kind', listContacts, { kind: 'supplier' }, 'contacts_kind'],
    ['products', listProducts, {}, 'products_pkey'],
    ['archived products', listProducts, { active: false }, 'products_active'],
    ['archived locations', listLocations, { active: false }, 'locations_active'],
    ['quotes', listQuotes, {}, 'quotes_pkey'],
    ['quotes of a status', listQuotes, { status: 'draft' }, 'quotes_status'],
    ['expired quotes, written or not', listQuotes, { status: 'expired' }, 'quotes_pkey'],
    ['quotes of a customer', listQuotes, { customerId: newId() }, 'quotes_customer'],
    ['prices', listPriceOverrides, {}, 'price_overrides_pkey'],
    [
      'prices of a location',
      listPriceOverrides,
      { locationId: newId() },
      'price_overrides_location',
    ],
    ['receipts', listSalesReceipts, {}, 'sales_receipts_business_date'],
    [
      'receipts of a day',
      listSalesReceipts,
      { page: { dateFrom: '2026-03-01', dateTo: '2026-03-01' } },
      'sales_receipts_business_date',
    ],
    [
      'receipts until a day',
      listSalesReceipts,
      { page: { dateTo: '2026-03-01' } },
      'sales_receipts_business_date',
    ],
    ['canceled receipts', listSalesReceipts, { status: 'canceled' }, 'sales_receipts_status'],
    [
      'canceled receipts from a day on',
      listSalesReceipts,
      { status: 'canceled', page: { dateFrom: '2026-03-01' } },
      'sales_receipts_status',
    ],
    ['stock', listInventory, {}, 'inventory_levels_id'],
    ['imports', listImports, {}, 'imports_pkey'],
    ['imports of a kind', listImports, { kind: 'suppliers' }, 'imports_kind'],
    ['imports in a state', listImports, { state: 'failed' }, 'imports_state'],
    ['rows of an import', listImportRows, { importId }, 'import_rows_import'],
    [
      'invalid rows of an import',
      listImportRows,
      { importId, action: 'invalid' },
      'import_rows_action',
    ],
    [
      'rows of an import with issues',
      listImportRows,
      { importId, hasIssues: true },
      'import_rows_issues',
    ],
    ['missing stock', listInventory, { stockStatus: 'out_of_stock' }, 'inventory_levels_available'],
    ['stock of a location', listInventory, { locationId: newId() }, 'inventory_levels_location'],
    ['expenses', listExpenses, {}, 'expenses_pkey'],
    ['expenses of a category', listExpenses, { categoryId: newId() }, 'expenses_category'],
    ['expenses of a supplier', listExpenses, { supplierId: newId() }, 'expenses_supplier'],
    ['expenses of a location', listExpenses, { locationId: newId() }, 'expenses_location'],
    ['open expenses', listExpenses, { settlementState: 'open' }, 'expenses_state'],
    ['expenses without a CFDI', listExpenses, { hasCfdi: false }, 'expenses_supported'],
    [
      'movements of a product',
      listInventoryMovements,
      { productId: newId() },
      'inventory_movements_product',
    ],
    [
      'movements of a product at a location',
      listInventoryMovements,
      { productId: newId(), locationId: newId() },
      'inventory_movements_location',
    ],
  ] as [string, Operation<unknown, unknown>, object, string][])(
    'an index without a sort serves %s',
    async (_, operation, request, index) => {
      const nodes = await planOf(operation, request);
      expect(indexesOf(nodes)).toEqual([index]);
      expect(kindsOf(nodes)).not.toContain('Sort');
      expect(kindsOf(nodes)).not.toContain('Incremental Sort');
      expect(kindsOf(nodes)).not.toContain('Seq Scan');
    },
  );

  it.each([
    ['expenses', listExpenses, 'expenses_date'],
    ['quotes', listQuotes, 'quotes_date'],
  ] as [string, Operation<unknown, unknown>, string][])(
    'an index without a sort serves a day of %s, without the history before it',
    async (_, operation, index) => {
      const page = { dateFrom: '2026-11-20', dateTo: '2026-11-20' };
      const nodes = await planOf(operation, { page });
      expect(indexesOf(nodes)).toEqual([index]);
      expect(kindsOf(nodes)).not.toContain('Seq Scan');
    },
  );

  it('a later page of contacts uses an index without a sort', async () => {
    const { pagination } = await service.page(listContacts, context, {});
    const page = { cursor: pagination.nextCursor as string };
    const nodes = await planOf(listContacts, { page });
    expect(indexesOf(nodes)).toEqual(['contacts_pkey']);
    expect(kindsOf(nodes)).not.toContain('Sort');
  });

  it('a later page of receipts between two days uses an index without a sort', async () => {
    const days = { dateFrom: '2026-02-01', dateTo: '2026-09-01' };
    const first = await service.page(listSalesReceipts, context, { page: days });
    const cursor = first.pagination.nextCursor as string;
    const nodes = await planOf(listSalesReceipts, { page: { ...days, cursor } });
    expect(indexesOf(nodes)).toEqual(['sales_receipts_business_date']);
    expect(kindsOf(nodes)).not.toContain('Sort');
  });

  it.each([
    ['receipts', listSalesReceipts, 'sales_receipts_business_date', 'sales_receipts_pkey'],
    ['contacts', listContacts, 'contacts_pkey', 'contacts_pkey'],
  ] as [string, Operation<unknown, unknown>, string, string][])(
    'a search of %s, in the order of the page and by the keys of what the index has found',
    async (_, operation, inOrder, byKey) => {
      const page = { query: 'maria' };
      const [first, found] = [
        await planOf(operation, { page }, 0),
        await planOf(operation, { page }, 1),
      ];
      expect(indexesOf(first)).toEqual([inOrder]);
      expect(kindsOf(first)).not.toContain('Sort');
      expect(indexesOf(found)).toEqual([byKey]);
      expect(kindsOf([...first, ...found])).not.toContain('Seq Scan');
    },
  );

  it('a sale uses indexes for the rows that it locks and writes', async () => {
    const asked = jest.spyOn(service.runtime.statements, 'query');
    const soldId = await addSoldProduct(service, context);
    const place = await addLocation(service, context, { code: 'P' });
    const request = saleOf([sold(soldId)], { locationId: place });
    await service.answer(createSalesReceipt, withKey(context, 'POST /v1/sales-receipts'), request);
    const { text } = asked.mock.calls.at(-1)![0];
    asked.mockRestore();
    expect(text).toContain('for update of l');
    const [row] = await service.rows<{ 'QUERY PLAN': { Plan: Node }[] }>(
      `explain (generic_plan, format json) ${text}`,
    );
    const nodes = nodesOf(row!['QUERY PLAN'][0]!.Plan);
    const names = nodes.flatMap((node) => node['Index Name'] ?? []);
    expect(names).toEqual(expect.arrayContaining(['locations_pkey', 'inventory_levels_pkey']));
    const read = nodes.filter((node) => node['Node Type'] === 'Seq Scan');
    // The table has one row per series.
    expect(read.map((node) => node['Relation Name'])).toEqual(
      expect.not.arrayContaining(['inventory_levels', 'locations', 'sales_receipts']),
    );
  });

  it("reading a receipt reads only the receipt's own lines", async () => {
    const nodes = await planOf(listSalesReceipts, {});
    const names = nodes.flatMap((node) => node['Index Name'] ?? []);
    expect(names).toContain('sales_receipt_lines_receipt');
  });

  it.each([
    ['receipts', listSalesReceipts, 'sales_receipts_business_date'],
    ['contacts', listContacts, 'contacts_pkey'],
    ['products', listProducts, 'products_pkey'],
  ] as [string, Operation<unknown, unknown>, string][])(
    'an index without a sort serves a search of %s, until the page is full',
    async (_, operation, index) => {
      const nodes = await planOf(operation, { page: { query: 'c4ca4238a0' } });
      expect(indexesOf(nodes)).toEqual([index]);
      expect(kindsOf(nodes)).not.toContain('Sort');
    },
  );
});

it('a global invoice claims the sales of its days with an index', async () => {
  const asked: { text: string; values: readonly unknown[] }[] = [];
  const tx = {
    organizationId: context.organizationId,
    bulk: (text: string, values: readonly unknown[]) => {
      asked.push({ text, values });
      return Promise.resolve([]);
    },
  } as unknown as Transaction;
  const period = { startsOn: '2026-03-01', endsOn: '2026-03-01' } as SalesPeriod;
  await claimForGlobal(tx, [newId()], {
    period,
    locationId: newId(),
    isDefault: true,
    receiptIds: null,
    paymentForm: null,
    isDue: true,
  });
  const { text, values } = asked[0]!;
  const given = values.map((value) => (Array.isArray(value) ? `{${value.join(',')}}` : value));
  const nodes = await explain(text, given);
  const scanned = nodes.filter((node) => node['Node Type'] === 'Seq Scan');
  // The table of claims is empty, because no receipt is claimed in this test.
  expect(scanned.map((node) => node['Relation Name'])).not.toContain('sales_receipts');
  expect(scanned.map((node) => node['Relation Name'])).not.toContain('sales_receipt_lines');
  const used = nodes.flatMap((node) => node['Index Name'] ?? []);
  // Both indexes begin with columns that limit the sales to these days.
  expect(used.join(' ')).toMatch(/sales_receipts_(open|business_date)/);
  expect(used).toContain('sales_receipt_lines_receipt');
});
