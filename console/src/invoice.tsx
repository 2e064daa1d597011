// The form of an invoice.
import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CfdiInputIncome, CfdiItemInput } from '@timbre/client';
import { useRef, useState } from 'react';
import { useSession } from './context.ts';
import { Card, NotShown } from './detail.tsx';
import { DraftPage, Inputs } from './draft.tsx';
import { Refused, type Fault } from './action.tsx';
import { formOf, isEditable, type FormItem } from './editable.ts';
import { catalog, customers, products, type FieldSpec, type Values } from './fields.tsx';
import { Loading } from './format.tsx';
import { addressOf, type Route } from './route.ts';
import { taxes, taxNames } from './taxes.ts';
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
  { name: 'tax', kind: taxNames },
];
/** The fields of an item that are filled in from the chosen product. */
const ofProduct = ['description', 'satProductCode', 'satUnitCode', 'tax'];

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
  return { ...kept, kind: 'custom', ...codes, ...amounts, ...included, ...taxes[tax] };
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

/**
 * Returns a function that fills in a form from the record that a person has chosen. If the person
 * has chosen another record in the meantime, the response for the earlier one is ignored.
 */
function useFilling() {
  const [error, setError] = useState<Error>();
  const lastChoice = useRef(0);
  const fillFrom = <One,>(
    read: (() => Promise<{ data: One }>) | undefined,
    apply: (one: One) => void,
  ): void => {
    const choice = ++lastChoice.current;
    setError(undefined);
    read?.().then(
      ({ data }) => {
        if (choice === lastChoice.current) apply(data);
      },
      (fault: Error) => {
        if (choice === lastChoice.current) setError(fault);
      },
    );
  };
  return { error, fillFrom };
}

/** Shows the form of a new invoice, or of the draft that the address names. */
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
  const back = ['documents', 'cfdi'];
  if (error) return <NotShown back={back} error={error} />;
  if (!data) return <Loading />;
  const draft = data.data;
  if (draft.kind !== 'income' || draft.status !== 'draft' || !isEditable(draft))
    return (
      <Stack>
        <Anchor href={addressOf([...back, documentRef])}>← {t('open_page')}</Anchor>
        <Title order={1} size="h2">
          {t('edit_invoice')}
        </Title>
        <Text>{t('edit_by_api')}</Text>
      </Stack>
    );
  return <Form edited={documentRef} start={formOf(draft)} />;
}

/** Returns the values at the head of the form, and functions that change them. */
function useHead(start: Values) {
  const { timbre, may } = useSession();
  const [values, setValues] = useState<Values>(start);
  const { error, fillFrom } = useFilling();
  /**
   * Changes a value. If a customer is chosen, the form gets the customer's CFDI use and whether the
   * customer buys on credit.
   */
  const fill = (field: string, value: string): void => {
    setValues((before) => ({ ...before, [field]: value }));
    if (field !== 'customerId') return;
    const isRead = value !== '' && may('getContact');
    fillFrom(
      isRead ? () => timbre.getContact({ path: { contactId: value } }) : undefined,
      (contact) => {
        if (contact.kind !== 'customer') return;
        const { cfdiUse, creditByDefault } = contact;
        setValues((before) => ({
          ...before,
          ...(cfdiUse && { cfdiUse }),
          ...(creditByDefault && { timing: 'deferred_or_installments' }),
        }));
      },
    );
  };
  return { values, fill, error };
}

function Form({ edited, start }: { edited?: string; start: ReturnType<typeof formOf> }) {
  const { values, fill, error } = useHead(start.values);
  const [items, setItems] = useState<FormItem[]>(start.items);
  const isPaid = values['timing'] !== 'deferred_or_installments';
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
              change={fill}
            />
            {error && <Refused error={error} />}
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

/**
 * Returns the changed item. The members that an item keeps belong to its product, so they are
 * removed if another product is chosen.
 */
const changedItem = ({ values, kept }: FormItem, changed: Values): FormItem => ({
  values: { ...values, ...changed },
  kept: 'productId' in changed ? {} : kept,
});

/** The paths of those form fields that are not at the top level of the request. */
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
  const { error, fillFrom } = useFilling();
  /**
   * Changes a value. If a product is chosen, the item gets its price and whether the price includes
   * taxes.
   */
  const fill = (field: string, value: string): void => {
    change({ [field]: value });
    if (field !== 'productId') return;
    fillFrom(
      value === '' ? undefined : () => timbre.getProduct({ path: { productId: value } }),
      ({ price, taxIncluded = false }) =>
        change({ unitPrice: String(price), taxIncluded: String(taxIncluded) }),
    );
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
        change={fill}
      />
      {error && <Refused error={error} />}
    </Card>
  );
}
