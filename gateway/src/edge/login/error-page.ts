import { basePathOf, type RenderError } from '../../identity';
import { faultView } from '../pages/fault';
import { setHeaders } from '../pages/headers';
import { render } from '../pages/render';
import { wordsFor } from '../pages/words';
import { authorizationFailed } from './interaction';

/**
 * Renders the page for an authorization request whose fault cannot be reported to the client
 * application.
 */
export const errorPage =
  (publicUrl: string): RenderError =>
  (context, code) => {
    // The cast is safe, because `setHeaders` only sets headers of the response.
    setHeaders(context.res as never, publicUrl);
    const words = wordsFor({
      acceptsLanguages: (...names: string[]) => context.acceptsLanguages(names),
      // The cast is safe, because `wordsFor` reads only the languages of the request.
    } as never);
    const view = faultView(words, authorizationFailed(code));
    context.status = code === 'server_error' ? 500 : 400;
    context.type = 'html';
    context.body = render(view, { words, basePath: basePathOf(publicUrl) });
  };
