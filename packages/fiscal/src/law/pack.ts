import { isCalendarDate, type CalendarDate } from '../calendar-date';
import { kindEntries, kindOf, type FigureKey, type FigureValue } from './figure-kinds';
import {
  choice, date, flag, join, list, matching, optional, record, text,
  type Report, type Shape, type ValueOf,
} from './shapes'; // prettier-ignore

/** The pack format of this release. A pack with another format is refused. */
export const packFormat = 'timbre-law-pack-1';

/**
 * States how the source of a figure was read. The value is `primary` for the official publication, `copy`
 * for a copy of its text, and `secondary` for a page about it. `memory` means that the source was not read.
 */
const readings = ['primary', 'copy', 'secondary', 'memory'] as const;
/**
 * A legal figure with the status `expected` is a proposal. Proposed figures are displayed, but no
 * calculation uses them.
 */
const statuses = ['in_force', 'decreed', 'expected'] as const;

const versionPattern = /^[0-9]{4}([.][0-9]{1,6}){1,3}$/;
const packReference = record({
  id: matching(/^[a-z][a-z0-9.-]{1,60}$/, 'the name of a pack'),
  version: matching(versionPattern, 'a version such as 2026.12.1'),
});

const source = record({
  title: text,
  url: optional(matching(/^https:[/][/][^\s]+$/, 'an https address')),
  publishedOn: optional(date),
  readOn: date,
  reading: choice(readings),
});

/** The last day in force; null if the law sets no last day. */
const lastDay: Shape<CalendarDate | 'none'> = {
  schema: { anyOf: [{ type: 'null' }, { type: 'string', format: 'date' }] },
  read: (value, path, report) => {
    if (value === null) return 'none';
    if (typeof value === 'string' && isCalendarDate(value)) return value;
    report(path, 'is neither a date nor null');
    return undefined;
  },
};

const anyValue: Shape<object> = {
  schema: { type: 'object' },
  read: (value, path, report) => {
    if (typeof value === 'object' && value !== null) return value;
    report(path, 'is not an object');
    return undefined;
  },
};

const figure = record({
  key: text,
  label: text,
  legalBasis: text,
  source: text,
  validFrom: date,
  validTo: lastDay,
  status: optional(choice(statuses)),
  note: optional(text),
  /** The reason why the figure replaces an existing figure with the same first day. */
  corrects: optional(text),
  /**
   * The person who confirmed the change of the figure, or the reason for the change. It is required if an
   * annual figure changes by more than a quarter.
   */
  confirmed: optional(text),
  value: anyValue,
});

const linePattern = /^[!-~]+(\t[^\p{Cc}]*)*$/u;

/**
 * Lines of text with tab-separated cells, of which the first is the code. A change may have a hundred
 * thousand lines.
 */
const lines: Shape<readonly string[]> = {
  schema: { type: 'array', items: { type: 'string', pattern: linePattern.source } },
  read: (value, path, report) => {
    if (!Array.isArray(value)) {
      report(path, 'is not a list');
      return undefined;
    }
    let isRight = true;
    value.forEach((line, at) => {
      if (typeof line === 'string' && linePattern.test(line) && line.isWellFormed()) return;
      report(join(path, String(at)), 'is not one line that begins with a code');
      isRight = false;
    });
    return isRight ? (value as string[]) : undefined;
  },
};

const catalogChange = record({
  source: text,
  /** The date of the source. */
  asOf: date,
  columns: list(matching(/^[a-z][A-Za-z0-9]*$/, 'the name of a column'), 2),
  /** Added or changed rows, tab-separated in the order of `columns`. */
  rows: optional(lines),
  /** The codes that end, each with its last day, tab-separated. */
  ended: optional(lines),
  /** The reason why rows replace existing rows with the same first day. */
  corrects: optional(text),
});

const members = {
  $schema: optional(text),
  format: choice([packFormat]),
  id: matching(/^[a-z][a-z0-9.-]{1,60}$/, 'the name of a pack'),
  version: matching(versionPattern, 'a version such as 2026.12.1'),
  title: text,
  issuedOn: date,
  /** Whether the figures are invented, which is allowed only for tests. */
  isExample: optional(flag),
  requires: optional(list(packReference, 0)),
};

const header = record({
  ...members,
  sources: anyValue,
  figures: optional(list(figure, 0)),
  catalogs: optional(anyValue),
});

type RawFigure = ValueOf<typeof figure>;

export type PackSource = ValueOf<typeof source>;
export type CatalogChange = ValueOf<typeof catalogChange>;
export type PackReference = ValueOf<typeof packReference>;

/**
 * A legal figure with its dates. A figure is in force on `date` if validFrom <= date <= validTo.
 */
export interface Figure<Key extends FigureKey = FigureKey> {
  readonly key: Key;
  readonly label: string;
  readonly legalBasis: string;
  readonly source: PackSource;
  readonly validFrom: CalendarDate;
  readonly validTo: CalendarDate | null;
  readonly status: (typeof statuses)[number];
  readonly note?: string;
  readonly corrects?: string;
  readonly confirmed?: string;
  readonly value: FigureValue<Key>;
  readonly pack: PackReference;
}

/** A well-formed law pack: valid fields, valid keys, and values of the correct kinds. */
export interface LawPack extends PackReference {
  readonly title: string;
  readonly issuedOn: CalendarDate;
  readonly isExample: boolean;
  readonly requires: readonly PackReference[];
  readonly figures: readonly Figure[];
  readonly catalogs: Readonly<Record<string, CatalogChange>>;
  /** The SHA-256 digest of the canonical text, in hexadecimal. */
  readonly digest: string;
}

/**
 * Reads the JSON of a law pack. The function reports every fault; if there is a fault, it returns undefined.
 */
export function readPack(json: unknown, digest: string, report: Report): LawPack | undefined {
  let faults = 0;
  const count: Report = (path, message) => {
    faults += 1;
    report(path, message);
  };
  const read = header.read(json, '', count);
  if (read === undefined) return undefined;
  const sources = entriesOf(read.sources, 'sources', source, count);
  const pack = { id: read.id, version: read.version };
  const figures = (read.figures ?? []).flatMap((raw, at) =>
    figureOf(raw, { path: `figures.${at}`, sources, pack, report: count }),
  );
  const catalogs = entriesOf(read.catalogs ?? {}, 'catalogs', catalogChange, count);
  if (faults > 0) return undefined;
  const { title, issuedOn, isExample = false, requires = [] } = read;
  return { ...pack, title, issuedOn, isExample, requires, figures, catalogs, digest };
}

function entriesOf<T>(value: object, path: string, shape: Shape<T>, report: Report) {
  const read: Record<string, T> = Object.create(null) as Record<string, T>;
  for (const [name, one] of Object.entries(value)) {
    const entry = shape.read(one, join(path, name), report);
    if (entry !== undefined) read[name] = entry;
  }
  return read;
}

function figureOf(
  { source: sourceName, validTo, status = 'in_force', ...raw }: RawFigure,
  given: {
    path: string;
    sources: Record<string, PackSource>;
    pack: PackReference;
    report: Report;
  },
): Figure[] {
  const { path, sources, pack, report } = given;
  const kind = kindOf(raw.key);
  const from = sources[sourceName];
  if (kind === undefined) report(join(path, 'key'), `${raw.key} is not a known figure`);
  if (from === undefined) report(join(path, 'source'), `${sourceName} is not in sources`);
  const value = kind?.value.read(raw.value, join(path, 'value'), report);
  const last = validTo === 'none' ? null : validTo;
  if (last !== null && last < raw.validFrom) report(path, 'ends before it begins');
  if (last === null && kind?.isAnnual) {
    report(path, `${raw.key} is set for a year or less, so it needs a last day`);
  }
  if (kind === undefined || from === undefined || value === undefined) return [];
  const figure = { ...raw, status, source: from, validTo: last, value, pack };
  // The cast is safe, because the value was read above with the kind of this key.
  return [figure as unknown as Figure];
}

/** Returns the JSON Schema of a law pack (draft 2020-12), derived from the reader's shapes. */
export function packSchema(): object {
  const whole = header.schema as { properties: Record<string, object> };
  const ofKind = kindEntries.map(([key, kind]) => ({
    if: { properties: { key } },
    then: { properties: { value: kind.value.schema } },
  }));
  const keys = { anyOf: kindEntries.map(([key]) => key) };
  const figureSchema = figure.schema as { properties: Record<string, object> };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A law pack of Timbre',
    ...whole,
    properties: {
      ...whole.properties,
      sources: { type: 'object', additionalProperties: source.schema },
      figures: {
        type: 'array',
        items: {
          ...figureSchema,
          properties: { ...figureSchema.properties, key: keys },
          allOf: ofKind,
        },
      },
      catalogs: { type: 'object', additionalProperties: catalogChange.schema },
    },
  };
}

/** Compares two versions number by number. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

export const nameOf = ({ id, version }: PackReference): string => `${id} ${version}`;
