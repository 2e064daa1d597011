import type { Attributes } from '@opentelemetry/api';
import type { NodeSDKConfiguration } from '@opentelemetry/sdk-node';

type SpanExporter = NodeSDKConfiguration['traceExporter'];
type Span = Parameters<SpanExporter['export']>[0][number];

/** Enough to recognize a statement; a statement's text may contain an uploaded file. */
const statementLengthMax = 4_096;

/**
 * Matches every part of SQL that may hold a value, and the parts that look like one: comments,
 * quoted names, parameters. An unterminated literal extends to the end of the text.
 */
const tokens =
  /--[^\n]*|\/\*[^]*?(?:\*\/|$)|"(?:[^"]|"")*"|\$\d+|\$(\w*)\$[^]*?(?:\$\1\$|$)|\be'(?:\\(?:[^]|$)|''|[^'\\])*(?:'|$)|'(?:''|[^'])*(?:'|$)|\b\d[\w.]*/gi;

/**
 * A statement without its values. MikroORM writes values into the text, which would put names, bank
 * accounts and wages into traces.
 */
export function withoutLiterals(sql: string): string {
  return sql.slice(0, statementLengthMax).replace(tokens, (token) => {
    if (/^["$]/.test(token) && !/^\$\w*\$/.test(token)) return token;
    return /^(--|\/\*)/.test(token) ? '' : '?';
  });
}

/**
 * Exports spans without personal data: the values in statements, the queries of URLs (searches for
 * names), the tokens of links, and the messages of errors, which quote bad values. The type of an error stays, and the
 * log has its message.
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
  // Methods and derived values of the span come from its prototype.
  return Object.create(span, {
    attributes: { value: privateAttributes(span.attributes) },
    status: { value: { code: span.status.code } },
    events: { value: events },
  }) as Span;
}

/** The path of a link without its token, which is a permission. */
const withoutToken = (path: string): string =>
  path.replace(/\/(p|links|invitations)\/[^/]+/, '/$1/{token}');

const left = new Set(['url.query', 'exception.message', 'exception.stacktrace']);

function privateAttributes(attributes: Attributes): Attributes {
  const kept = Object.entries(attributes).filter(([name]) => !left.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, privateValue(name, value)]));
}

function privateValue(name: string, value: Attributes[string]): Attributes[string] {
  if (typeof value !== 'string') return value;
  if (name === 'db.query.text') return withoutLiterals(value);
  if (name === 'url.full') return withoutToken(value.split('?')[0]!);
  return name === 'url.path' ? withoutToken(value) : value;
}
