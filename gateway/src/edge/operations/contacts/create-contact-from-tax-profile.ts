import { contact, contactFromProfileInput } from '@timbre/api';
import { underKey } from '@timbre/kit';
import { certain } from '@timbre/fiscal';
import { contactOfProfile, type TaxProfile } from '../../messages/contact-of-profile';
import { jsonOf } from '../../messages/json-of';
import { operation } from '../operation';

export const createContactFromTaxProfile = operation({
  id: 'createContactFromTaxProfile',
  area: 'contacts',
  method: 'POST',
  path: '/v1/contacts/from-tax-profile',
  summary: {
    en: 'Create a contact from a Constancia',
    es: 'Crear un contacto a partir de una Constancia',
  },
  description: {
    en:
      'From an uploaded PDF, or from the address in its QR: name, RFC, regime, address and e-mail. The tax ' +
      'profile is kept, as by extractTaxProfile.',
    es: 'De un PDF cargado, o de la dirección de su QR: nombre, RFC, régimen, domicilio y correo. El perfil fiscal se conserva, como con extractTaxProfile.',
  },
  permissions: ['contacts:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  body: contactFromProfileInput,
  response: contact,
  mayWarn: true,
  errors: ['not_found'],
  call: async ({ services }, { body: { fileId, qrUrl, ...given } }, context) => {
    // A repeated request uses the same profile, even if the SAT's page has changed in the meantime.
    const { key } = certain(context.idempotency, 'idempotency');
    const reading = underKey(context, 'createContactFromTaxProfile', key, { fileId, qrUrl });
    const asking = { ...reading, permissions: ['sat:read'] };
    const { body } = await services.satSync.extractTaxProfile({ fileId, qrUrl }, asking);
    const { kind, ...fields } = contactOfProfile(given, jsonOf<TaxProfile>(body));
    return (await services.commerce.createContact({ kind, fields }, context)).body;
  },
});
