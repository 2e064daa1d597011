import { contactCheck, identifier } from '@timbre/api';
import { Rfc } from '@timbre/fiscal';
import { conflict } from '@timbre/kit';
import { z } from 'zod';
import { jsonOf } from '../../messages/json-of';
import { operation } from '../operation';

interface Contact {
  contactId: string;
  legalName: string;
  rfc?: string;
  taxSystem?: string;
  address?: { postalCode: string };
}

export const validateContact = operation({
  id: 'validateContact',
  area: 'contacts',
  method: 'POST',
  path: '/v1/contacts/{contactId}/validate',
  summary: {
    en: 'Compare a contact with the SAT’s registry',
    es: 'Comparar un contacto con el registro del SAT',
  },
  description: {
    en: 'Like checkTaxId, with RFC, name, regime and postal code of the contact. A contact without an RFC of its own is refused: `rfc_missing` or `rfc_not_own`.',
    es: 'Como checkTaxId, con el RFC, el nombre, el régimen y el código postal del contacto. Un contacto sin RFC propio se rechaza: `rfc_missing` o `rfc_not_own`.',
  },
  permissions: ['contacts:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: z.strictObject({ contactId: identifier }),
  response: contactCheck,
  call: async ({ services }, { params }, context) => {
    const { body } = await services.commerce.getContact(params, context);
    const { contactId, legalName, rfc, taxSystem, address } = jsonOf<Contact>(body);
    if (rfc === undefined) throw conflict('The contact has no RFC.', 'rfc_missing');
    if (Rfc.parse(rfc)?.isGeneric())
      throw conflict('A generic RFC names no taxpayer.', 'rfc_not_own');
    const { postalCode } = address ?? {};
    const claim = { rfc, legalName, taxSystem, postalCode, idCif: undefined };
    const asking = { ...context, permissions: ['sat:read'] };
    const checked = jsonOf<object>((await services.satSync.checkTaxId(claim, asking)).body);
    return Buffer.from(JSON.stringify({ data: { contactId, ...checked } }));
  },
});
