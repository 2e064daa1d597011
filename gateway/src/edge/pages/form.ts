import { isUtf8 } from 'node:buffer';
import type { Request } from 'express';
import { invalid } from '@timbre/kit';
import { certain } from '@timbre/fiscal';
import { readBytes } from '../http/body';

/**
 * The size limit of a submitted form in bytes, far above the longest possible form of these pages.
 */
const textBytesMax = 16 << 10;

/**
 * The maximum size of an uploaded file in bytes. A scanned Constancia has several megabytes. The
 * function that reads the Constancia has its own, lower limit.
 */
const uploadBytesMax = 8 << 20;

const isUpload = ({ headers }: Pick<Request, 'headers'>): boolean =>
  /^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '');

/** Returns the maximum size of a submitted form in bytes. */
export const formBytesMax = (request: Pick<Request, 'headers'>): number =>
  isUpload(request) ? uploadBytesMax : textBytesMax;

/**
 * Reads the file of a form that uploads a file; returns undefined for any other form.
 * @throws Refusal validation_error: body_too_large, request_incomplete, form_unreadable
 */
export async function readUpload(request: Request): Promise<Buffer | undefined> {
  if (!isUpload(request)) return undefined;
  const bytes = await readBytes(request, uploadBytesMax);
  const headers = { 'content-type': certain(request.headers['content-type'], 'the content type') };
  try {
    const form = await new Response(Uint8Array.from(bytes), { headers }).formData();
    const file = form.get('file');
    return file instanceof Blob ? Buffer.from(await file.arrayBuffer()) : Buffer.alloc(0);
  } catch {
    throw invalid([{ path: [], code: 'form_unreadable', message: 'The form is not complete.' }]);
  }
}

/**
 * Reads a submitted form.
 * @throws Refusal validation_error: body_too_large, request_incomplete, form_unreadable
 */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const bytes = await readBytes(request, textBytesMax);
  const type = request.headers['content-type'] ?? '';
  if (/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type) && isUtf8(bytes)) {
    return new URLSearchParams(bytes.toString('utf8'));
  }
  const message = 'Send the form as application/x-www-form-urlencoded in UTF-8.';
  throw invalid([{ path: [], code: 'form_unreadable', message }]);
}
