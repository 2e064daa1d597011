// A page that shows a list of the API. Each list declares its filters and columns, and a button
// reads more rows.
import { Button, Group, NativeSelect, Table, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Timbre } from '@timbre/client';
import type { ReactNode } from 'react';
import { Refused } from './action.tsx';
import { Loading } from './format.tsx';
import { useSession } from './context.ts';
import { addressOf, replaceQuery, type Route } from './route.ts';
import type { Operation } from './session.ts';
import { t } from './words.ts';

type Answer<Name extends Operation> = Awaited<ReturnType<Timbre[Name]>>;
type Row<Name extends Operation> = Answer<Name> extends { data: (infer One)[] } ? One : never;

export interface Column<One> {
  /** The name of the column, which is the key of its heading in `words.ts`. */
  name: string;
  show(row: One): ReactNode;
  isNumber?: boolean;
}

export interface Filter {
  /** The name of the query parameter, which is also the key of its label in `words.ts`. */
  name: string;
  /** The key of the label, if the name of the parameter has another meaning elsewhere. */
  label?: string;
  /**
   * The values to choose from. Without them, the filter is a text field, or a date field if its
   * name is that of a date.
   */
  values?: readonly string[];
  /** The initial value of a filter that the API requires. */
  preset?: string | (() => string);
}

/** The filters that most lists have. */
export const dates: Filter[] = [{ name: 'dateFrom' }, { name: 'dateTo' }];
export const text: Filter = { name: 'query' };

interface Spec<One> {
  columns: Column<One>[];
  filters?: Filter[];
  /** The parameters in the path of the operation. */
  at?: Record<string, string>;
  /** The button that adds a record to the list. */
  add?(): ReactNode;
  /** The buttons of a row of the list. */
  actions?(row: One): ReactNode;
  /**
   * Whether work on the row is still in progress. While it is, the list is read again
   * automatically.
   */
  isMoving?(row: One): boolean;
  /** The path of the row's own page. */
  open?(row: One): string[];
}

export interface List {
  operation: Operation;
  spec: Spec<never>;
}

/** Declares a list. TypeScript checks its columns against the response of the operation. */
export const list = <Name extends Operation>(operation: Name, spec: Spec<Row<Name>>): List => ({
  operation,
  spec: spec as Spec<never>,
});

export const column = <One,>(
  name: string,
  show: (row: One) => ReactNode,
  isNumber = false,
): Column<One> => ({ name, show, isNumber });

/**
 * The declaration of a row's page: the operation that reads the record, further parts, and a list
 * below.
 */
export interface RecordSpec {
  operation: Operation;
  path(id: string, within: string): { [name: string]: string };
  title(record: Members): string;
  fields: string[];
  actions?(id: string, record: Members): ReactNode;
  parts?(record: Members): ReactNode;
  list?(id: string): List;
}

export type Members = { [name: string]: unknown };

/** The time after which a list or record with unfinished work is read again, in milliseconds. */
export const readAgain = 1500;

type AnyRow = Record<string, unknown>;

export function ListPage({ list: { operation, spec }, route }: { list: List; route: Route }) {
  const { ask } = useSession();
  // The cast is safe, because the type of `list` has checked the columns against the rows of this
  // operation.
  const declared = spec as unknown as Spec<AnyRow>;
  const { filters = [], at, isMoving } = declared;
  const presets = filters.flatMap(({ name, preset }) =>
    preset ? [[name, typeof preset === 'function' ? preset() : preset]] : [],
  );
  const query = { ...Object.fromEntries(presets), ...route.query };
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery({
      queryKey: [operation, at, query],
      queryFn: ({ pageParam: cursor, signal }) =>
        ask<AnyRow[]>(operation, { path: at, query: { ...query, cursor }, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ pagination }) => pagination?.nextCursor ?? undefined,
      refetchInterval: ({ state }) =>
        isMoving && state.data?.pages.some((page) => page.data.some(isMoving)) ? readAgain : false,
    });
  const rows = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <>
      {declared.add && <div>{declared.add()}</div>}
      <Filters filters={filters} route={route} query={query} />
      {error && <Refused error={error} />}
      {isPending && !error && <Loading />}
      {rows.length > 0 && <Rows spec={declared} rows={rows} />}
      {data && rows.length === 0 && <Text>{t('nothing')}</Text>}
      {hasNextPage && (
        <Button
          mt="md"
          variant="default"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
    </>
  );
}

/** Shows the rows as a table. In a narrow window, each row is a card. */
export const Rows = <One,>({ spec, rows }: { spec: Spec<One>; rows: readonly One[] }) => {
  const { columns, open, actions } = spec;
  return (
    <Table className="list" bg="white" withTableBorder verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ name, isNumber }) => (
            <Table.Th key={name} className={isNumber ? 'number' : ''}>
              {t(name)}
            </Table.Th>
          ))}
          {actions && <Table.Th>{t('actions')}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row, index) => (
          <Table.Tr key={index}>
            {columns.map(({ name, show, isNumber }, place) => (
              <Table.Td key={name} data-label={t(name)} className={isNumber ? 'number' : ''}>
                {place === 0 && open ? (
                  <a href={addressOf(open(row))}>{show(row) || t('open_page')}</a>
                ) : (
                  <span>{show(row)}</span>
                )}
              </Table.Td>
            ))}
            {actions && <Table.Td>{actions(row)}</Table.Td>}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
};

/**
 * Shows the filters of a list. Their values are part of the address, so that a page can link to a
 * filtered list.
 */
function Filters({
  filters,
  route,
  query,
}: {
  filters: Filter[];
  route: Route;
  query: Record<string, unknown>;
}) {
  const choose = (name: string, value: string) =>
    replaceQuery(route.path, { ...route.query, [name]: value });
  if (filters.length === 0) return null;
  return (
    <Group mb="md" align="end" gap="sm">
      {filters.map(({ name, values, label, preset }) => {
        const shared = {
          key: name,
          label: t(label ?? name),
          value: String(query[name] ?? ''),
          onChange: (event: { currentTarget: { value: string } }) =>
            choose(name, event.currentTarget.value),
        };
        if (values) {
          const data = values.map((value) => ({ value, label: t(value) }));
          return (
            <NativeSelect
              {...shared}
              key={name}
              data={preset ? data : [{ value: '', label: t('all') }, ...data]}
            />
          );
        }
        return <TextInput {...shared} key={name} type={/^date/.test(name) ? 'date' : 'text'} />;
      })}
    </Group>
  );
}
