import { dataOf, newStamped, type Api, type Shown } from '@timbre/testkit/client';
import { until } from '../until';

/**
 * Sends a stamped CFDI by mail, and returns the mail after it has arrived in the sandbox mailbox.
 */
export async function newMail(api: Api, recipient = 'ana@example.com'): Promise<Shown> {
  const { documentRef } = await newStamped(api);
  const body = { recipients: [recipient] };
  await dataOf(api.request('POST', `/v1/documents/${documentRef}/send`, { body }));
  const path = `/v1/sandbox/mails?documentRef=${documentRef}`;
  const mails = await until(
    60_000,
    () => dataOf(api.request('GET', path)),
    ({ length }) => length === 1,
  );
  return mails[0] as Shown;
}
