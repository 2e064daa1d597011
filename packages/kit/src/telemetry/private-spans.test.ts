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
])('the statement %s keeps its form but loses its values', (sql, expected) => {
  expect(withoutLiterals(sql)).toBe(expected);
});

test('a truncated value is removed from a span', () => {
  const text = `insert into files values ('${'Ana '.repeat(10_000)}', 'Eva')`;
  expect(withoutLiterals(text)).toBe('insert into files values (?');
});

test('a span contains its route and outcome but no data of the caller, regardless of what a library adds', () => {
  const exported: { attributes: object; events: { attributes: object }[] }[] = [];
  const exporter = { export: (spans: never[]) => void exported.push(...spans) };
  const kept = {
    'http.route': '/v1/sat/blacklist/{rfc}',
    'http.request.method': 'GET',
    'http.response.status_code': 200,
    'timbre.operation': 'checkBlacklist',
    'server.address': 'api.example.com',
    'rpc.method': 'checkBlacklist',
    'pac.name': 'sw',
    'error.type': 'Error',
  };
  const attributes = {
    ...kept,
    'url.path': '/v1/sat/blacklist/EKU9003173C9',
    'url.full': 'http://a.mx/timbre/links/b.c?d=e',
    'url.query': 'd=e',
    'http.target': '/p/AAAA',
    'http.url': 'https://a.mx/p/AAAA',
    'client.address': '203.0.113.7',
    'network.peer.address': '203.0.113.7',
    'http.client_ip': '203.0.113.7',
    'user_agent.original': 'Ana’s phone',
    'some.later.library': 'EKU9003173C9',
  };
  const event = { attributes: { 'exception.type': 'E', 'exception.message': 'EKU9003173C9' } };
  const span = { attributes, status: { code: 0 }, events: [event] };
  privately(exporter as never).export([span] as never, () => undefined);
  expect(exported.map((one) => one.attributes)).toEqual([kept]);
  expect(exported[0]!.events).toEqual([{ attributes: { 'exception.type': 'E' } }]);
});
