import type { XmlNode } from '@timbre/cfdi';
import { addDays, catalog, Decimal } from '@timbre/fiscal';
import type { Documents } from './documents-of-every-kind';

/** A mutated copy of a document, with a description of the change. */
export interface Mutation {
  readonly what: string;
  readonly root: XmlNode;
}

/** An XML tree that a mutation may change. */
interface Tree {
  name: string;
  uri: string;
  attributes: Record<string, string>;
  children: Tree[];
  text: string;
}

type Random = () => number;

/**
 * Returns a generator of random numbers (Mulberry32). The same seed creates the same mutations in every
 * run.
 */
function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Yields mutated documents: first each document with one attribute removed or one amount changed by
 * a cent, for every attribute and amount, and then documents with random changes, up to `count` in
 * total.
 */
export function* mutationsOf(
  documents: Documents,
  count: number,
  seed: number,
): Generator<Mutation> {
  const random = randomFrom(seed);
  const pool = poolOf(documents);
  let made = 0;
  for (const [name, root] of documents) {
    for (const mutation of everyOne(root)) {
      made += 1;
      yield { ...mutation, what: `${name}: ${mutation.what}` };
    }
  }
  for (; made < count; made += 1) {
    const [name, root] = pick(documents, random);
    const tree = structuredClone(root) as Tree;
    const changes = Array.from({ length: random() < 0.15 ? 2 : 1 }, () =>
      change(tree, pool, random),
    );
    yield { what: `${name}: ${changes.join(', ')}`, root: tree };
  }
}

function* everyOne(root: XmlNode): Generator<Mutation> {
  const paths = nodesOf(root as Tree).map(({ path }) => path);
  for (const path of paths) {
    const node = at(root as Tree, path);
    for (const [name, value] of Object.entries(node.attributes)) {
      if (name.startsWith('xsi:')) continue;
      const tree = structuredClone(root) as Tree;
      delete at(tree, path).attributes[name];
      yield { what: `${node.name} without ${name}`, root: tree };
      if (!isAmount(value)) continue;
      const moved = structuredClone(root) as Tree;
      const cent = Decimal.from('0.01');
      at(moved, path).attributes[name] = Decimal.from(value).plus(cent).toString();
      yield { what: `${node.name} ${name} a cent more`, root: moved };
    }
  }
}

interface Place {
  readonly node: Tree;
  readonly path: readonly number[];
}

function nodesOf(node: Tree, path: readonly number[] = []): Place[] {
  return [
    { node, path },
    ...node.children.flatMap((child, index) => nodesOf(child, [...path, index])),
  ];
}

function at(root: Tree, path: readonly number[]): Tree {
  return path.reduce((node, index) => node.children[index]!, root);
}

function isAmount(value: string): boolean {
  return (
    /^\d+(\.\d+)?$/.test(value) && (value.includes('.') || !/^0\d/.test(value)) && value.length < 8
  );
}

/**
 * The values of each attribute, and the attributes and child nodes of each element, that occur in any of
 * the documents.
 */
interface Pool {
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly attributes: ReadonlyMap<string, readonly (readonly [string, string])[]>;
  readonly children: ReadonlyMap<string, readonly Tree[]>;
}

function poolOf(documents: Documents): Pool {
  const values = new Map<string, string[]>();
  const attributes = new Map<string, (readonly [string, string])[]>();
  const children = new Map<string, Tree[]>();
  const add = <V>(map: Map<string, V[]>, key: string, value: V) =>
    map.set(key, [...(map.get(key) ?? []), value]);
  for (const [, root] of documents) {
    for (const { node } of nodesOf(root as Tree)) {
      for (const [name, value] of Object.entries(node.attributes)) {
        if (name.startsWith('xsi:')) continue;
        add(values, name, value);
        add(attributes, node.name, [name, value]);
      }
      for (const child of node.children) add(children, node.name, child);
    }
  }
  return { values, attributes, children };
}

type Change = (place: Place, root: Tree, pool: Pool, random: Random) => string;

const CHANGES: readonly (readonly [weight: number, change: Change])[] = [
  [10, anotherValue],
  [6, anotherCode],
  [6, anotherAmount],
  [4, brokenText],
  [3, anotherDay],
  [4, newAttribute],
  [3, removedNode],
  [2, repeatedNode],
  [2, swappedNodes],
  [3, graftedNode],
  [1, strangeContent],
];

function change(root: Tree, pool: Pool, random: Random): string {
  const total = CHANGES.reduce((sum, [weight]) => sum + weight, 0);
  for (;;) {
    let left = random() * total;
    const [, one] = CHANGES.find(([weight]) => (left -= weight) < 0) ?? CHANGES[0]!;
    const place = pick(nodesOf(root), random);
    const what = one(place, root, pool, random);
    if (what !== '') return what;
  }
}

function pick<T>(values: readonly T[], random: Random): T {
  return values[Math.floor(random() * values.length)]!;
}

/**
 * Returns the name of a random attribute whose value fits; undefined if there is none. Attributes with the
 * prefix `xsi:` are never chosen.
 */
function attributeOf({ node }: Place, random: Random, fits: (value: string) => boolean) {
  const names = Object.keys(node.attributes).filter(
    (name) => !name.startsWith('xsi:') && fits(node.attributes[name]!),
  );
  return names.length > 0 ? pick(names, random) : undefined;
}

function set({ node }: Place, name: string, value: string): string {
  const was = node.attributes[name];
  node.attributes[name] = value;
  return was === value ? '' : `${node.name} ${name} "${was ?? ''}" → "${value.slice(0, 60)}"`;
}

/** Sets an attribute to a value that this attribute has elsewhere in the documents. */
function anotherValue(place: Place, _root: Tree, pool: Pool, random: Random): string {
  const name = attributeOf(place, random, () => true);
  return name ? set(place, name, pick(pool.values.get(name) ?? ['1'], random)) : '';
}

/** Sets an attribute to another code of its catalogue, or to an unknown code. */
function anotherCode(place: Place, _root: Tree, _pool: Pool, random: Random): string {
  const name = attributeOf(place, random, (value) => /^[0-9A-Z]{1,8}$/i.test(value));
  if (!name) return '';
  const rows = catalog(CATALOGUES[name] ?? `c_${name.replace(/(DR|P)$/, '')}`);
  const unknown = place.node.attributes[name]!.replace(/./g, (letter) =>
    /\d/.test(letter) ? '9' : 'Z',
  );
  if (!rows || random() < 0.2) return set(place, name, unknown);
  return set(place, name, rows.at(Math.floor(random() * rows.info.entryCount)).code);
}

const CATALOGUES: Readonly<Record<string, string>> = {
  FormaDePagoP: 'c_FormaPago',
  LugarExpedicion: 'c_CodigoPostal',
  ResidenciaFiscal: 'c_Pais',
  DomicilioFiscalReceptor: 'c_CodigoPostal',
  RegimenFiscalReceptor: 'c_RegimenFiscal',
  RegimenFiscalE: 'c_RegimenFiscal',
  MesIni: 'c_Periodo',
  MesFin: 'c_Periodo',
  ImpuestoRet: 'c_Impuesto',
  LugarExpRetenc: 'c_CodigoPostal',
  ClaveEntFed: 'nomina12.c_Estado',
  RegimenFiscalACuentaTerceros: 'c_RegimenFiscal',
};

/**
 * Changes an amount: by a cent or a unit, to more decimals, to zero, to its negative or to its
 * double.
 */
function anotherAmount(place: Place, _root: Tree, _pool: Pool, random: Random): string {
  const name = attributeOf(
    place,
    random,
    (value) => /^\d+(\.\d+)?$/.test(value) && value.length < 15,
  );
  if (!name) return '';
  const value = Decimal.from(place.node.attributes[name]!);
  const changed = [
    value.plus(Decimal.from('0.01')),
    value.minus(Decimal.from('0.01')),
    value.plus(Decimal.from('0.000001')),
    value.plus(Decimal.one),
    value.times(Decimal.from('2')),
    value.times(Decimal.from('1000000')),
    value.round(value.scale + 1),
    value.round(6),
    value.round(0, 'down'),
    Decimal.zero,
    value.negated(),
  ];
  return set(place, name, pick(changed, random).toString());
}

/** Sets an attribute to a text that most types do not allow. */
function brokenText(place: Place, _root: Tree, _pool: Pool, random: Random): string {
  const name = attributeOf(place, random, () => true);
  if (!name) return '';
  const value = place.node.attributes[name]!;
  const changed = [
    '',
    ' ',
    `${value}|`,
    ` ${value} `,
    `${value}\n${value}`,
    `${value}X`,
    value.slice(1),
    value.toLowerCase(),
    `0${value}`,
    `+${value}`,
    value.repeat(40),
    `-${value}`,
    'Ñ&É',
  ];
  return set(place, name, pick(changed, random));
}

function anotherDay(place: Place, _root: Tree, _pool: Pool, random: Random): string {
  const name = attributeOf(place, random, (value) => /^\d{4}-\d{2}-\d{2}/.test(value));
  if (!name) return '';
  const value = place.node.attributes[name]!;
  const days = pick([-3000, -400, -31, -7, -1, 1, 7, 31, 400], random);
  return set(place, name, addDays(value.slice(0, 10), days) + value.slice(10));
}

/** Adds an attribute that elements of this name have elsewhere, or that no schema defines. */
function newAttribute(place: Place, _root: Tree, pool: Pool, random: Random): string {
  const known = pool.attributes.get(place.node.name) ?? [];
  const missing = known.filter(([name]) => place.node.attributes[name] === undefined);
  if (missing.length === 0 || random() < 0.05) return set(place, 'Extra', '1');
  const [name, value] = pick(missing, random);
  return set(place, name, value);
}

function removedNode({ node, path }: Place, root: Tree): string {
  const parent = parentOf(root, path);
  parent?.children.splice(path.at(-1)!, 1);
  return parent ? `without ${node.name}` : '';
}

function repeatedNode({ node, path }: Place, root: Tree): string {
  const parent = parentOf(root, path);
  parent?.children.splice(path.at(-1)!, 0, structuredClone(node));
  return parent ? `${node.name} twice` : '';
}

function swappedNodes({ node, path }: Place, root: Tree): string {
  const parent = parentOf(root, path);
  const index = path.at(-1)!;
  const next = parent?.children[index + 1];
  if (!parent || !next) return '';
  parent.children.splice(index, 2, next, node);
  return `${next.name} before ${node.name}`;
}

/** Adds a child that elements of this name have elsewhere. */
function graftedNode({ node }: Place, _root: Tree, pool: Pool, random: Random): string {
  const known = pool.children.get(node.name);
  if (!known) return '';
  const child = structuredClone(pick(known, random));
  node.children.splice(Math.floor(random() * (node.children.length + 1)), 0, child);
  return `${child.name} put in ${node.name}`;
}

function strangeContent({ node }: Place, _root: Tree, _pool: Pool, random: Random): string {
  if (random() < 0.5) {
    node.text = 'texto';
    return `text in ${node.name}`;
  }
  const name = `${node.name.split(':')[0]}:Extra`;
  node.children.push({ name, uri: node.uri, attributes: {}, children: [], text: '' });
  return `${name} in ${node.name}`;
}

function parentOf(root: Tree, path: readonly number[]): Tree | undefined {
  return path.length > 0 ? at(root, path.slice(0, -1)) : undefined;
}
