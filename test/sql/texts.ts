import { textsOfRead } from '@timbre/testkit';
import ts from 'typescript';
import { byName, claimSql, pageQuery, type Filter, type List } from '../../packages/kit/src';
import { textsByName, wordsOf } from './built-in';
import { evaluateAll } from './evaluate';
import type { Evaluation } from './evaluation';
import { callsByName, declarationOf, placeOf, sources } from './sources';
import { Env, Unknown, Unresolved } from './values';

/** An SQL text as a process sends it, with the position in the code that sends it. */
export interface Text {
  place: string;
  sql: string;
  /** The database role, which is `system` for the relay and jobs and `app` for requests. */
  role: 'app' | 'system' | 'either';
  /** Whether the text reads a page of a list. */
  isPage: boolean;
}

export interface Collected {
  texts: Text[];
  /** Positions in the code whose SQL text depends on values that exist only at run time. */
  unresolved: string[];
  /** Literals that look like SQL statements but are not part of any collected text. */
  unsent: string[];
  /** The texts that each file sends itself, and each statement at the position where it is written. */
  written: Written[];
}

interface Written {
  file: string;
  sql: string;
  /** Whether values are bound by position, instead of by name with `rows(...byName(text, values))`. */
  hasPlaces: boolean;
}

/** Collects every SQL text that the code sends to a database. */
export function collectTexts(): Collected {
  const visited = new Set<ts.Node>();
  const texts = new Map<string, Text>();
  const unresolved = new Set<string>();
  const written: Written[] = [];
  for (const { place, role, build, isPage = false, binds } of sinks()) {
    const found = evaluateAll(build, visited);
    for (const sql of found.texts) {
      texts.set(`${folderOf(place)} ${role} ${sql}`, { place, sql, role, isPage });
      if (binds)
        written.push({
          file: fileOf(place),
          sql,
          hasPlaces: binds === 'places' && !textsByName.has(sql),
        });
    }
    if (found.unresolved.length) unresolved.add(`${place} ${found.unresolved.join('; ')}`);
  }
  for (const node of visited) {
    const text = statementOf(node);
    if (text) written.push({ file: node.getSourceFile().fileName, sql: text, hasPlaces: false });
  }
  return {
    texts: [...texts.values()],
    unresolved: [...unresolved],
    unsent: unsentOf(visited),
    written,
  };
}

const fileOf = (place: string): string => place.split(':')[0]!;

/**
 * Returns the folder of a position in the code, such as `services/commerce`, `gateway` or `packages/kit`.
 */
export const folderOf = (place: string): string => /^(.*?)\/src\//.exec(place)![1]!;

interface Sink {
  place: string;
  role: Text['role'];
  isPage?: boolean;
  /**
   * How values are bound; absent if packages/kit sends the text for a declared list, resource or job.
   */
  binds?: 'places' | 'names';
  build: (evaluation: Evaluation) => string[];
}

type Build = (call: ts.CallExpression, evaluation: Evaluation) => string[];

/** Whether a call binds values by name, like `rows(...byName(text, values))`. */
const hasNames = ({ arguments: [first] }: ts.CallExpression): boolean =>
  first !== undefined && ts.isSpreadElement(first);

const argument = (evaluation: Evaluation, call: ts.CallExpression, index: number): unknown => {
  const [first] = call.arguments;
  if (hasNames(call)) {
    const spread = evaluation.of((first as ts.SpreadElement).expression, new Env());
    return Array.isArray(spread) ? spread[index] : spread;
  }
  const node = call.arguments[index];
  return node && evaluation.of(node, new Env());
};

/** Returns the SQL text in an argument of a query: the argument itself, or its member `text`. */
function sentText(value: unknown): string[] {
  const text = typeof value === 'object' && value && 'text' in value ? value.text : value;
  if (text instanceof Unknown) throw new Unresolved(text.why);
  return typeof text === 'string' ? [text] : [];
}

const rows: Build = (call, evaluation) =>
  sentText(argument(evaluation, call, 0)).flatMap((text) =>
    text.includes(':org') ? textsOfRead((read) => read.rows(text, valuesOf(text))) : [text],
  );

/** Returns a value for each parameter of the text. The first parameter is the organization. */
const valuesOf = (text: string): unknown[] => {
  const numbers = [...text.matchAll(/[$](\d+)/g)].map(([, number]) => Number(number));
  return Array.from({ length: Math.max(1, ...numbers) - 1 });
};

const builds: Record<string, Build> = {
  rows,
  bulk: rows,
  query: (call, evaluation) => sentText(argument(evaluation, call, 0)),
  rowsIn: (call, evaluation) => sentText(argument(evaluation, call, 1)),
  page(call, evaluation) {
    const list = argument(evaluation, call, 0);
    if (list instanceof Unknown) throw new Unresolved(list.why);
    if (!isList(list)) return [];
    const filters = argument(evaluation, call, 2);
    const today = call.arguments[3] && '2026-11-21';
    const given = filtersIn(filters instanceof Unknown ? [] : (filters ?? []));
    const searches = (list as List).isSearchIndexed
      ? searchTexts(list as List, given.filter(Array.isArray), today)
      : [];
    const asked = [
      ...combined(given).map((of) => [{}, of] as const),
      ...pages.map((one) => [one, []] as const),
    ];
    const read = [...asked, [allFilters, given] as const].flatMap(([one, of]) =>
      textsOfRead((reader) => reader.page(list as never, { ...one, limit: 25 }, [...of], today)),
    );
    return [...read, ...searches];
  },
  resource: (call, evaluation) => rendered(argument(evaluation, call, 0), call.arguments[2]),
  onlyResource(call, evaluation) {
    const resource = argument(evaluation, call, 0);
    if (resource instanceof Unknown) throw new Unresolved(resource.why);
    return textsOfRead((read) => read.onlyResource(resource as never));
  },
  replyWith: (call, evaluation) => rendered(argument(evaluation, call, 0)),
};

/** The names of functions that receive a list or a resource definition. */
const declaring = new Set(['page', 'resource', 'onlyResource', 'replyWith']);

const nil = '00000000-0000-0000-0000-000000000000';

/**
 * Returns the filters of a page. A text filter has a pattern, which determines the statements of its
 * search.
 */
const filtersIn = (filters: unknown): Filter[] =>
  (filters as Filter[]).map((one) =>
    Array.isArray(one) && one[2] === 'words' ? [one[0], ['%abc%'], one[2]] : one,
  );

/** Whether a filter compares a column with a value. */
const isOfFew = (filter: unknown): boolean =>
  Array.isArray(filter) && /^r[.]\w+ = [$]1$/.test(String(filter[0]));

/** Returns each filter alone, and every combination of the filters that compare a column. */
const combined = (given: readonly Filter[]): Filter[][] => {
  const compared = given.filter(isOfFew);
  let sets: Filter[][] = [[]];
  for (const one of compared) sets = [...sets, ...sets.map((of) => [...of, one])];
  return [...given.map((one) => [one]), ...sets.filter(({ length }) => length > 1)];
};

/** The two cases of the day filters that all lists have: no day is given, or both days are given. */
const pages = [{}, { dateFrom: '2026-11-01', dateTo: '2026-11-30' }];
const allFilters = { query: 'a', dateFrom: '2026-11-01', dateTo: '2026-11-30' };

/**
 * Returns the two statements of a search that uses an index. A `Reader` sends the second statement after
 * the first.
 */
const searchTexts = (list: List, given: Filter[], today?: string): string[] =>
  (['first', 'found'] as const).map((among) => {
    const page = { ...allFilters, limit: 25 };
    const { sql, values } = pageQuery(
      list,
      { organizationId: nil },
      page,
      given,
      today,
      among,
    ).query;
    return sql.replaceAll(':now', `$${values.length + 1}::timestamptz`);
  });

const isList = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'resource' in value;

function rendered(resource: unknown, today?: ts.Expression): string[] {
  if (resource instanceof Unknown) throw new Unresolved(resource.why);
  if (typeof resource !== 'object' || resource === null) return [];
  const { json } = resource as { json: string };
  const day = today || json.includes(':today') ? '2026-11-21' : undefined;
  return textsOfRead((read) => read.resource(resource as never, nil, day));
}

/**
 * Whether a call only forwards a text to kit, such as `(sql) => pool.query(sql)`; the text then belongs
 * to kit.
 */
function isPassedOn({ arguments: [text] }: ts.CallExpression): boolean {
  if (!text || !ts.isIdentifier(text)) return false;
  const parameter = declarationOf(text.text, text);
  if (!parameter || 'from' in parameter || !ts.isParameter(parameter)) return false;
  const to = parameter.parent.parent;
  if (!ts.isCallExpression(to) || !ts.isIdentifier(to.expression)) return false;
  const called = declarationOf(to.expression.text, to);
  return called !== undefined && 'from' in called;
}

/** Files of packages/kit that send an SQL text from their arguments, or build a text from rows. */
const passing =
  /^packages\/kit\/src\/(?:database\/(?:bound-query|pipelines|queue)|operation\/(?:change-once|commit|judged|query|transaction)|process\/due-claims)[.]ts/;

function* sinks(): Generator<Sink> {
  for (const [name, build] of Object.entries(builds)) {
    for (const call of callsByName.get(name) ?? []) {
      const receiver = call.expression.getText();
      if (isPassedOn(call) || passing.test(placeOf(call))) continue;
      if (name === 'page' && !/\bread(?:er)?[.]page$/.test(receiver)) continue;
      const role = /system/i.test(receiver)
        ? 'system'
        : /pool|client/.test(receiver)
          ? 'either'
          : 'app';
      yield {
        place: placeOf(call),
        role,
        isPage: name === 'page',
        ...(!declaring.has(name) && { binds: hasNames(call) ? 'names' : 'places' }),
        build: (evaluation) => build(call, evaluation),
      };
    }
  }
  for (const node of objects()) {
    for (const [name, build] of Object.entries(declared)) {
      const member = node.properties.find((one) => one.name?.getText() === name);
      if (
        member &&
        build.needs.every((need) => node.properties.some((one) => one.name?.getText() === need))
      )
        yield {
          place: placeOf(member),
          role: build.role,
          ...(name === 'parts' && { binds: 'names' }),
          build: (evaluation) => build.texts(evaluation.of(node, new Env()) as never),
        };
    }
  }
}

/** Kinds of objects that declare a part of an SQL text, which packages/kit completes. */
const declared: Record<
  string,
  { needs: string[]; role: Text['role']; texts: (value: Record<string, unknown>) => string[] }
> = {
  due: {
    needs: ['batchMax'],
    role: 'system',
    texts: ({ due }) => sentText(due).map(claimSql),
  },
  where: {
    needs: ['table', 'due', 'name'],
    role: 'system',
    texts: ({ due, table, where }) => [
      `select ${String(due)} as due from ${String(table)} where ${String(where)} order by ${String(due)}`,
    ],
  },
  parts: {
    needs: ['made', 'values'],
    role: 'app',
    texts: ({ parts, made, answer }) =>
      sentText(parts).map((named) => {
        if (/[$]\d/.test(named)) throw new Error(`a change numbers a value itself: ${named}`);
        const values = Object.fromEntries(wordsOf(named, 2).map((word) => [word, undefined]));
        const [text] = byName(named, values, 2);
        return `with open as materialized (select), ${text.replaceAll(':org', '$1')}
          select ${String(answer ?? '*')} from ${String(made)}`;
      }),
  },
};

function objects(): ts.ObjectLiteralExpression[] {
  const found: ts.ObjectLiteralExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  for (const file of sources.values()) visit(file);
  return found;
}

const statement =
  /^\s*(?:select|insert into|update|delete from|with|merge into)\s(?:.*\s)?(?:from|into|set|as)\b/is;

/** Returns the literals that begin like an SQL statement but are part of no collected text. */
function unsentOf(visited: ReadonlySet<ts.Node>): string[] {
  const unsent: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = statementOf(node);
    if (text && !visited.has(node))
      unsent.push(`${placeOf(node)} ${text.replace(/\s+/g, ' ').slice(0, 60)}`);
    ts.forEachChild(node, visit);
  };
  for (const file of sources.values()) visit(file);
  return unsent;
}

/** Returns the text of a literal that begins like an SQL statement; undefined for other nodes. */
function statementOf(node: ts.Node): string | undefined {
  const isText = ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node);
  if (!isText && !ts.isTemplateExpression(node)) return undefined;
  const text = isText ? node.text : node.getText().slice(1, -1);
  return statement.test(text) ? text : undefined;
}
