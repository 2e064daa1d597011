import { certain } from '@timbre/fiscal';

/** The encoding of one element in PostgreSQL's binary format. */
interface Element {
  /** The object identifier (OID) of the type; the OIDs of built-in types never change. */
  oid: number;
  /** The number of bytes before the value. */
  ahead: number;
  sizeOf(value: unknown): number | undefined;
  write(into: Buffer, at: number, value: unknown): void;
}

const text = (oid: number, ahead = 0): Element => ({
  oid,
  ahead,
  sizeOf: (value) => (typeof value === 'string' ? Buffer.byteLength(value) : undefined),
  write: (into, at, value) => void into.write(value as string, at),
});

const uuidPattern = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** Types whose text is long or would have to be escaped in the text format of an array. */
const elements: Readonly<Record<string, Element>> = {
  text: text(25),
  varchar: text(1043),
  json: text(114),
  // The first byte of a jsonb value is the version of the binary format.
  jsonb: text(3802, 1),
  bytea: {
    oid: 17,
    ahead: 0,
    sizeOf: (value) => (value instanceof Uint8Array ? value.length : undefined),
    write: (into, at, value) => into.set(value as Uint8Array, at),
  },
  uuid: {
    oid: 2950,
    ahead: 0,
    sizeOf: (value) => (typeof value === 'string' && uuidPattern.test(value) ? 16 : undefined),
    write: (into, at, value) => void into.write((value as string).replaceAll('-', ''), at, 'hex'),
  },
};

const headerBytes = 20;
const jsonbVersion = 1;

/**
 * Encodes the values of one column as a single parameter of the column's array type. Types whose
 * text would have to be escaped use the binary format. For all other types the values are returned
 * unchanged, and the driver encodes them.
 */
export function arrayParameter(type: string, values: readonly unknown[]): unknown {
  const element = elements[type];
  if (!element || values.length === 0) return values;
  let size = headerBytes;
  for (const value of values) {
    const own = value == null ? 0 : element.sizeOf(value);
    // The driver encodes the values as text, because one of them has no valid binary form for the
    // type. The database then reports the error, as it would for a single value.
    if (own === undefined) return values;
    size += 4 + own + (value == null ? 0 : element.ahead);
  }
  return written(element, values, Buffer.allocUnsafe(size));
}

function written(element: Element, values: readonly unknown[], into: Buffer): Buffer {
  const hasNull = values.some((value) => value == null);
  const header = [1, Number(hasNull), element.oid, values.length, 1];
  let at = 0;
  for (const number of header) at = into.writeInt32BE(number, at);
  for (const value of values) {
    if (value == null) {
      at = into.writeInt32BE(-1, at);
      continue;
    }
    const size = certain(element.sizeOf(value), 'the size of a value') + element.ahead;
    const from = into.writeInt32BE(size, at) + element.ahead;
    if (element.ahead) into.writeUInt8(jsonbVersion, from - 1);
    element.write(into, from, value);
    at += 4 + size;
  }
  return into;
}
