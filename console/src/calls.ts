// Messages of the API name requests, such as `PUT /v1/fiscal/profile`. The console shows the place where a
// person does the same.

/** The place that the console shows for a request. */
export type Place =
  /** A page, with its names in `words.ts`. */
  | { kind: 'page'; path: readonly string[]; names: readonly string[] }
  /** The field of a form that searches this catalogue of the SAT; undefined for all catalogues. */
  | { kind: 'catalog'; catalog: string | undefined }
  /** The API, because the console has no page for the request. */
  | { kind: 'api' };

const readiness: Place = { kind: 'page', path: ['home'], names: ['home', 'readiness'] };
const page = (...path: string[]): Place => ({ kind: 'page', path, names: path });

/** The requests that a person can make on a page of the console. */
export const places: Readonly<Record<string, Place>> = {
  'GET /v1/fiscal/readiness': readiness,
  'PUT /v1/fiscal/profile': readiness,
  'POST /v1/fiscal/certificates': readiness,
  'PUT /v1/settings/payroll-employer': readiness,
  'POST /v1/credentials': page('developers', 'keys'),
  'GET /v1/sandbox/mails': page('sandbox', 'mailbox'),
  'GET /v1/documents/{documentRef}/files/pdf': page('documents'),
  'POST /v1/cfdi': page('documents', 'cfdi'),
  'POST /v1/contacts': page('registry', 'contacts'),
};

/** A request with the preposition before it. A point or another sign at its end belongs to the sentence. */
const request =
  /(?<preposition>\b(?:with|con) )?\b(?<call>(?:GET|PUT|POST|PATCH|DELETE) \/v1\/[^\s,;:)]*[^\s,;:).])/g;

/** The word before a place instead of the word before a request, such as `with PUT /v1/fiscal/profile`. */
const before: Readonly<Record<Place['kind'], Readonly<Record<string, string>>>> = {
  page: { 'with ': 'on ', 'con ': 'en ' },
  catalog: { 'with ': 'in ', 'con ': 'en ' },
  api: { 'with ': 'with ', 'con ': 'con ' },
};

/** Splits a message into its texts and the places of the requests that it names. */
export function piecesOf(message: string): (string | Place)[] {
  const pieces: (string | Place)[] = [];
  let end = 0;
  for (const { 0: whole, index, groups } of message.matchAll(request)) {
    const { preposition = '', call = '' } = groups ?? {};
    const place = placeOf(call);
    pieces.push(message.slice(end, index) + (before[place.kind][preposition] ?? ''), place);
    end = index + whole.length;
  }
  return [...pieces, message.slice(end)].filter((piece) => piece !== '');
}

function placeOf(call: string): Place {
  const catalogs = /^GET \/v1\/sat\/catalogs(?:\/(?<catalog>c_\w+))?/.exec(call);
  if (catalogs) return { kind: 'catalog', catalog: catalogs.groups?.['catalog'] };
  return places[call] ?? { kind: 'api' };
}
