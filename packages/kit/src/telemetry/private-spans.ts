import type { Attributes } from '@opentelemetry/api';
import type { NodeSDKConfiguration } from '@opentelemetry/sdk-node';

type SpanExporter = NodeSDKConfiguration['traceExporter'];
type Span = Parameters<SpanExporter['export']>[0][number];

/**
 * The maximum length of an exported SQL statement. Longer statements are truncated, because they
 * can contain an uploaded file.
 */
const statementLengthMax = 4_096;

/**
 * Matches every part of SQL that may contain a value, and parts that look similar: comments, quoted
 * names and parameters. An unterminated literal extends to the end of the text.
 */
const tokens =
  /--[^\n]*|\/\*[^]*?(?:\*\/|$)|"(?:[^"]|"")*"|\$\d+|\$(\w*)\$[^]*?(?:\$\1\$|$)|\be'(?:\\(?:[^]|$)|''|[^'\\])*(?:'|$)|'(?:''|[^'])*(?:'|$)|\b\d[\w.]*/gi;

/**
 * Removes the values from an SQL statement. Without this function, traces would contain names, bank
 * accounts and wages, because MikroORM writes values into the SQL text.
 */
export function withoutLiterals(sql: string): string {
  return sql.slice(0, statementLengthMax).replace(tokens, (token) => {
    if (/^["$]/.test(token) && !/^\$\w*\$/.test(token)) return token;
    return /^(--|\/\*)/.test(token) ? '' : '?';
  });
}

/**
 * Exports spans without personal data: without the values in statements, the paths and queries of
 * URLs (an RFC, the token of a link, a search for a name), callers' addresses, and error messages,
 * which quote invalid values. The type of an error is exported. The error message is only in the
 * log.
 */
export function privately(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(asPrivate), done),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

function asPrivate(span: Span): Span {
  const events = span.events.map((event) => ({
    ...event,
    attributes: privateAttributes(event.attributes ?? {}),
  }));
  // The span's methods and derived values come from its prototype.
  return Object.create(span, {
    attributes: { value: privateAttributes(span.attributes) },
    status: { value: { code: span.status.code } },
    events: { value: events },
  }) as Span;
}

/**
 * The attributes that are exported. Paths, queries, callers' addresses and attributes that a
 * library adds are not exported: a path contains an RFC or the token of a link, while `http.route`
 * contains neither.
 */
const exported =
  /^(http\.(route|request\.method|response\.status_code)|exception\.type|server\.(address|port))$|^(db|error|messaging|pac|rpc|timbre)\./;

function privateAttributes(attributes: Attributes): Attributes {
  const kept = Object.entries(attributes).filter(([name]) => exported.test(name));
  return Object.fromEntries(
    kept.map(([name, value]) => {
      const isStatement = name === 'db.query.text' && typeof value === 'string';
      return [name, isStatement ? withoutLiterals(value) : value];
    }),
  );
}
