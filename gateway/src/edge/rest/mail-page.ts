import type { sandboxMailDetail } from '@timbre/api';
import type { CallContext } from '@timbre/kit';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { basePathOf } from '../../identity';
import { showLanguage } from '../http/language';
import type { LinkGrant, Links } from '../http/signed-link';
import { jsonOf } from '../messages/json-of';
import type { Backend } from '../operations/operation';
import { setHeaders } from '../pages/headers';
import { render } from '../pages/render';
import { wordsFor } from '../pages/words';

/** The dependencies of the mail page. */
export interface MailPageParts {
  publicUrl: string;
  backend: Pick<Backend, 'services'>;
  links: Links;
}

/** Shows a mail from a sandbox mailbox as the recipient would see it, with links to its files. */
export async function showMail(
  { publicUrl, backend, links }: MailPageParts,
  { id: mailId, organizationId }: Pick<LinkGrant, 'id' | 'organizationId'>,
  context: CallContext,
  request: Request,
  response: Response,
): Promise<void> {
  const { body } = await backend.services.fiscalCfdi.getMail({ mailId }, context);
  const { files, ...mail } = jsonOf<z.output<typeof sandboxMailDetail>>(body);
  const linked = files.map(({ fileId: id, fileName }) => ({
    fileName,
    url: links.write({ kind: 'mail_file', organizationId, id, mailId }).url,
  }));
  const words = wordsFor(request);
  const frame = { words, basePath: basePathOf(publicUrl) };
  const view = { template: 'mail', title: mail.subject, data: { mail, files: linked } };
  setHeaders(response, publicUrl);
  showLanguage(response, words.language);
  response.type('html').send(render(view, frame));
}
