import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openPromise } from 'yauzl';

/** The size limit of an XML in bytes; a CFDI normally has some ten kilobytes. */
const xmlBytesMax = 4 << 20;
const entriesMax = 250_000;

const isXml = (name: string): boolean => /^[^/\\]+\.xml$/i.test(name);

/** Reads the XML files of a folder or of a ZIP file, in the order of their names or of the archive. */
export async function* xmlFiles(path: string): AsyncGenerator<{ name: string; xml: Buffer }> {
  yield* (await stat(path)).isDirectory() ? inFolder(path) : inArchive(path);
}

async function* inFolder(path: string): AsyncGenerator<{ name: string; xml: Buffer }> {
  for (const name of (await readdir(path)).filter(isXml).sort()) {
    const file = join(path, name);
    if ((await stat(file)).size > xmlBytesMax) throw new Error(`${name} is too large for a CFDI`);
    yield { name, xml: await readFile(file) };
  }
}

async function* inArchive(path: string): AsyncGenerator<{ name: string; xml: Buffer }> {
  const zip = await openPromise(path, { validateEntrySizes: true });
  try {
    if (zip.entryCount > entriesMax) throw new Error(`${path} has too many entries`);
    for await (const entry of zip.eachEntry()) {
      const { fileName: name } = entry;
      if (!isXml(name)) continue;
      if (entry.uncompressedSize > xmlBytesMax) throw new Error(`${name} is too large for a CFDI`);
      const parts: Buffer[] = [];
      for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
      yield { name, xml: Buffer.concat(parts) };
    }
  } finally {
    zip.close();
  }
}
