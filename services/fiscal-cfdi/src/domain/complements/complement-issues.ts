import {
  documentComplements,
  itemComplements,
  type Complement,
  type ComplementedDraft,
  type ComplementedKind,
} from '@timbre/api';
import type { CalendarDate, Issue } from '@timbre/fiscal';
import type { Draft } from '../drafting/draft';
import { relatedDocumentsOf } from '../drafting/related-documents';
import type { Profile } from '../set-up/fiscal-profile';
import type { ComplementList, ComplementValues } from './complement-nodes';
import { addendaIssues, rawIssues, rawNodes } from './raw-complements';

/**
 * Returns the issues of a draft's complements. The gateway has already validated the shapes of the
 * complements.
 * - complement_not_of_kind: a document of this kind cannot have this complement
 * - and the issues of each complement, of the complements that the API accepts only as XML, and of
 *   the addenda
 */
export function complementIssues(draft: Draft, profile: Profile, today: CalendarDate): Issue[] {
  const { complements = {} } = draft.input;
  return [
    ...typedIssues(draft, profile, today),
    ...rawIssues(complements, 'document', []),
    ...draft.items.flatMap((item, index) =>
      rawIssues(item.complements ?? {}, 'item', ['items', index]),
    ),
    ...addendaIssues(complements),
  ];
}

function typedIssues(draft: Draft, profile: Profile, today: CalendarDate): Issue[] {
  const facts = factsOf(draft, profile, today);
  return eachOf(draft, ({ path, complement, value, item }) => {
    if (value === undefined) return [];
    if (!isOfKind(complement, draft.kind)) {
      const message = 'Documents of this kind do not have this complement.';
      return [{ path, code: 'complement_not_of_kind', message }];
    }
    return [
      ...at(path, complement.issues?.(value, facts, item)),
      ...(complement.documentIssues?.(value, facts) ?? []),
    ];
  });
}

/**
 * Returns warnings about probable mistakes in the complements of a draft. A warning can also concern a
 * complement that is missing.
 */
export function complementWarnings(draft: Draft, profile: Profile, today: CalendarDate): Issue[] {
  const facts = factsOf(draft, profile, today);
  return eachOf(draft, ({ path, complement, value, item }) =>
    isOfKind(complement, draft.kind) ? at(path, complement.warnings?.(value, facts, item)) : [],
  );
}

interface Subject {
  path: (string | number)[];
  complement: Complement;
  /** A complement's value is undefined if the document or the item does not have the complement. */
  value: unknown;
  item: unknown;
}

function eachOf({ input, items }: Draft, judge: (subject: Subject) => Issue[]): Issue[] {
  const subjects = (
    list: ComplementList,
    values: ComplementValues = {},
    path: (string | number)[] = [],
    item?: unknown,
  ): Issue[] =>
    Object.entries(list).flatMap(([name, complement]) =>
      judge({ path: [...path, name], complement, value: values[name], item }),
    );
  return [
    ...subjects(documentComplements, input.complements),
    ...items.flatMap((item, index) =>
      subjects(itemComplements, item.complements, ['items', index], item),
    ),
  ];
}

/** Returns the names of the XML elements of a document's complements. */
export function complementNames(values: ComplementValues = {}): string[] {
  const typed = Object.entries(documentComplements).filter(([name]) => values[name] !== undefined);
  return [
    ...typed.map(([, { element }]) => element.name),
    ...rawNodes(values).map(({ name }) => name),
  ];
}

const isOfKind = ({ kinds }: Complement, kind: string) => kinds.includes(kind as ComplementedKind);

const at = (path: Subject['path'], issues: Issue[] = []): Issue[] =>
  issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));

const factsOf = (
  { kind, input, customer, items }: Draft,
  issuer: Profile,
  today: CalendarDate,
): ComplementedDraft => ({
  kind,
  today,
  issuer,
  issuerTaxSystem: issuer.taxSystem,
  customer: customer ?? undefined,
  exportation: input.exportation,
  relationships: relatedDocumentsOf(input).map(({ relationship }) => relationship),
  cfdiUse: input.cfdiUse,
  currency: input.currency,
  exchangeRate: input.exchangeRate,
  complements: complementNames(input.complements),
  timing: input.payment?.timing,
  items,
});
