import { posix } from 'node:path';
import { SaxesParser } from 'saxes';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { encodingOf } from './encoding';
import { SheetError } from './sheet';

const entriesMax = 200;
/**
 * The limit for the declared size of all entries together, in bytes. yauzl rejects an entry whose
 * inflated size exceeds its declared size.
 */
const inflatedMax = 100 << 20;
const ratioMax = 100;
/**
 * The maximum size of a part for which any compression ratio is allowed, in bytes. A part of this size
 * cannot exhaust the memory, even if it is highly compressed.
 */
const ratioFreeMax = 1 << 20;
/**
 * The maximum nesting depth of XML elements; worksheets have about ten levels. The time to parse XML
 * grows with the square of the nesting depth.
 */
const depthMax = 64;

/** Receives the parse events of an XML file in the workbook. Element names have no prefix. */
export interface PartHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** The parts of a workbook (Open Packaging Conventions), which are the entries of a ZIP file. */
export class PackageParts {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /** Reads the ZIP directory and checks all declared sizes before any entry is inflated. */
  static async open(bytes: Uint8Array): Promise<PackageParts> {
    const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    if (zip.entryCount > entriesMax) throw tooLarge(`it has more than ${entriesMax} parts`);
    const entries = new Map<string, Entry>();
    let inflated = 0;
    for await (const entry of zip.eachEntry()) {
      const { compressedSize, uncompressedSize } = entry;
      if (entry.isEncrypted()) {
        const message = 'The workbook has a password; save it without one.';
        throw new SheetError('file_type_unsupported', message);
      }
      if ((inflated += uncompressedSize) > inflatedMax) throw tooLarge('its parts are too large');
      const isBomb = uncompressedSize > ratioMax * compressedSize;
      if (isBomb && uncompressedSize > ratioFreeMax)
        throw tooLarge('a part is compressed too well');
      const name = entry.fileName.toLowerCase();
      if (entries.has(name)) throw unreadable('two parts have one name');
      entries.set(name, entry);
    }
    return new PackageParts(zip, entries);
  }

  has(name: string): boolean {
    return this.entries.has(name.toLowerCase());
  }

  /**
   * Parses an XML file of the workbook and yields after each piece, so that only one piece is in memory.
   */
  async *pieces(name: string, handler: PartHandler): AsyncGenerator<void> {
    const entry = this.entries.get(name.toLowerCase());
    if (!entry) throw unreadable(`${name} is missing`);
    const stream = await this.zip.openReadStreamPromise(entry);
    const parser = parserFor(handler);
    let decoder: InstanceType<typeof TextDecoder> | undefined;
    for await (const piece of stream as AsyncIterable<Buffer>) {
      decoder ??= new TextDecoder(encodingOf(piece), { fatal: true });
      parser.write(decoder.decode(piece, { stream: true }));
      yield;
    }
    parser.close();
  }

  /** Parses a small XML file of the workbook completely. */
  async read(name: string, handler: PartHandler): Promise<void> {
    for await (const _ of this.pieces(name, handler));
  }

  /**
   * Returns the relations of a part to other parts of the package, keyed by identifier. Relations to
   * external files are omitted.
   */
  async relationsOf(part: string): Promise<Map<string, Relation>> {
    const file = posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);
    const relations = new Map<string, Relation>();
    if (!this.has(file)) return relations;
    await this.read(file, {
      open(name, { Id, Type = '', Target = '', TargetMode }) {
        if (name !== 'Relationship' || Id === undefined || TargetMode === 'External') return;
        // An absolute target begins at the root of the package.
        const target = posix.resolve('/', posix.dirname(part), Target).slice(1);
        relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target });
      },
    });
    return relations;
  }
}

export interface Relation {
  /** The last word of the relation type, such as worksheet, styles or sharedStrings. */
  type: string;
  target: string;
}

const tooLarge = (reason: string) =>
  new SheetError('archive_too_large', `The workbook is not read: ${reason}.`);

export const unreadable = (reason: string) =>
  new SheetError('xlsx_unreadable', `The workbook cannot be read: ${reason}.`);

/** Creates a parser that resolves only the predefined XML entities, and rejects a DTD immediately. */
function parserFor(handler: PartHandler): SaxesParser {
  const parser = new SaxesParser({ position: false });
  let depth = 0;
  parser.on('opentag', ({ name, attributes }) => {
    if ((depth += 1) > depthMax) throw unreadable('its XML nests too deeply');
    handler.open?.(local(name), attributes as Record<string, string>);
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    handler.close?.(local(name));
  });
  for (const event of ['text', 'cdata'] as const) parser.on(event, (text) => handler.text?.(text));
  parser.on('doctype', () => {
    throw new SheetError('dtd_not_allowed', 'A workbook has no DTD.');
  });
  parser.on('error', (error) => {
    throw unreadable(error.message);
  });
  return parser;
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);
