import { basePathOf, type RenderError } from '../../identity';
import { faultView } from '../pages/fault';
import { setHeaders } from '../pages/headers';
import { render } from '../pages/render';
import { wordsFor } from '../pages/words';
import { authorizationFailed } from './interaction';

/** Shows a fault of a request that cannot be reported to its client. */
export const errorPage =
  (publicUrl: string): RenderError =>
  (context, code) => {
    // The cast is safe, because `setHeaders` only sets headers of the answer.
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
