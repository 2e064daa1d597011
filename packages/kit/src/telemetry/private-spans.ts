import type { Attributes } from '@opentelemetry/api';
import type { NodeSDKConfiguration } from '@opentelemetry/sdk-node';

type SpanExporter = NodeSDKConfiguration['traceExporter'];
type Span = Parameters<SpanExporter['export']>[0][number];

/** Enough to recognize a statement; an uploaded file may stand in the text of one. */
const statementLengthMax = 4_096;

/**
 * Everything in SQL that may hold a value, and what may look like one: comments, quoted names,
 * parameters. A literal that is cut off or never closed goes on to the end of the text.
 */
const tokens =
  /--[^\n]*|\/\*[^]*?(?:\*\/|$)|"(?:[^"]|"")*"|\$\d+|\$(\w*)\$[^]*?(?:\$\1\$|$)|\be'(?:\\(?:[^]|$)|''|[^'\\])*(?:'|$)|'(?:''|[^'])*(?:'|$)|\b\d[\w.]*/gi;

/** A statement without its values: MikroORM writes them into the text, so that names, bank accounts
 * and wages would stand in traces. */
export function withoutLiterals(sql: string): string {
  return sql.slice(0, statementLengthMax).replace(tokens, (token) => {
    if (/^["$]/.test(token) && !/^\$\w*\$/.test(token)) return token;
    return /^(--|\/\*)/.test(token) ? '' : '?';
  });
}

/**
 * Exports spans without what they could tell of people: the values in statements, the queries of
 * URLs (searches for names), and the messages of errors, which quote what was wrong. The kind of an
 * error stays, and the log has its message.
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
  // Methods and derived values of the span are those of its prototype.
  return Object.create(span, {
    attributes: { value: privateAttributes(span.attributes) },
    status: { value: { code: span.status.code } },
    events: { value: events },
  }) as Span;
}

const left = new Set(['url.query', 'exception.message', 'exception.stacktrace']);

function privateAttributes(attributes: Attributes): Attributes {
  const kept = Object.entries(attributes).filter(([name]) => !left.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, privateValue(name, value)]));
}

function privateValue(name: string, value: Attributes[string]): Attributes[string] {
  if (typeof value !== 'string') return value;
  if (name === 'db.query.text') return withoutLiterals(value);
  return name === 'url.full' ? value.split('?')[0] : value;
}
