import type { commerce } from '@timbre/contract';
import type { CallContext } from '@timbre/kit';
import type { FileAnswer } from '../messages/answer';
import type { Backend } from '../operations/operation';
import type { Words } from './words';

/** A request for the page of a valid link. */
export interface PageVisit {
  link: commerce.PublicLink;
  /** The digest of the link's token, which the database stores. */
  digest: Buffer;
  /** The context of the link's organization, for calling services. */
  context: CallContext;
  backend: Backend;
  words: Words;
}

/** The content of a page: a template and its data. */
export interface View {
  /** The name of a file in `gateway/templates`, without its extension. */
  template: string;
  title: string;
  data?: object;
  /** The HTTP status; the default is 200. */
  status?: number;
}

/** A web page for people who have a link. */
export interface Page {
  show(visit: PageVisit): Promise<View>;
  /**
   * Processes a submitted form. If no view is returned, the browser is redirected to the page,
   * which then shows the result.
   */
  send?(visit: PageVisit, form: URLSearchParams): Promise<View | undefined>;
  /** Processes an uploaded file and returns the page with the result. */
  upload?(visit: PageVisit, content: Buffer): Promise<View | undefined>;
  /** Files at `/p/{token}/{name}`. */
  files?: Record<string, (visit: PageVisit) => Promise<FileAnswer>>;
}
