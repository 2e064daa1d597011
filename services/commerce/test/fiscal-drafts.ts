import { newId } from '@timbre/kit';

/** Simulates fiscal-cfdi, which returns the same draft for the same idempotency key. */
export function fiscalDrafts(total: string) {
  const drafts = new Map<string, string>();
  const draftReceiptInvoice = ({ key }: { key: string }) => {
    const documentRef = drafts.get(key) ?? `cfdi:${newId()}`;
    drafts.set(key, documentRef);
    return Promise.resolve({ documentRef, status: 'draft', total });
  };
  return { drafts, draftReceiptInvoice };
}
