import { documentParams, publishedQuote, publishInput } from '@timbre/api';
import { withPageLink } from '../../messages/page-link';
import { operation } from '../operation';
import { getQuote } from './get-quote';

export const publishQuote = operation({
  id: 'publishQuote',
  area: 'quotes',
  method: 'POST',
  path: '/v1/quotes/{documentRef}/publish',
  summary: { en: 'Publish a quote', es: 'Publicar una cotización' },
  description: {
    en: 'Shows the quote, or its pending revision, on the page of its link and sends it to `customerEmail`. The link stays the same when the quote is published again.',
    es: 'Muestra la cotización, o su revisión pendiente, en la página de su enlace y la envía a `customerEmail`. El enlace es el mismo cuando la cotización se publica de nuevo.',
  },
  permissions: ['quotes:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: documentParams,
  body: publishInput,
  response: publishedQuote,
  mayWarn: true,
  tool: 'publish_quote',
  reachesOut: true,
  next: 'get_document shows whether the customer accepts it.',
  irreversible: {
    action: { en: 'Publish this quote', es: 'Publicar esta cotización' },
    consequence: {
      en: 'The customer sees it on the page of its link and can accept it. With an e-mail address the customer gets it as a mail, unless sendEmail is false; a sent mail cannot be called back.',
      es: 'El cliente la ve en la página de su enlace y puede aceptarla. Si tiene correo, la recibe por correo, salvo que sendEmail sea false; un correo enviado no se puede retirar.',
    },
    read: { operation: getQuote, argument: 'documentRef' },
    isOfPending: true,
    sendsTo: ({ sendEmail }, quote) => (sendEmail === false ? [] : [quote?.email]),
  },
  call: async ({ services, pages }, { params, body }, context) => {
    const reply = await services.commerce.publishQuote({ ...params, ...body }, context);
    return withPageLink(reply.body, pages);
  },
});
