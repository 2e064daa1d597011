import type { commerce } from '@timbre/contract';
import type { CallContext } from '@timbre/kit';
import type { FileAnswer } from '../messages/answer';
import type { Backend } from '../operations/operation';
import type { Words } from './words';

/** A request for the page of a live link. */
export interface PageVisit {
  link: commerce.PublicLink;
  /** The stored digest of the link's token. */
  digest: Buffer;
  /** The link's organization, for calls of services. */
  context: CallContext;
  backend: Backend;
  words: Words;
}

/** The contents of a page: a template and its data. */
export interface View {
  /** A file of `gateway/templates`, without its ending. */
  template: string;
  title: string;
  data?: object;
  /** 200 if absent. */
  status?: number;
}

/** A page for the holder of a link. */
export interface Page {
  show(visit: PageVisit): Promise<View>;
  /** Takes a sent form. Without a view the browser loads the page again, which shows the effect. */
  send?(visit: PageVisit, form: URLSearchParams): Promise<View | undefined>;
  /** Takes an uploaded file, and shows the page's result. */
  upload?(visit: PageVisit, content: Buffer): Promise<View | undefined>;
  /** Files at `/p/{token}/{name}`. */
  files?: Record<string, (visit: PageVisit) => Promise<FileAnswer>>;
}
