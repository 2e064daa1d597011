// Derives the tables of events and connections from the sources: docs/events.md and docs/connections.md.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './paths.mjs';
import { addressVariable } from './services.mjs';

export const eventsFile = 'docs/events.md';
export const connectionsFile = 'docs/connections.md';

const folders = ['services/*/src', 'gateway/src', 'packages/kit/src/process'];

/** @typedef {{ file: string, source: ts.SourceFile }} Source a parsed source file */

/** @returns {Source[]} */
const sources = () =>
  folders
    .flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root }))
    .filter((file) => !/authority-simulator|migrations|[.]test[.]ts$/.test(file))
    .toSorted()
    .map((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return { file, source: ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true) };
    });

/**
 * @param {ts.Node} node
 * @param {(node: ts.Node) => void} look
 */
function visit(node, look) {
  look(node);
  ts.forEachChild(node, (child) => visit(child, look));
}

/**
 * Returns the folder of the process that a file belongs to.
 * @param {string} file
 */
const processOf = (file) => file.split('/src/')[0] ?? '';

/**
 * @param {ts.Node} node
 * @returns {string[]} the string literals of a type, also if an alias in the same file defines these
 * literals
 */
function literalsOf(node) {
  /** @type {string[]} */
  const found = [];
  visit(node, (inner) => {
    if (ts.isLiteralTypeNode(inner) && ts.isStringLiteral(inner.literal)) {
      found.push(inner.literal.text);
    }
    if (!ts.isTypeReferenceNode(inner)) return;
    const name = inner.typeName.getText();
    for (const statement of inner.getSourceFile().statements) {
      if (ts.isTypeAliasDeclaration(statement) && statement.name.text === name) {
        found.push(...literalsOf(statement.type));
      }
    }
  });
  return found;
}

/**
 * @param {ts.Node} node
 * @returns {string | undefined} the name of the called function
 */
const calledAs = (node) =>
  ts.isFunctionDeclaration(node)
    ? node.name?.text
    : ts.isVariableDeclaration(node.parent)
      ? node.parent.name.getText()
      : undefined;

/**
 * Returns the possible values of a variable part in the subject of an event. These values are the literals
 * of its type. For a plain string, the values are the literals that callers pass for this parameter.
 * @param {Source} emitter
 * @param {string} name
 * @param {Source[]} all
 * @returns {string[]}
 */
function wordsOf({ file, source }, name, all) {
  /** @type {string[]} */
  const typed = [];
  /** @type {Map<string, number>} */
  const functions = new Map();
  visit(source, (node) => {
    if (!ts.isParameter(node) || node.name.getText() !== name || !node.type) return;
    typed.push(...literalsOf(node.type));
    const called = calledAs(node.parent);
    if (called) functions.set(called, node.parent.parameters.indexOf(node));
  });
  if (typed.length > 0) return typed;
  /** @type {string[]} */
  const given = [];
  const isExported = [...functions.keys()].some((called) =>
    new RegExp(`export (const|function) ${called}\\b`).test(source.text),
  );
  const callers = isExported
    ? all.filter((other) => processOf(other.file) === processOf(file))
    : [{ file, source }];
  for (const other of callers) {
    visit(other.source, (node) => {
      if (!ts.isCallExpression(node)) return;
      const argument = node.arguments[functions.get(node.expression.getText()) ?? -1];
      if (argument) visit(argument, (part) => ts.isStringLiteral(part) && given.push(part.text));
    });
  }
  return given;
}

/**
 * @param {Source[]} all
 * @returns {Map<string, Set<string>>} the files that emit events, keyed by subject
 */
function emitted(all) {
  /** @type {Map<string, Set<string>>} */
  const found = new Map();
  for (const emitter of all.filter(({ file }) => /\/store\//.test(file))) {
    visit(emitter.source, (node) => {
      if (!ts.isPropertyAssignment(node) || node.name.getText() !== 'subject') return;
      for (const subject of subjectsOf(node.initializer, emitter, all)) {
        found.set(subject, (found.get(subject) ?? new Set()).add(emitter.file));
      }
    });
  }
  return found;
}

/**
 * @param {ts.Expression} node
 * @param {Source} emitter
 * @param {Source[]} all
 * @returns {string[]}
 */
function subjectsOf(node, emitter, all) {
  if (ts.isStringLiteral(node)) return [node.text];
  if (!ts.isTemplateExpression(node)) return [];
  const variable = node.templateSpans[0]?.expression;
  if (!variable) return [];
  const words = ts.isPropertyAccessExpression(variable)
    ? membersOf(variable.name.text, emitter, all)
    : wordsOf(emitter, variable.getText(), all);
  return words.map((word) => `${node.head.text}${word}`);
}

/**
 * @param {string} name
 * @param {Source} emitter
 * @param {Source[]} all
 * @returns {string[]} the possible values of a member with this name
 */
function membersOf(name, emitter, all) {
  /** @type {string[]} */
  const found = [];
  for (const { file, source } of all) {
    if (processOf(file) !== processOf(emitter.file)) continue;
    visit(source, (node) => {
      if (!ts.isPropertySignature(node) || node.name.getText() !== name || !node.type) return;
      found.push(...literalsOf(node.type));
    });
  }
  return found;
}

/**
 * @param {Source[]} all
 * @param {string[]} subjects
 * @returns {Map<string, string[]>}
 */
function consumed(all, subjects) {
  const consumers = all.filter(({ file }) => /\/on-[\w-]+[.]ts$/.test(file));
  return new Map(
    subjects.map((subject) => [
      subject,
      consumers.filter(({ source }) => names(source, subject)).map(({ file }) => file),
    ]),
  );
}

/**
 * Whether a file contains the subject of an event, or the wildcard subject of its aggregate.
 * @param {ts.SourceFile} source
 * @param {string} subject
 */
const names = (source, subject) =>
  new RegExp(`\\b${subject}\\b`).test(source.text) ||
  source.text.includes(`'${subject.replace(/[^.]+$/, '*')}'`);

/** @param {string[][]} rows the rows with the heading first; the table has the format of prettier */
function tableOf(rows) {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  const line = (/** @type {string[]} */ row) =>
    `| ${widths.map((width, at) => (row[at] ?? '').padEnd(width)).join(' | ')} |`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return rows.map(line).toSpliced(1, 0, rule).join('\n');
}

/** @param {string} text */
const code = (text) => `\`${text}\``;

/**
 * Writes a table of every event with the files that emit and consume the event.
 * @returns {string}
 */
export function eventTable() {
  const all = sources();
  const emitters = emitted(all);
  const subjects = [...emitters.keys()].toSorted();
  const consumers = consumed(all, subjects);
  const rows = subjects.map((subject) => [
    code(subject),
    [...(emitters.get(subject) ?? [])].map(code).join('<br>'),
    (consumers.get(subject) ?? []).map(code).join('<br>') || 'none',
  ]);
  return `# Events

Written by \`node scripts/architecture-tables.mjs\` from the sources; a test holds it complete.

A subject is \`<service>.<aggregate>.<past tense>\`. An event carries the whole state as a message of
\`proto/\` and the aggregate's version. A public event also carries its public form: the file that emits it says
how it is shown, and \`packages/api/src/events.ts\` declares its type. The service of webhooks consumes every event
and forwards the public forms.

${tableOf([['subject', 'emitted by', 'consumed by'], ...rows])}
`;
}

/** Connections to systems outside of the deployment, with the settings that enable them. */
const outside = [
  ['clients', '`gateway`', 'HTTP, 8080', '`TIMBRE_HTTP_PORT`'],
  [
    '`gateway`',
    'metadata of OAuth clients, and other issuers, in production',
    'HTTPS',
    '`TIMBRE_OAUTH_CLIENT_METADATA`',
  ],
  [
    '`services/fiscal-cfdi`',
    'the PACs, of the deployment and of organizations',
    'HTTPS',
    '`TIMBRE_PACS`, `pac_accounts`',
  ],
  ['`services/fiscal-cfdi`', "the SAT's status service", 'HTTPS', '`TIMBRE_SAT_STATUS_URL`'],
  ['`services/fiscal-cfdi`', 'the mail server, when one is set', 'SMTPS, 465', '`TIMBRE_SMTP_URL`'],
  [
    '`services/fiscal-cfdi`',
    '`services/authority-simulator`, in a sandbox',
    'HTTP, 8090',
    '`TIMBRE_PACS`, `TIMBRE_AUTHORITY_URL`',
  ],
  [
    '`services/sat-sync`',
    "the SAT's mass download",
    'HTTPS',
    '`TIMBRE_SAT_DOWNLOAD_URL`, `TIMBRE_SAT_PACKAGES_URL`',
  ],
  [
    '`services/sat-sync`',
    "the SAT's mass download of withholdings",
    'HTTPS',
    '`TIMBRE_SAT_WITHHOLDINGS_DOWNLOAD_URL`, `TIMBRE_SAT_WITHHOLDINGS_PACKAGES_URL`',
  ],
  [
    '`services/sat-sync`',
    "the SAT's portals and the page of a Constancia's QR",
    'HTTPS',
    '`TIMBRE_SAT_PORTALS_URL`',
  ],
  [
    '`services/sat-sync`',
    "the SAT's lists, which it publishes by plain HTTP",
    'HTTP, 80',
    '`TIMBRE_SAT_PORTALS_URL`',
  ],
  [
    '`services/sat-sync`',
    '`services/authority-simulator`, in a sandbox',
    'HTTP, 8090',
    '`TIMBRE_SAT_DOWNLOAD_URL`, `TIMBRE_SAT_PACKAGES_URL`',
  ],
  ...['443', '8443'].map((port) => [
    '`services/webhooks`',
    'endpoints of organizations, at public addresses',
    `HTTPS, ${port}`,
    '`TIMBRE_WEBHOOK_ALLOWED_HOSTS`',
  ]),
  [
    '`gateway` and each service',
    'its own PostgreSQL database',
    '5432',
    '`TIMBRE_DATABASE_URL`, `TIMBRE_SYSTEM_DATABASE_URL`',
  ],
  ['each service and gateway', 'NATS', '4222', '`TIMBRE_NATS_URL`, `TIMBRE_NATS_CA_FILE`'],
  [
    '`gateway` and each service',
    'an OTLP collector, when one is set',
    'HTTP, 4318',
    '`OTEL_EXPORTER_OTLP_ENDPOINT`',
  ],
  [
    'orchestrator, Prometheus',
    '`gateway` and each service: `/healthz`, `/readyz`, `/metrics`',
    'HTTP, 9101 to 9107, 9180',
    '`TIMBRE_HEALTH_PORT`',
  ],
];

/**
 * Writes a table of every connection between processes and to other systems.
 * @returns {string}
 */
export function connectionTable() {
  /** @type {Record<string, { ports: { grpc?: number }, calls?: string[] }>} */
  const processes = JSON.parse(
    readFileSync(join(root, 'deploy/helm/timbre/services.json'), 'utf8'),
  );
  const folderOf = (/** @type {string} */ name) =>
    code(name === 'gateway' ? name : `services/${name}`);
  const calls = Object.entries(processes).flatMap(([name, { calls: called = [] }]) =>
    called.map((other) => [
      folderOf(name),
      folderOf(other),
      `gRPC, ${processes[other]?.ports.grpc}`,
      code(addressVariable(other)),
    ]),
  );
  return `# Connections

Written by \`node scripts/architecture-tables.mjs\` from \`deploy/helm/timbre/services.json\`; a test holds it
complete. No other connection exists: the network policies allow these alone (\`test/deploy/network.test.ts\`).
\`packages/contract/src/callers.ts\` and \`packages/contract/src/gateway-rpcs.ts\` list the rpcs of each gRPC
connection; a called service refuses every other rpc (\`packages/kit/src/grpc/allowed-calls.test.ts\`).

${tableOf([['from', 'to', 'over', 'setting'], ...calls.toSorted(byCaller), ...outside])}
`;
}

/**
 * @param {string[]} a
 * @param {string[]} b
 */
const byCaller = (a, b) => (a.slice(0, 2).join(' ') < b.slice(0, 2).join(' ') ? -1 : 1);
