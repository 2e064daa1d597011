import { Refusal } from '@timbre/kit';
import type { Request, Response } from 'express';
import { staticBody } from '../http/static-body';
import { style } from './render';
import { brandStyle } from './theme';

const cached = 'public, max-age=86400';
const styleSheet = staticBody('text/css; charset=utf-8', style, cached);
const brand = /^\/pages\/brand\/([0-9a-f]{6})\.css$/;

/**
 * Sends the style sheet that all pages share, or the style sheet for an accent color. The style
 * sheets reveal nothing about an organization.
 * @returns false if the path is not a style sheet
 * @throws Refusal not_found, method_not_allowed, validation_error (precondition_failed)
 */
export async function sendAsset(
  request: Request,
  response: Response,
  path: string,
): Promise<boolean> {
  if (!path.startsWith('/pages/')) return false;
  const color = brand.exec(path)?.[1];
  const isStyle = path === '/pages/style.css';
  if (!isStyle && color === undefined) throw new Refusal('not_found', 'No such file.');
  refuseWrites(request, response);
  if (color === undefined) await styleSheet(request, response);
  else response.setHeader('Cache-Control', cached).type('css').send(brandStyle(color));
  return true;
}

/** @throws Refusal method_not_allowed for any method except GET and HEAD */
export function refuseWrites(request: Request, response: Response): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  response.setHeader('Allow', 'GET, HEAD');
  throw new Refusal('method_not_allowed', 'The page can only be read.');
}
