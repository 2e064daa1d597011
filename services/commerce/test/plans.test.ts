import { newId, type CallContext, type Operation } from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { listContacts } from '../src/operations/list-contacts';
import { listInventory } from '../src/operations/list-inventory';
import { listInventoryMovements } from '../src/operations/list-inventory-movements';
import { listLocations } from '../src/operations/list-locations';
import { listPriceOverrides } from '../src/operations/list-price-overrides';
import { listProducts } from '../src/operations/list-products';
import { addProduct, startCommerce } from './commerce';

let service: ServiceRuntime;
let context: CallContext;
let productId: string;
let locationId: string;

/** Half of the rows belong to one organization, so that the planner is tempted to scan the table. */
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
  await service.rows('analyze');
});
afterAll(() => service.close());

interface Node {
  'Node Type': string;
  'Index Name'?: string;
  'Parent Relationship'?: string;
  Plans?: Node[];
}

/** The generic plan of the last statement that an operation runs. */
async function planOf<Request>(operation: Operation<Request, unknown>, request: Request) {
  const asked: { text: string; values: unknown[] }[] = [];
  const seen = (async (statement: never) => {
    asked.push(statement);
    return { rows: [{ id: productId }] };
  }) as never;
  const { pool, statements } = service.runtime;
  const spies = [pool, statements].map((on) => jest.spyOn(on, 'query').mockImplementation(seen));
  await operation.run(service.runtime, context, request);
  spies.forEach((spy) => spy.mockRestore());
  // A list below another resource reads that one first.
  const { text, values } = asked.at(-1)!;
  return explain(text, values);
}

async function explain(text: string, values: unknown[]): Promise<Node[]> {
  const client = await service.runtime.pool.connect();
  try {
    await client.query(`set plan_cache_mode = force_generic_plan`);
    await client.query(`prepare listed as ${text}`);
    const given = values.map((value) => `'${String(value)}'`).join(', ');
    const { rows } = await client.query(`explain (format json) execute listed (${given})`);
    return nodesOf((rows[0] as { 'QUERY PLAN': { Plan: Node }[] })['QUERY PLAN'][0]!.Plan);
  } finally {
    client.release(true);
  }
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
const kindsOf = (nodes: Node[]) => nodes.map((node) => node['Node Type']);
/** The indexes of the list itself: a sub-select looks up what a shown row names. */
const indexesOf = ([top]: Node[]) => listed(top!).flatMap((node) => node['Index Name'] ?? []);
const listed = (node: Node): Node[] => [
  node,
  ...(node.Plans ?? []).filter((one) => one['Parent Relationship'] !== 'SubPlan').flatMap(listed),
];

describe('an index without a sort serves', () => {
  it.each([
    ['contacts', listContacts, {}, 'contacts_pkey'],
    ['contacts of a kind', listContacts, { kind: 'supplier' }, 'contacts_kind'],
    ['products', listProducts, {}, 'products_pkey'],
    ['archived products', listProducts, { active: false }, 'products_active'],
    ['archived locations', listLocations, { active: false }, 'locations_active'],
    ['prices', listPriceOverrides, {}, 'price_overrides_pkey'],
    [
      'prices of a location',
      listPriceOverrides,
      { locationId: newId() },
      'price_overrides_location',
    ],
    ['stock', listInventory, {}, 'inventory_levels_id'],
    ['missing stock', listInventory, { stockStatus: 'out_of_stock' }, 'inventory_levels_available'],
    ['stock of a location', listInventory, { locationId: newId() }, 'inventory_levels_location'],
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
    '%s',
    async (_, operation, request, index) => {
      const nodes = await planOf(operation, request);
      expect(indexesOf(nodes)).toEqual([index]);
      expect(kindsOf(nodes)).not.toContain('Sort');
      expect(kindsOf(nodes)).not.toContain('Incremental Sort');
      expect(kindsOf(nodes)).not.toContain('Seq Scan');
    },
  );

  it('a later page of contacts', async () => {
    const { pagination } = await service.page(listContacts, context, {});
    const page = { cursor: pagination.nextCursor as string };
    const nodes = await planOf(listContacts, { page });
    expect(indexesOf(nodes)).toEqual(['contacts_pkey']);
    expect(kindsOf(nodes)).not.toContain('Sort');
  });

  it.each([
    ['contacts', listContacts, 'contacts_pkey'],
    ['products', listProducts, 'products_pkey'],
  ] as [string, Operation<unknown, unknown>, string][])(
    'a search of %s, until the page is full',
    async (_, operation, index) => {
      const nodes = await planOf(operation, { page: { query: 'c4ca4238a0' } });
      expect(indexesOf(nodes)).toEqual([index]);
      expect(kindsOf(nodes)).not.toContain('Sort');
    },
  );
});
