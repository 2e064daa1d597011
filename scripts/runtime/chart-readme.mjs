// Derives the README of the Helm chart from the comments in its values.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, isScalar, parseDocument } from 'yaml';
import { root } from './paths.mjs';

const chart = 'deploy/helm/timbre';

export const chartReadmeFile = `${chart}/README.md`;

/**
 * @typedef {{ path: string, value: string, text: string }} Value a value of the chart with its default
 * and its comment
 */

/**
 * Returns each value of a YAML map with its default and its comment. If a block of values has a comment,
 * the block becomes a table row without a default.
 * @param {import('yaml').YAMLMap} map
 * @param {string[]} [above]
 * @returns {Value[]}
 */
function valuesOf(map, above = []) {
  return map.items.flatMap((pair, index) => {
    const key = isScalar(pair.key) ? pair.key : undefined;
    const path = [...above, `${key?.value}`];
    // The parser assigns the comment above the first value of a block to the block.
    const comment = (index === 0 && map.commentBefore) || key?.commentBefore;
    const text = paragraphOf(comment);
    const block = isMap(pair.value) && !pair.value.flow ? pair.value : undefined;
    const row = {
      path: path.join('.'),
      value: block ? '' : JSON.stringify(jsonOf(pair.value)),
      text,
    };
    return [...(block && !text ? [] : [row]), ...(block ? valuesOf(block, path) : [])];
  });
}

/** @param {unknown} node */
const jsonOf = (node) =>
  /** @type {{ toJSON?: () => unknown } | null} */ (node)?.toJSON?.() ?? null;

/**
 * Returns the last paragraph of a comment, which is directly above its value.
 * @param {string | null | undefined} comment
 */
const paragraphOf = (comment) =>
  (comment ?? '')
    .split(/\n[ ]*\n/)
    .at(-1)
    ?.replace(/\s+/g, ' ')
    .trim() ?? '';

/** @param {string} text */
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

/**
 * Writes the README of the chart, with every value of values.yaml.
 * @returns {string}
 */
export function chartReadme() {
  const { contents } = parseDocument(readFileSync(join(root, chart, 'values.yaml'), 'utf8'));
  if (!isMap(contents)) throw new Error('values.yaml is no map.');
  const rows = valuesOf(contents).map(
    ({ path, value, text }) =>
      `| \`${path}\` | ${value && `\`${value.replaceAll('|', '\\|')}\``} | ${cell(text)} |`,
  );
  return `# timbre

Mexican invoicing and payroll: one API for CFDI 4.0, payroll, receipts, accounts and SAT synchronization. One
Helm release is one environment, production or sandbox.

\`\`\`text
helm install sandbox deploy/helm/timbre --namespace timbre-sandbox --create-namespace \\
  --values deploy/helm/timbre/values-sandbox.yaml --wait --timeout 15m
helm test sandbox --namespace timbre-sandbox
\`\`\`

The chart needs Kubernetes 1.30, and the CloudNativePG operator or your own PostgreSQL. Before you install a
production release, read [the operations guide](../../../docs/operations.md): secrets, databases, backup, upgrades.
An uninstall does not delete the data and the generated Secrets.

## Values

\`node scripts/architecture-tables.mjs\` writes this table from the comments of \`values.yaml\`.
\`values.schema.json\` refuses any other value.

| value | default | what it is |
| --- | --- | --- |
${rows.join('\n')}
`;
}
