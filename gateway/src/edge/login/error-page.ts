import { basePathOf, type RenderError } from '../../identity';
import { faultView } from '../pages/fault';
import { setHeaders } from '../pages/headers';
import { render } from '../pages/render';
import { wordsFor } from '../pages/words';
import { authorizationFailed } from './interaction';

/**
 * Renders the page for an authorization request whose error cannot be returned to the client
 * application.
 */
export const errorPage =
  (publicUrl: string): RenderError =>
  (context, code) => {
    // The cast is safe, because `setHeaders` only sets response headers.
    setHeaders(context.res as never, publicUrl);
    const words = wordsFor({
      acceptsLanguages: (...names: string[]) => context.acceptsLanguages(names),
      // The cast is safe, because `wordsFor` only reads the request's languages.
    } as never);
    const view = faultView(words, authorizationFailed(code));
    context.status = code === 'server_error' ? 500 : 400;
    context.type = 'html';
    context.body = render(view, { words, basePath: basePathOf(publicUrl) });
  };
