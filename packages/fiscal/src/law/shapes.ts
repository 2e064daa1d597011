import { memberAt } from '../presence';
import { isCalendarDate } from '../calendar-date';
import { Decimal } from '../decimal';

/**
 * A function that receives each fault in a file: the path of the value, and a sentence about the
 * fault.
 */
export type Report = (path: string, message: string) => void;

/** The shape of a value in a law pack: how the value is read, and its JSON Schema. */
export interface Shape<T> {
  /** Returns the value; `undefined` after a fault was reported. */
  readonly read: (value: unknown, path: string, report: Report) => T | undefined;
  readonly schema: object;
}

/** An optional member of a record. */
export interface OptionalShape<T> extends Shape<T> {
  readonly isOptional: true;
}

export type ValueOf<S> = S extends Shape<infer T> ? T : never;
type Members = Readonly<Record<string, Shape<unknown>>>;
export type RecordOf<M extends Members> = {
  readonly [K in keyof M as M[K] extends OptionalShape<unknown> ? never : K]: ValueOf<M[K]>;
} & {
  readonly [K in keyof M as M[K] extends OptionalShape<unknown> ? K : never]?: ValueOf<M[K]>;
};

const decimalPattern = '^(0|[1-9][0-9]{0,14})([.][0-9]{1,10})?$';
const isDecimalText = new RegExp(decimalPattern);

/** A decimal of at least zero, written as text, because a JSON number would be a binary fraction. */
export const decimal: Shape<Decimal> = {
  schema: { type: 'string', pattern: decimalPattern },
  read: (value, path, report) => {
    if (typeof value === 'string' && isDecimalText.test(value)) return Decimal.from(value);
    report(path, 'is not a decimal of zero or more written as text');
    return undefined;
  },
};

/** A decimal from 0 to 100; `30` means 30 %. */
export const percent: Shape<Decimal> = {
  schema: decimal.schema,
  read: (value, path, report) => {
    const read = decimal.read(value, path, report);
    if (!read?.greaterThan(Decimal.from(100))) return read;
    report(path, 'is a percent above 100');
    return undefined;
  },
};

export const integer: Shape<number> = {
  schema: { type: 'integer', minimum: 0 },
  read: (value, path, report) => {
    if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
    report(path, 'is not a whole number of zero or more');
    return undefined;
  },
};

export const flag: Shape<boolean> = {
  schema: { type: 'boolean' },
  read: (value, path, report) => {
    if (typeof value === 'boolean') return value;
    report(path, 'is not true or false');
    return undefined;
  },
};

export const text: Shape<string> = {
  schema: { type: 'string', minLength: 1 },
  read: (value, path, report) => {
    if (typeof value === 'string' && value.trim() !== '') return value;
    report(path, 'is not a text');
    return undefined;
  },
};

export const date: Shape<string> = {
  schema: { type: 'string', format: 'date' },
  read: (value, path, report) => {
    if (typeof value === 'string' && isCalendarDate(value)) return value;
    report(path, 'is not a date, YYYY-MM-DD');
    return undefined;
  },
};

export function matching(pattern: RegExp, name: string): Shape<string> {
  return {
    schema: { type: 'string', pattern: pattern.source },
    read: (value, path, report) => {
      if (typeof value === 'string' && pattern.test(value)) return value;
      report(path, `is not ${name}`);
      return undefined;
    },
  };
}

export function choice<const Choice extends string>(choices: readonly Choice[]): Shape<Choice> {
  return {
    schema: { enum: [...choices] },
    read: (value, path, report) => {
      const found = choices.find((one) => one === value);
      if (found === undefined) report(path, `is not one of ${choices.join(', ')}`);
      return found;
    },
  };
}

export function either<A, B>(one: Shape<A>, other: Shape<B>): Shape<A | B> {
  return {
    schema: { anyOf: [one.schema, other.schema] },
    read: (value, path, report) => {
      const ignored: Report = () => undefined;
      return one.read(value, path, ignored) ?? other.read(value, path, report);
    },
  };
}

export function list<T>(item: Shape<T>, itemsMin = 1): Shape<readonly T[]> {
  return {
    schema: { type: 'array', minItems: itemsMin, items: item.schema },
    read: (value, path, report) => {
      if (!Array.isArray(value) || value.length < itemsMin) {
        report(path, `is not a list of ${itemsMin} or more`);
        return undefined;
      }
      const read = value.map((one, at) => item.read(one, `${path}.${at}`, report));
      return read.includes(undefined) ? undefined : (read as T[]);
    },
  };
}

export function optional<T>(shape: Shape<T>): OptionalShape<T> {
  return { ...shape, isOptional: true };
}

const isOptional = (shape: Shape<unknown>) => 'isOptional' in shape;

/** Describes a JSON object with exactly these members. An unknown member is a fault. */
export function record<M extends Members>(members: M): Shape<RecordOf<M>> {
  const names = Object.keys(members);
  const required = names.filter((name) => !isOptional(memberAt(members, name)));
  return {
    schema: {
      type: 'object',
      additionalProperties: false,
      required,
      properties: Object.fromEntries(names.map((name) => [name, memberAt(members, name).schema])),
    },
    read: (value, path, report) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        report(path, 'is not an object');
        return undefined;
      }
      const given = value as Record<string, unknown>;
      let isWhole = true;
      for (const name of Object.keys(given)) {
        if (Object.hasOwn(members, name)) continue;
        report(join(path, name), 'is not a known field');
        isWhole = false;
      }
      const read: Record<string, unknown> = {};
      for (const name of names) {
        if (!Object.hasOwn(given, name) && isOptional(memberAt(members, name))) continue;
        read[name] = memberAt(members, name).read(given[name], join(path, name), report);
        if (read[name] === undefined) isWhole = false;
      }
      return isWhole ? (read as RecordOf<M>) : undefined;
    },
  };
}

/**
 * Describes a table as rows of text cells. The table has one column per member, in the order of the
 * members. A cell in an optional column may be empty.
 */
export function table<M extends Members>(members: M): Shape<readonly RecordOf<M>[]> {
  const columns = Object.keys(members);
  const row = record(members);
  return {
    schema: {
      type: 'object',
      additionalProperties: false,
      required: ['columns', 'rows'],
      properties: {
        columns: { const: columns },
        rows: {
          type: 'array',
          minItems: 1,
          items: {
            type: 'array',
            minItems: columns.length,
            maxItems: columns.length,
            items: { type: 'string' },
          },
        },
      },
    },
    read: (value, path, report) => {
      const given = (value ?? {}) as { columns?: unknown; rows?: unknown };
      for (const name of Object.keys(given)) {
        if (name !== 'columns' && name !== 'rows') report(join(path, name), 'is not a known field');
      }
      if (JSON.stringify(given.columns) !== JSON.stringify(columns)) {
        report(join(path, 'columns'), `are not ${columns.join(', ')}`);
        return undefined;
      }
      return list(rowShape(columns, row)).read(given.rows, join(path, 'rows'), report);
    },
  };
}

function rowShape<T>(columns: readonly string[], row: Shape<T>): Shape<T> {
  return {
    schema: {},
    read: (value, path, report) => {
      if (!Array.isArray(value) || value.length !== columns.length) {
        report(path, `has not ${columns.length} cells`);
        return undefined;
      }
      const cells = columns.flatMap((name, at) => (value[at] === '' ? [] : [[name, value[at]]]));
      return row.read(Object.fromEntries(cells), path, report);
    },
  };
}

/** An integer in a table cell, such as a number of years or hours. */
export const wholeNumber: Shape<number> = {
  schema: { type: 'string', pattern: '^(0|[1-9][0-9]{0,8})$' },
  read: (value, path, report) => {
    if (typeof value === 'string' && /^(0|[1-9][0-9]{0,8})$/.test(value)) return Number(value);
    report(path, 'is not a whole number written as text');
    return undefined;
  },
};

export const join = (path: string, name: string): string =>
  path === '' ? name : `${path}.${name}`;
