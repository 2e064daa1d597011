// Cancels an invoice that has errors and is not replaced (motive 02). Give the documentRef of the invoice.
import { createTimbre } from '@timbre/client';

const { API: baseUrl = '', KEY: apiKey = '' } = process.env;
const timbre = createTimbre({ baseUrl, apiKey });
const [documentRef = ''] = process.argv.slice(2);

const { data } = await timbre.cancelCfdi({
  path: { documentRef },
  body: { motive: '02' },
  idempotencyKey: 'order-8124-cancel',
});
// The receiver of a larger invoice must accept the cancellation first, so the state may still be pending.
const { status, cancellation } = data;
console.log(JSON.stringify({ status, state: cancellation?.state }));
