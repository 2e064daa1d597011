// Generates structural faults: each kind of element of a document gets an extra, a missing or a
// repeated part.
import { readXml } from '@timbre/cfdi';

const sat = 'http://www.sat.gob.mx/cfd/4';
const stranger = { name: 'cfdi:Extra', uri: sat, attributes: {}, children: [], text: '' };

/**
 * The mutations of one node.
 * @type {Record<string, (node: any) => any[]>}
 */
const mutations = {
  'with an unknown attribute': (node) => [withAttribute(node, 'Extra')],
  'with an attribute of XML': (node) => [withAttribute(node, 'xml:lang')],
  'with an attribute of the SAT': (node) => [withAttribute(node, 'cfdi:Extra')],
  'with an unknown child first': (node) => [{ ...node, children: [stranger, ...node.children] }],
  'with an unknown child last': (node) => [{ ...node, children: [...node.children, stranger] }],
  'with itself inside': (node) => [{ ...node, children: [...node.children, node] }],
  'with text': (node) => [{ ...node, text: 'texto' }],
  'left out': () => [],
  emptied: (node) => [{ ...node, children: [] }],
  'with its children reversed': (node) => [{ ...node, children: node.children.toReversed() }],
  renamed: (node) => [{ ...node, name: `${node.name}x` }],
  twice: (node) => [node, node],
};

const withAttribute = (node, name) => ({
  ...node,
  attributes: { ...node.attributes, [name]: '1' },
});

/**
 * Yields each mutation of the first element of each path.
 * @param {string} xml
 */
export function* structureFaultsOf(xml) {
  const root = readXml(xml);
  for (const path of pathsOf(root)) {
    for (const [what, mutate] of Object.entries(mutations)) {
      if (isOfNoSchema(path, what)) continue;
      const [mutated, ...more] = changed(root, path, mutate);
      if (mutated && more.length === 0) yield [`${path.join('/')} ${what}`, written(mutated)];
    }
  }
}

/**
 * Whether the fault is a fault that the SAT's schemas cannot express. The schemas allow any number of
 * children in a Complemento. Only a rule of the SAT, and not the schema, limits a document to one stamp.
 */
function isOfNoSchema(path, what) {
  return what === 'twice' && path.at(-2)?.endsWith(':Complemento');
}

function* pathsOf(node, above = []) {
  const path = [...above, node.name];
  yield path;
  const seen = new Set();
  for (const child of node.children) {
    if (!seen.has(child.name)) yield* pathsOf(child, path);
    seen.add(child.name);
  }
}

/**
 * Returns copies of the tree in which the first element of the path is replaced by each of its
 * mutations.
 */
function changed(node, [, ...rest], mutate) {
  if (rest.length === 0) return mutate(node);
  const at = node.children.findIndex(({ name }) => name === rest[0]);
  const children = node.children.toSpliced(at, 1, ...changed(node.children[at], rest, mutate));
  return [{ ...node, children }];
}

function written(root) {
  const uris = new Map([['cfdi', sat]]);
  const add = ({ name, uri, children }) => {
    uris.set(name.split(':')[0], uri);
    children.forEach(add);
  };
  add(root);
  const declared = [...uris].map(([prefix, uri]) => [`xmlns:${prefix}`, uri]);
  return elementText({
    ...root,
    attributes: { ...Object.fromEntries(declared), ...root.attributes },
  });
}

function elementText({ name, attributes, children, text }) {
  // Attributes with the prefix `xsi:` are omitted. These attributes would need their namespace declaration,
  // and they do not affect the validity of a document.
  const own = Object.entries(attributes)
    .filter(([key]) => !key.startsWith('xsi:'))
    .map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return `<${name}${own.join('')}>${escaped(text)}${children.map(elementText).join('')}</${name}>`;
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
