import { dataOf, type Shown } from '@timbre/testkit/client';
import { call } from '../api/assistant/tools';
import { newSent, publicly } from '../api/quotes/offer';
import { newReceipt } from '../api/sales-receipts/till';
import { documentItem, nextTotal } from './documents';
import { oneOf } from './random';
import {
  confirm, documentAmountMax, idOf, otherTotal, plain, send, type Kind,
} from './races'; // prettier-ignore

/**
 * An agent accepts a quote within its limit, while a person publishes the quote with another price. The agent
 * may name the revision that is being published.
 */
export const quote: Kind = async (cast, random, reach) => {
  const { person, seller } = cast;
  const { documentRef } = await newSent(person, { items: [documentItem(nextTotal())] });
  const path = `/v1/quotes/${documentRef as string}`;
  const items = [documentItem(otherTotal(reach))];
  await dataOf(person.request('PATCH', path, { body: { items } }));
  const revisionNumber = reach === 'far' ? 2 : oneOf([1, 2], random);
  return {
    row: ['commerce', 'quotes', idOf(documentRef as string)],
    act: () =>
      send(cast, seller, ['POST', `${path}/accept`], { ...publicly, revisionNumber }, path),
    change: () => send(cast, person, ['POST', `${path}/publish`], { sendEmail: false }),
    async unjudged(acted) {
      const { status, acceptance } = await dataOf(person.request('GET', path));
      const isAccepted = status === 'accepted';
      const total = acceptance?.fiscalTotals.total as number | undefined;
      return [
        ...(isAccepted !== acted.isDone ? [`${path} is ${status} after ${acted.what}`] : []),
        ...((total ?? 0) > documentAmountMax
          ? [`${path} was accepted for ${total}, and judged within ${documentAmountMax}`]
          : []),
      ];
    },
  };
};

/** A person confirms a refund with a previewed amount, while another request refunds the same sale. */
export const refund: Kind = async (cast, random) => {
  const { person, till } = cast;
  const items = [{ kind: 'product', productId: till.productId, quantity: 5, unitPrice: 10 }];
  const receipt = await newReceipt(person, till, { items });
  const { documentRef } = receipt;
  const [{ lineRef }] = receipt.items as [Shown];
  const path = `/v1/sales-receipts/${documentRef as string}/refunds`;
  const given: [string, object] = [
    'refund_sales_receipt',
    { documentRef, lines: [{ lineRef, quantity: 1 }] },
  ];
  const { json } = await call(plain(cast), ...given);
  const previewed = /- Refunded now: ([\d.]+) MXN/.exec(json.summary as string)?.[1];
  const line = oneOf([{ amount: receipt.total.amount / 2 }, { quantity: 2 }], random);
  return {
    row: ['commerce', 'sales_receipts', idOf(documentRef as string)],
    act: () => confirm(cast, plain(cast), given, json.confirmationToken as string),
    change: () => send(cast, person, ['POST', path], { lines: [{ lineRef, ...line }] }),
    async unjudged(acted, changed) {
      const { json: list } = await person.request('GET', path);
      // The identifiers are created while the receipt is locked, and are sorted by time (UUIDv7).
      const refunds = (list.data as Shown[]).toSorted((one, other) =>
        String(one.documentRef).localeCompare(String(other.documentRef)),
      );
      const wanted = [acted, changed].filter(({ isDone }) => isDone).length;
      const at = refunds.findIndex((one) => one.documentRef === acted.data?.documentRef);
      const amount = acted.isDone ? Number(refunds[at]?.total.amount).toFixed(2) : previewed;
      return [
        ...(refunds.length !== wanted ? [`${path} has ${refunds.length}, not ${wanted}`] : []),
        ...(amount !== previewed
          ? [`${path}: ${amount} was refunded, and ${previewed} was judged`]
          : []),
        ...(acted.isDone && at > 0
          ? [`${path}: a version was refunded that had changed since it was judged`]
          : []),
      ];
    },
  };
};
