import { privately, withoutLiterals } from './private-spans';

test.each([
  [`select * from "a b" where rfc = 'XAXX010101000'`, `select * from "a b" where rfc = ?`],
  [`insert into t values ('O''Gorman', 12.5, true)`, `insert into t values (?, ?, true)`],
  [`set note = E'it\\'s \\\\ here' where id = $1`, `set note = ? where id = $1`],
  [`set note = E'\\\\' where name = 'Ana'`, `set note = ? where name = ?`],
  [`select $$Ana$$, $x$Eva $$ 1$x$, c1`, `select ?, ?, c1`],
  [`select 1 -- it's Ana's\n, 'Eva'`, `select ? \n, ?`],
  [`select /* it's */ 'Eva'`, `select  ?`],
  [`select "it's", 'Eva'`, `select "it's", ?`],
  [`select 'Ana`, `select ?`],
  [`select E'Ana\\`, `select ?`],
  [`like'Ana' and wage > 1.5e3 and b = 0x1F`, `like? and wage > ? and b = ?`],
  [`select -5::int, x'1F', date '2026-01-01'`, `select -?::int, x?, date ?`],
  [`select 12345678903`, `select ?`],
])('%s keeps its form and no value', (sql, expected) => {
  expect(withoutLiterals(sql)).toBe(expected);
});

test('a truncated value is removed', () => {
  const text = `insert into files values ('${'Ana '.repeat(10_000)}', 'Eva')`;
  expect(withoutLiterals(text)).toBe('insert into files values (?');
});

test('a span has neither the query of its URL nor the token of a link', () => {
  const exported: { attributes: object }[] = [];
  const exporter = { export: (spans: never[]) => void exported.push(...spans) };
  const attributes = {
    'url.path': '/p/AAAAAAAAAAAAAAAAAAAAAA/pdf',
    'url.full': 'http://a.mx/timbre/links/b.c?d=e',
    'url.query': 'd=e',
  };
  const invitation = { 'url.path': '/invitations/AAAA' };
  const spans = [attributes, invitation].map((of) => ({
    ...{ attributes: of, status: { code: 0 }, events: [] },
  }));
  privately(exporter as never).export(spans as never, () => undefined);
  expect(exported.map((span) => span.attributes)).toEqual([
    { 'url.path': '/p/{token}/pdf', 'url.full': 'http://a.mx/timbre/links/{token}' },
    { 'url.path': '/invitations/{token}' },
  ]);
});
