import { sign, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Comprobante } from './comprobante';
import { comprobanteElement } from './comprobante-grammar';
import type { Element } from './grammar';
import type { Retenciones } from './retenciones';
import { retencionesElement } from './retenciones';
import { writeDocument, writeSealable } from './write';
import type { Written } from './write';

/**
 * The certificate and the private key for a seal. A caller should reuse the KeyObject, because
 * opening a key takes longer than sealing.
 */
export interface Signer {
  readonly privateKey: KeyObject;
  readonly certificateNumber: string;
  readonly certificateBase64: string;
}

export interface Sealed extends Written {
  readonly sello: string;
}

/** Seals a CFDI. The returned XML contains NoCertificado, Certificado and Sello. */
export function seal(document: Comprobante, signer: Signer): Sealed {
  return sealAs(comprobanteElement, document, signer);
}

/**
 * Seals a document like `seal`, but signs in libuv's thread pool, which is faster for many
 * documents at once.
 */
export async function sealAsync(document: Comprobante, signer: Signer): Promise<Sealed> {
  const { cadena, xml } = writeSealable(comprobanteElement, certified(document, signer));
  const signature = await signAsync('sha256', Buffer.from(cadena, 'utf8'), signer.privateKey);
  const sello = signature.toString('base64');
  return { cadena, sello, xml: xml(sello) };
}

const signAsync = (algorithm: string, data: Buffer, key: KeyObject): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    sign(algorithm, data, key, (error, signature) => (error ? reject(error) : resolve(signature))),
  );

/** Seals a withholding document. */
export function sealRetenciones(document: Retenciones, signer: Signer): Sealed {
  return sealAs(retencionesElement, document, signer);
}

/**
 * Returns the unsealed XML and its cadena. An existing `sello` of the document is written
 * unchanged.
 */
export function writeComprobante(document: Comprobante): Written {
  return writeDocument(comprobanteElement, document);
}

export function writeRetenciones(document: Retenciones): Written {
  return writeDocument(retencionesElement, document);
}

function sealAs<T extends object>(element: Element<T>, document: T, signer: Signer): Sealed {
  const { cadena, xml } = writeSealable(element, certified(document, signer));
  const sello = signCadena(cadena, signer.privateKey);
  return { cadena, sello, xml: xml(sello) };
}

const certified = <T extends object>(document: T, signer: Signer): T => ({
  ...document,
  noCertificado: signer.certificateNumber,
  certificado: signer.certificateBase64,
});

/**
 * Returns a deterministic signature of the UTF-8 bytes in base64 (RSA PKCS#1 v1.5 with SHA-256).
 */
export function signCadena(cadena: string, privateKey: KeyObject): string {
  return sign('sha256', Buffer.from(cadena, 'utf8'), privateKey).toString('base64');
}

/** Whether the seal is a signature of the cadena with the private key of this public key. */
export function verifyCadena(cadena: string, sello: string, publicKey: KeyObject): boolean {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(sello)) return false;
  return verify('sha256', Buffer.from(cadena, 'utf8'), publicKey, Buffer.from(sello, 'base64'));
}
