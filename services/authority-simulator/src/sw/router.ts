import { Router } from 'express';
import type { StampingPac } from '../stamping/stamp';
import type { CancellationCounter } from '../sat/take-cancellation';
import type { TrustedCertificates } from '../validation/certificate';
import { authenticationRouter, requireToken } from './authenticate';
import { cancelRouter } from './cancel';
import { answerSw, swError, swSuccess } from './envelope';
import { receiverRouter } from './receiver';
import { stampRouter } from './stamp';
import { storageRouter } from './storage';
import { tokensOf } from './token';

/**
 * The number of stamps that a new account has. Each new stamp reduces the number by one, and the simulator
 * never increases the number.
 */
const STAMPS_GRANTED = 1_000_000;

export interface SwParts {
  readonly pac: StampingPac;
  readonly counter: CancellationCounter;
  readonly trusted: TrustedCertificates;
  readonly secret: Buffer;
  readonly realNow: () => Date;
}

/**
 * Serves SW Sapien's REST services. SW has two hosts; in the simulator, both hosts have the same path
 * prefix.
 */
export function swRouter({ pac, counter, trusted, secret, realNow }: SwParts): Router {
  const tokens = tokensOf(secret, realNow);
  const token = requireToken(tokens, pac.knobs);
  const router = Router();
  router.use(authenticationRouter(tokens, pac.knobs));
  router.use(storageRouter({ desk: counter, secret, token }));
  router.use(token);
  router.use(stampRouter(pac), cancelRouter(counter, trusted), receiverRouter(counter, trusted));
  router.get('/management/v2/api/users/balance', (_request, response) => {
    const stampsUsed = pac.stamps.count('sw');
    const isExhausted = pac.knobs.pac('sw').account === 'exhausted';
    const stampsBalance = isExhausted ? 0 : Math.max(0, STAMPS_GRANTED - stampsUsed);
    answerSw(response, swSuccess({ stampsBalance, stampsUsed, stampsAssigned: STAMPS_GRANTED }));
  });
  router.use((_request, response) =>
    answerSw(response, swError('404 - Recurso no encontrado.', '', null, 404)),
  );
  return router;
}
