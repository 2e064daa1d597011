// The page that the address names after its `#`, such as `#/documents/cfdi?status=draft`.
import { useSyncExternalStore } from 'react';

export interface Route {
  path: string[];
  query: Record<string, string>;
}

function subscribe(changed: () => void): () => void {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  return {
    path: path.split('/').filter(Boolean).map(decoded),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

/** Decodes a part of the address. A part that a person has typed may have an invalid encoding. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // The part is used as it is, and leads to a page without content.
    return part;
  }
}

/** The path of a document's page. A reference begins with the category, such as `cfdi:`. */
export const pathOf = (documentRef: string): string[] => [
  'documents',
  documentRef.split(':')[0] ?? '',
  documentRef,
];

export function addressOf(path: string[], query: Record<string, string> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : '';
  return `#/${path.map(encodeURIComponent).join('/')}${search}`;
}

export function go(path: string[], query: Record<string, string> = {}): void {
  location.hash = addressOf(path, query);
}

/** Changes the query of the current page without a new entry in the browser's history. */
export function replaceQuery(path: string[], query: Record<string, string>): void {
  history.replaceState(null, '', addressOf(path, query));
  dispatchEvent(new HashChangeEvent('hashchange'));
}
