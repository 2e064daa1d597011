import { json, type RequestHandler, type Response, Router } from 'express';
import type { Knobs } from '../scenarios/knobs';
import { answerSw, swError, swSuccess, type SwAnswer } from './envelope';
import type { Tokens } from './token';

/**
 * The only password that the simulated PACs refuse. Any other non-empty user and password is accepted.
 */
export const REFUSED_PASSWORD = 'incorrecta';

const REFUSED = swError(
  'AU2000 - El usuario y/o contraseña son inválidos, no se puede autenticar el servicio.',
  '',
  null,
  401,
);

const ACCOUNT = 'account';

/** Serves `POST /v2/security/authenticate` (JSON) and its older version with headers. */
export function authenticationRouter(tokens: Tokens, knobs: Knobs): Router {
  const router = Router();
  router.post('/v2/security/authenticate', json({ limit: '16kb' }), (request, response) => {
    const { user, password } = (request.body ?? {}) as Record<string, unknown>;
    answerSw(response, login(String(user ?? ''), String(password ?? '')));
  });
  router.post('/security/authenticate', (request, response) => {
    answerSw(response, login(request.get('user') ?? '', request.get('password') ?? ''));
  });
  function login(user: string, password: string): SwAnswer {
    const isRefused = knobs.pac('sw').credentials === 'refused' || password === REFUSED_PASSWORD;
    if (!user || !password || isRefused) return REFUSED;
    const { token, expiresAt } = tokens.issue(user);
    return swSuccess({ token, expires_in: expiresAt, tokeny_type: 'bearer' });
  }
  return router;
}

/** Accepts only requests that contain a valid bearer token. */
export function requireToken(tokens: Tokens, knobs: Knobs): RequestHandler {
  return (request, response, next) => {
    const [scheme, token] = (request.get('authorization') ?? '').split(' ');
    if (scheme?.toLowerCase() !== 'bearer' || !token)
      return answerSw(response, unauthorized('El token debe contener 3 partes'));
    if (knobs.pac('sw').credentials === 'refused') return answerSw(response, REFUSED);
    const opened = tokens.open(token);
    if ('problem' in opened) return answerSw(response, unauthorized(opened.problem));
    response.locals[ACCOUNT] = opened.account;
    next();
  };
}

export function accountOf(response: Response): string {
  return String(response.locals[ACCOUNT]);
}

export { REFUSED as REFUSED_CREDENTIALS };

/** Builds SW's response to an invalid token, which contains a message but no code. */
function unauthorized(problem: string): SwAnswer {
  return swError(problem, '', null, 401);
}
