// Reads and changes the page that is named in the address after `#`, such as
// `#/documents/cfdi?status=draft`.
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

/**
 * Decodes a part of the address. If a person has typed the address, the encoding can be invalid.
 */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // The part is used unchanged; no record has this name, so the page then shows that nothing was
    // found.
    return part;
  }
}

/**
 * Returns the path of a document's page. The reference begins with the category of the document,
 * such as `cfdi:`.
 */
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
