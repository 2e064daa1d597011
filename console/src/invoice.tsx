// The form of an invoice.
import { Button, Group, Paper } from '@mantine/core';
import type { CfdiInputIncome, CfdiItemInput } from '@timbre/client';
import { useState } from 'react';
import { useSession } from './context.ts';
import { Card, type Fault } from './detail.tsx';
import { DraftPage, Inputs } from './draft.tsx';
import { catalog, customers, products, type FieldSpec, type Values } from './fields.tsx';
import { t } from './words.ts';

const head: FieldSpec[] = [
  { name: 'customerId', kind: customers },
  { name: 'cfdiUse', kind: catalog('c_UsoCFDI') },
  { name: 'timing', kind: ['single_payment', 'deferred_or_installments'] },
];
const formCode: FieldSpec = { name: 'formCode', kind: catalog('c_FormaPago') };

const itemFields: FieldSpec[] = [
  { name: 'productId', kind: products, isOptional: true },
  { name: 'description' },
  { name: 'satProductCode', kind: catalog('c_ClaveProdServ') },
  { name: 'satUnitCode', kind: catalog('c_ClaveUnidad') },
  { name: 'quantity', kind: 'number' },
  { name: 'unitPrice', kind: 'number' },
  { name: 'discount', kind: 'number', isOptional: true },
  { name: 'tax', kind: ['tax_16', 'tax_8', 'tax_0', 'tax_exempt'] },
];
/** The fields of an item that a product of the organization fills. */
const ofProduct = ['description', 'satProductCode', 'satUnitCode', 'tax'];

const rates: Record<string, Pick<CfdiItemInput, 'taxability' | 'taxRate'>> = {
  tax_16: { taxability: 'standard', taxRate: 0.16 },
  tax_8: { taxability: 'standard', taxRate: 0.08 },
  tax_0: { taxability: 'zero', taxRate: 0 },
  tax_exempt: { taxability: 'exempt' },
};

const newItem: Values = { quantity: '1', tax: 'tax_16' };

function itemOf(values: Values): CfdiItemInput {
  const { productId, description = '', satProductCode = '', satUnitCode = '', tax = '' } = values;
  const { quantity, unitPrice, discount, taxIncluded } = values;
  const amounts = {
    quantity: Number(quantity),
    unitPrice: Number(unitPrice),
    ...(discount && { discount: Number(discount) }),
  };
  if (productId)
    return { kind: 'product', productId, taxIncluded: taxIncluded === 'true', ...amounts };
  const codes = { description, satProductCode, satUnitCode };
  return { kind: 'custom', ...codes, ...amounts, ...rates[tax] };
}

const inputOf = (values: Values, items: Values[]): CfdiInputIncome => ({
  kind: 'income',
  customerId: values['customerId'] ?? '',
  cfdiUse: values['cfdiUse'] as CfdiInputIncome['cfdiUse'],
  payment:
    values['timing'] === 'deferred_or_installments'
      ? { timing: 'deferred_or_installments', formCode: '99' }
      : { timing: 'single_payment', formCode: values['formCode'] as '03' },
  items: items.map(itemOf),
});

const isComplete = (values: Values, items: Values[]): boolean => {
  const isPaid = values['timing'] !== 'deferred_or_installments';
  const isFilled = (item: Values, names: string[]) => names.every((name) => item[name]);
  return (
    isFilled(values, ['customerId', 'cfdiUse', ...(isPaid ? ['formCode'] : [])]) &&
    items.every((item) =>
      isFilled(item, [
        'quantity',
        'unitPrice',
        ...(item['productId'] ? [] : ['description', 'satProductCode', 'satUnitCode']),
      ]),
    )
  );
};

export function Invoice() {
  const [values, setValues] = useState<Values>({ timing: 'single_payment' });
  const [items, setItems] = useState<Values[]>([newItem]);
  const isPaid = values['timing'] !== 'deferred_or_installments';
  return (
    <DraftPage
      title="new_invoice"
      input={isComplete(values, items) ? inputOf(values, items) : undefined}
    >
      {(issues) => (
        <>
          <Paper withBorder p="md">
            <Inputs
              fields={[...head, ...(isPaid ? [formCode] : [])]}
              values={values}
              issues={issues}
              pathOf={(name) => paths[name] ?? [name]}
              change={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
            />
          </Paper>
          {items.map((item, place) => (
            <Item
              key={place}
              item={item}
              place={place}
              issues={issues}
              change={(changed) =>
                setItems((before) =>
                  before.map((one, index) => (index === place ? { ...one, ...changed } : one)),
                )
              }
            />
          ))}
          <Group>
            <Button onClick={() => setItems([...items, newItem])}>{t('add_item')}</Button>
            {items.length > 1 && (
              <Button variant="default" onClick={() => setItems(items.slice(0, -1))}>
                {t('remove_item')}
              </Button>
            )}
          </Group>
        </>
      )}
    </DraftPage>
  );
}

/** The paths of the fields that do not stand at the top of the request. */
const paths: Record<string, string[]> = {
  timing: ['payment', 'timing'],
  formCode: ['payment', 'formCode'],
};

function Item({
  item,
  place,
  issues,
  change,
}: {
  item: Values;
  place: number;
  issues: Fault[];
  change(values: Values): void;
}) {
  const { timbre } = useSession();
  /** A product brings its price, with or without its taxes. */
  const fill = async (field: string, value: string): Promise<void> => {
    change({ [field]: value });
    if (field !== 'productId' || value === '') return;
    const { price, taxIncluded } = (await timbre.getProduct({ path: { productId: value } })).data;
    change({ unitPrice: String(price), taxIncluded: String(taxIncluded ?? false) });
  };
  const shown = item['productId']
    ? itemFields.filter(({ name }) => !ofProduct.includes(name))
    : itemFields;
  return (
    <Card title="item">
      <Inputs
        fields={shown}
        values={item}
        issues={issues}
        pathOf={(name) => ['items', place, name]}
        change={(name, value) => void fill(name, value)}
      />
    </Card>
  );
}
