// The form of a payment. It shows the customer's open invoices and how much of each the payment
// covers.
import { NumberInput, Paper, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type {
  CfdiInputPaymentComplement,
  PaymentSuggestion,
  ReceivableInvoice,
} from '@timbre/client';
import { useState } from 'react';
import { Refused } from './action.tsx';
import { useSession } from './context.ts';
import { Card } from './detail.tsx';
import { DraftPage, Inputs, pause } from './draft.tsx';
import { catalog, customers, type FieldSpec, type Values } from './fields.tsx';
import { day, money } from './format.tsx';
import { column, Rows } from './list.tsx';
import { t } from './words.ts';
import { today } from './zone.ts';

const head: FieldSpec[] = [
  { name: 'customerId', kind: customers },
  { name: 'formCode', kind: catalog('c_FormaPago') },
  { name: 'paidOn', kind: 'date' },
];
const paths: Record<string, string[]> = {
  formCode: ['payment', 'formCode'],
  paidOn: ['payment', 'paidLocalDateTime'],
};
/**
 * The maximum page size of the API. A payment for more invoices than this cannot be made in the
 * console.
 */
const limit = 50;

const columns = [
  column<ReceivableInvoice>('folio', (row) => row.folio ?? row.uuid),
  column<ReceivableInvoice>('date', (row) => day(row.transactionDate)),
  column<ReceivableInvoice>(
    'remainingBalance',
    (row) => money(row.remainingBalance, row.currency),
    true,
  ),
];

type Covered = PaymentSuggestion['documents'][number];

/**
 * Returns the content of the payment complement. The time is noon, as the SAT's guide requires if
 * the hour of the payment is not known.
 */
const inputOf = (values: Values, documents: Covered[]): CfdiInputPaymentComplement => ({
  kind: 'payment_complement',
  customerId: values['customerId'] ?? '',
  payment: {
    formCode: values['formCode'] as '03',
    paidLocalDateTime: `${values['paidOn']}T12:00:00`,
    documents: documents.map(({ uuid, amount, installment, previousBalance }) => ({
      uuid,
      amount,
      installment,
      previousBalance,
      taxes: 'auto',
    })),
  },
});

/** Returns the paid amount; undefined if the invoices have several currencies. */
function paidBy(documents: Covered[]): { amount: number; currency: string } | undefined {
  const [currency, ...others] = [...new Set(documents.map((one) => one.currency))];
  if (currency === undefined || others.length > 0) return undefined;
  return { amount: documents.reduce((sum, { amount }) => sum + amount, 0), currency };
}

/** Reads the customer's open invoices, and calculates how much of each the entered amounts pay. */
function useCovered(customerId: string, amounts: Values) {
  const { timbre } = useSession();
  const open = useQuery({
    queryKey: ['open invoices', customerId],
    enabled: customerId !== '',
    queryFn: () =>
      timbre.listReceivableInvoices({ path: { customerId }, query: { status: 'open', limit } }),
  });
  const invoices = open.data?.data.filter(({ uuid }) => uuid !== undefined) ?? [];
  const chosen = invoices.flatMap(({ uuid = '' }) =>
    Number(amounts[uuid]) > 0 ? [{ uuid, amount: Number(amounts[uuid]) }] : [],
  );
  const [asked] = useDebouncedValue(JSON.stringify(chosen), pause);
  const documents = JSON.parse(asked) as typeof chosen;
  const suggestion = useQuery({
    queryKey: ['covered', customerId, documents],
    enabled: documents.length > 0,
    queryFn: () => timbre.suggestPaymentComplement({ body: { customerId, documents } }),
    placeholderData: keepPreviousData,
  });
  const covered = (documents.length > 0 && suggestion.data?.data.documents) || [];
  return { open, invoices, suggestion, covered };
}

export function Payment() {
  const [values, setValues] = useState<Values>({ paidOn: today() });
  const [amounts, setAmounts] = useState<Values>({});
  const { customerId = '', formCode, paidOn } = values;
  const { open, invoices, suggestion, covered } = useCovered(customerId, amounts);
  const coverColumn = column<ReceivableInvoice>('covered', ({ uuid = '', folio = uuid }) => (
    <NumberInput
      aria-label={`${t('covered')} ${folio}`}
      hideControls
      min={0}
      value={amounts[uuid] ?? ''}
      onChange={(amount) => setAmounts((before) => ({ ...before, [uuid]: String(amount) }))}
    />
  ));
  const isComplete = formCode && paidOn && covered.length > 0;
  return (
    <DraftPage
      title="new_payment"
      input={isComplete ? inputOf(values, covered) : undefined}
      total={paidBy(covered)}
    >
      {(issues) => (
        <>
          <Paper withBorder p="md">
            <Inputs
              fields={head}
              values={values}
              issues={issues}
              pathOf={(name) => paths[name] ?? [name]}
              change={(name, value) => {
                setValues((before) => ({ ...before, [name]: value }));
                if (name === 'customerId') setAmounts({});
              }}
            />
          </Paper>
          {customerId && (
            <Card title="covers">
              {open.error && <Refused error={open.error} />}
              {open.data && invoices.length === 0 && <Text>{t('nothing_open')}</Text>}
              {invoices.length > 0 && (
                <Rows rows={invoices} spec={{ columns: [...columns, coverColumn] }} />
              )}
              {suggestion.error && <Refused error={suggestion.error} />}
              {covered.map((one) => (
                <Text key={one.uuid} size="sm">
                  {t('installment')} {one.installment}: {money(one.amount, one.currency)} ·{' '}
                  {t('remainingBalance')} {money(one.remainingBalance, one.currency)}
                </Text>
              ))}
            </Card>
          )}
        </>
      )}
    </DraftPage>
  );
}
