import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import express from 'express';
import type { Refusal } from '@timbre/kit';
import { watchBodies } from './body-pieces';

let refused: Refusal[];
let request: IncomingMessage;

beforeEach(() => {
  refused = [];
  const app = express();
  watchBodies(app, (_, refusal) => refused.push(refusal));
  request = Object.setPrototypeOf(new IncomingMessage(new Socket()), app.request) as never;
});

const arrives = (count: number): void => {
  for (let piece = 0; piece < count; piece += 1) request.push(Buffer.from('x'));
};

it('a body is rejected exactly once, however many of its chunks were already read', () => {
  arrives(20_000);
  expect(refused.map(({ details }) => details.issues![0]!.code)).toEqual(['body_fragmented']);
});

it('the chunks before a rejection are never processed as a complete body', async () => {
  let isEnded = false;
  request.on('data', () => undefined).on('end', () => (isEnded = true));
  arrives(5_000);
  request.push(null);
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(isEnded).toBe(false);
});
