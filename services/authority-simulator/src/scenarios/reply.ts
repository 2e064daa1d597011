import type { Response } from 'express';
import type { Fault } from './effects';

export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const GATEWAY_PAGE =
  '<html><head><title>502 Bad Gateway</title></head>' +
  '<body><center><h1>502 Bad Gateway</h1></center></body></html>';

/**
 * Sends a response; a fault can alter or drop the response. The changes of the request were committed
 * before the response is sent.
 */
export function reply(response: Response, answer: Reply, fault?: Fault, lateSeconds = 0): void {
  switch (fault?.how) {
    case undefined:
    case 'wrong_stamp':
      return send(response, answer);
    case 'answer_lost':
      response.socket?.destroy();
      return;
    case 'hang':
      return;
    case 'truncated':
      return truncate(response, answer);
    case 'late':
      return sendLate(response, answer, lateSeconds);
    case 'unavailable':
      return send(response, { status: 503, type: 'text/plain', body: 'Service Unavailable' });
    case 'server_error':
      return send(response, { status: 500, type: 'text/plain', body: 'Internal Server Error' });
    case 'bad_gateway':
      return send(response, { status: 502, type: 'text/html', body: GATEWAY_PAGE });
  }
}

function send(response: Response, { status, type, body }: Reply): void {
  response.status(status).type(`${type}; charset=utf-8`).send(body);
}

function truncate(response: Response, { status, type, body }: Reply): void {
  const bytes = Buffer.from(body, 'utf8');
  response.writeHead(status, { 'content-type': type, 'content-length': bytes.length });
  response.write(bytes.subarray(0, bytes.length >> 1), () => response.socket?.destroy());
}

function sendLate(response: Response, answer: Reply, seconds: number): void {
  const timer = setTimeout(() => send(response, answer), seconds * 1000);
  // A pending late response must not delay the shutdown.
  timer.unref();
  response.on('close', () => clearTimeout(timer));
}
