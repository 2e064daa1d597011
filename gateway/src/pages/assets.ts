import { Refusal } from '@timbre/kit';
import type { Request, Response } from 'express';
import { style } from './render';
import { brandStyle } from './theme';

const brand = /^\/pages\/brand\/([0-9a-f]{6})\.css$/;

/**
 * Answers the style of all pages, or that of a colour; neither says anything about an organization.
 * @returns false for a path of another kind
 * @throws Refusal not_found, method_not_allowed
 */
export function sendAsset(request: Request, response: Response, path: string): boolean {
  if (!path.startsWith('/pages/')) return false;
  const color = brand.exec(path)?.[1];
  const content = color ? brandStyle(color) : path === '/pages/style.css' ? style : undefined;
  if (content === undefined) throw new Refusal('not_found', 'No such file.');
  refuseWrites(request, response);
  response.setHeader('Cache-Control', 'public, max-age=86400');
  response.type('css').send(content);
  return true;
}

/** @throws Refusal method_not_allowed for what only reads */
export function refuseWrites(request: Request, response: Response): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  response.setHeader('Allow', 'GET, HEAD');
  throw new Refusal('method_not_allowed', 'This is only read.');
}
