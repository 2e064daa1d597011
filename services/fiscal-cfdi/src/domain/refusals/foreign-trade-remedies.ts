import type { Remedy } from './remedy';

/**
 * The remedies for refusals by the SAT's error matrix of Comercio Exterior 2.0 (2023-12, read 2026-11-29).
 */
export const foreignTradeRemedies: readonly Remedy[] = [
  {
    satCodes: 'CCE101 CCE104-106 CCE109-110 CCE113-114 CCE118 CCE122 CCE165-166 CCE999',
    path: 'foreignTrade',
    code: 'trade_refused',
    message: "The PAC refuses data of the export; correct what the PAC's message names.",
  },
  {
    satCodes: 'CCE102 CCE117',
    path: 'foreignTrade.owners',
    code: 'goods_owner_missing',
    message: 'Goods of others, reason 05, have their owner.',
  },
  {
    satCodes: 'CCE103',
    path: 'foreignTrade.owners',
    code: 'goods_owner_not_allowed',
    message: 'Only goods of others, reason 05, have an owner.',
  },
  {
    satCodes: 'CCE107',
    path: 'customerId',
    code: 'trade_receiver_not_allowed',
    message: 'The receiver is in the register of the SAT, or has XEXX010101000.',
  },
  {
    satCodes: 'CCE108',
    path: 'customerId',
    code: 'transfer_receiver_not_issuer',
    message:
      'The receiver of a transfer abroad is its issuer; name a contact with the RFC of the organization.',
  },
  {
    satCodes: 'CCE111-112',
    path: 'items',
    code: 'not_in_foreign_trade',
    message: 'An item of an export has neither a third party nor property tax accounts.',
  },
  {
    satCodes: 'CCE115',
    path: 'foreignTrade',
    code: 'complement_not_combinable',
    message: 'Another complement cannot stand beside Comercio Exterior; remove it.',
  },
  {
    satCodes: 'CCE116',
    path: 'relatedDocuments',
    code: 'related_invoice_missing',
    message: 'A transfer of invoiced goods, reason 01, relates their invoice with 05.',
  },
  {
    satCodes: 'CCE119',
    path: 'foreignTrade.exporterNumber',
    code: 'exporter_number_not_allowed',
    message: "A trusted exporter's number is for the European Union only.",
  },
  {
    satCodes: 'CCE120',
    path: 'foreignTrade.incoterm',
    code: 'incoterm_missing',
    message: 'A definitive export of sold goods has its Incoterm.',
  },
  {
    satCodes: 'CCE121',
    path: 'foreignTrade.exchangeRateUsd',
    code: 'usd_rate_refused',
    message: 'Give the official pesos for one US dollar by article 20 of the CFF.',
  },
  {
    satCodes: 'CCE123',
    path: 'foreignTrade.issuerCurp',
    code: 'issuer_curp_not_allowed',
    message: 'An issuer that is a company has no CURP.',
  },
  {
    satCodes: 'CCE124',
    path: 'foreignTrade.issuerCurp',
    code: 'issuer_curp_missing',
    message: 'An issuer who is a natural person has a CURP.',
  },
  {
    satCodes: 'CCE125-130 CCE136-141 CCE143-150',
    path: 'foreignTrade',
    code: 'trade_address_incomplete',
    message: 'An address does not fit its country, state or postal code; correct it.',
  },
  {
    satCodes: 'CCE131-135',
    path: 'foreignTrade',
    code: 'foreign_number_refused',
    message:
      'The tax number abroad does not have the form of its country, or its register does not have the number.',
  },
  {
    satCodes: 'CCE142',
    path: 'foreignTrade.recipients',
    code: 'recipient_missing',
    message: 'A transfer abroad has one recipient.',
  },
  {
    satCodes: 'CCE151-152',
    path: 'items',
    code: 'sku_missing',
    message: 'Every item of an export has its own number.',
  },
  {
    satCodes: 'CCE153',
    path: 'foreignTrade.goods',
    code: 'good_repeated',
    message: 'Two goods have the same item number and tariff code; add them up.',
  },
  {
    satCodes: 'CCE154-158 CCE163-164 CCE168-169 CCE171-172',
    path: 'foreignTrade.goods',
    code: 'customs_value_not_amount',
    message: 'The values in US dollars do not follow from the amounts of the items.',
  },
  {
    satCodes: 'CCE159 CCE170',
    path: 'foreignTrade.goods',
    code: 'tariff_code_not_allowed',
    message: 'A service has no tariff code.',
  },
  {
    satCodes: 'CCE160',
    path: 'foreignTrade.goods',
    code: 'tariff_code_missing',
    message: 'Goods have their tariff code.',
  },
  {
    satCodes: 'CCE161-162 CCE167',
    path: 'foreignTrade.goods',
    code: 'tariff_code_refused',
    message: 'The tariff code is not in force, or the unit of customs is another.',
  },
];
