// The form of an invoice.
import { Button, Group, Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CfdiInputIncome, CfdiItemInput } from '@timbre/client';
import { useState } from 'react';
import { useSession } from './context.ts';
import { Card, type Fault } from './detail.tsx';
import { DraftPage, Inputs } from './draft.tsx';
import { Refused } from './action.tsx';
import { formOf, isEditable, type FormItem } from './editable.ts';
import { catalog, customers, products, type FieldSpec, type Values } from './fields.tsx';
import { Loading } from './format.tsx';
import type { Route } from './route.ts';
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

const newItem: FormItem = { values: { quantity: '1', tax: 'tax_16' }, kept: {} };

function itemOf({ values, kept }: FormItem): CfdiItemInput {
  const { productId, description = '', satProductCode = '', satUnitCode = '', tax = '' } = values;
  const { quantity, unitPrice, discount, taxIncluded } = values;
  const amounts = {
    quantity: Number(quantity),
    unitPrice: Number(unitPrice),
    ...(discount && { discount: Number(discount) }),
  };
  if (productId)
    return {
      ...kept,
      kind: 'product',
      productId,
      taxIncluded: taxIncluded === 'true',
      ...amounts,
    };
  const codes = { description, satProductCode, satUnitCode };
  const included = taxIncluded === 'true' && { taxIncluded: true };
  return { ...kept, kind: 'custom', ...codes, ...amounts, ...included, ...rates[tax] };
}

const inputOf = (
  { conditions, dueDate, ...values }: Values,
  items: FormItem[],
  kept: Partial<CfdiInputIncome>,
): CfdiInputIncome => ({
  ...kept,
  kind: 'income',
  customerId: values['customerId'] ?? '',
  cfdiUse: values['cfdiUse'] as CfdiInputIncome['cfdiUse'],
  payment:
    values['timing'] === 'deferred_or_installments'
      ? {
          timing: 'deferred_or_installments',
          formCode: '99',
          ...(dueDate && { dueDate }),
          ...(conditions && { conditions }),
        }
      : {
          timing: 'single_payment',
          formCode: values['formCode'] as '03',
          ...(conditions && { conditions }),
        },
  items: items.map(itemOf),
});

const isComplete = (values: Values, items: FormItem[]): boolean => {
  const isPaid = values['timing'] !== 'deferred_or_installments';
  const isFilled = (item: Values, names: string[]) => names.every((name) => item[name]);
  return (
    isFilled(values, ['customerId', 'cfdiUse', ...(isPaid ? ['formCode'] : [])]) &&
    items.every(({ values: item }) =>
      isFilled(item, [
        'quantity',
        'unitPrice',
        ...(item['productId'] ? [] : ['description', 'satProductCode', 'satUnitCode']),
      ]),
    )
  );
};

/** The form of a new invoice, or of the draft that the address names. */
export function Invoice({ route }: { route: Route }) {
  const [, documentRef] = route.path;
  return documentRef ? (
    <Edit key={documentRef} documentRef={documentRef} />
  ) : (
    <Form start={{ values: { timing: 'single_payment' }, items: [newItem], kept: {} }} />
  );
}

function Edit({ documentRef }: { documentRef: string }) {
  const { timbre } = useSession();
  const { data, error } = useQuery({
    queryKey: ['cfdi', documentRef],
    queryFn: ({ signal }) => timbre.getCfdi({ path: { documentRef }, signal }),
  });
  if (error) return <Refused error={error} />;
  if (!data) return <Loading />;
  const draft = data.data;
  if (draft.kind !== 'income' || draft.status !== 'draft' || !isEditable(draft))
    return <Text>{t('edit_by_api')}</Text>;
  return <Form edited={documentRef} start={formOf(draft)} />;
}

function Form({ edited, start }: { edited?: string; start: ReturnType<typeof formOf> }) {
  const { timbre, may } = useSession();
  const [values, setValues] = useState<Values>(start.values);
  const [items, setItems] = useState<FormItem[]>(start.items);
  const isPaid = values['timing'] !== 'deferred_or_installments';
  /** A customer brings the use of its CFDI, and whether it buys on credit. */
  const fill = async (field: string, value: string): Promise<void> => {
    setValues((before) => ({ ...before, [field]: value }));
    if (field !== 'customerId' || value === '' || !may('getContact')) return;
    const { data } = await timbre.getContact({ path: { contactId: value } });
    if (data.kind !== 'customer') return;
    setValues((before) => ({
      ...before,
      ...(data.cfdiUse && { cfdiUse: data.cfdiUse }),
      ...(data.creditByDefault && { timing: 'deferred_or_installments' }),
    }));
  };
  return (
    <DraftPage
      title={edited === undefined ? 'new_invoice' : 'edit_invoice'}
      edited={edited}
      input={isComplete(values, items) ? inputOf(values, items, start.kept) : undefined}
    >
      {(issues) => (
        <>
          <Paper withBorder p="md">
            <Inputs
              fields={[...head, ...(isPaid ? [formCode] : [])]}
              values={values}
              issues={issues}
              pathOf={(name) => paths[name] ?? [name]}
              change={(name, value) => void fill(name, value)}
            />
          </Paper>
          {items.map((item, place) => (
            <Item
              key={place}
              item={item.values}
              place={place}
              issues={issues}
              change={(changed) =>
                setItems((before) =>
                  before.map((one, index) => (index === place ? changedItem(one, changed) : one)),
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

/** The members that an item keeps belong to its product, so another product loses them. */
const changedItem = ({ values, kept }: FormItem, changed: Values): FormItem => ({
  values: { ...values, ...changed },
  kept: 'productId' in changed ? {} : kept,
});

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
