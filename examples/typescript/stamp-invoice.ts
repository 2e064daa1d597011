// Previews, stores and stamps an invoice, and saves its files. Give the customer's and product's identifiers.
import { writeFile } from 'node:fs/promises';
import { createTimbre, TimbreError, type CfdiInputIncome } from '@timbre/client';

const { API: baseUrl = '', KEY: apiKey = '' } = process.env;
const timbre = createTimbre({ baseUrl, apiKey });
const [customerId = '', productId = ''] = process.argv.slice(2);

const body: CfdiInputIncome = {
  kind: 'income',
  customerId,
  cfdiUse: 'G03',
  payment: { timing: 'single_payment', formCode: '03' },
  items: [{ kind: 'product', productId, quantity: 2, unitPrice: 1160, taxIncluded: true }],
};

try {
  const preview = await timbre.previewCfdi({ body });
  for (const { message } of preview.data.issues) console.error(message);

  const draft = await timbre.createCfdi({ body, idempotencyKey: 'order-8124-draft' });
  const path = { documentRef: draft.data.documentRef };
  const { data } = await timbre.stampCfdi({ path, idempotencyKey: 'order-8124-stamp' });

  for (const format of ['xml', 'pdf'] as const) {
    const file = await timbre.files.downloadDocument({ path: { ...path, format } });
    await writeFile(`invoice.${format}`, Buffer.from(await file.arrayBuffer()));
  }
  const { documentRef, uuid, status, total } = data;
  console.log(JSON.stringify({ documentRef, uuid, status, total }));
} catch (error) {
  // An unknown outcome is no refusal: repeat it with the same keys, because others might stamp twice.
  if (error instanceof TimbreError && error.outcome === 'unknown')
    console.error('Run this again, with the same keys.');
  throw error;
}
