import { collectionFeed } from '@timbre/api';
import { operation } from '../operation';

export const createCollectionFeed = operation({
  id: 'createCollectionFeed',
  area: 'accounts',
  method: 'POST',
  path: '/v1/accounts/collection-calendar/feed',
  summary: {
    en: 'Get the calendar feed of collections',
    es: 'Obtener el calendario de cobranza para suscribirse',
  },
  description: {
    en: 'An address that calendar programs read (iCalendar, RFC 5545). The address stays the same until it is revoked.',
    es: 'Una dirección que leen los programas de calendario (iCalendar, RFC 5545). La dirección es la misma hasta que se revoque.',
  },
  permissions: ['receivables:manage'],
  environments: 'both',
  isIdempotent: true,
  changesPower: true,
  success: 201,
  response: collectionFeed,
  call: async ({ services, pages }, _, context) => {
    const { body } = await services.accounts.createCollectionFeed({}, context);
    const { data } = JSON.parse(Buffer.from(body).toString()) as { data: { linkId: string } };
    return Buffer.from(JSON.stringify({ data: { url: `${pages.urlOf(data.linkId)}.ics` } }));
  },
});
