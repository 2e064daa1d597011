import type { Remedy } from './remedy';

/**
 * The remedies for refusals by the SAT's error matrix of Carta Porte 3.1 (facts: complements.md §2.3, read
 * 2026-11-21 and 2026-11-30).
 */
export const cartaPorteRemedies: readonly Remedy[] = [
  {
    satCodes: 'CP105',
    path: 'currency',
    code: 'transfer_currency_not_allowed',
    message: 'A transfer with Carta Porte has the currency XXX; leave the currency out.',
  },
  {
    satCodes: 'CP107',
    path: 'customerId',
    code: 'transfer_receiver_not_issuer',
    message:
      'The receiver of a transfer with Carta Porte is its issuer; name a contact with the RFC of the organization.',
  },
  {
    satCodes: 'CP109',
    path: 'items',
    code: 'freight_key_missing',
    message: 'An item of an income with Carta Porte must have a product key of transport.',
  },
  {
    satCodes: 'CP110',
    path: 'items',
    code: 'freight_key_not_allowed',
    message: 'This product key requires two or more means of transport; choose another.',
  },
  {
    satCodes: 'CP113',
    path: 'cartaPorte',
    code: 'complement_not_combinable',
    message: 'Another complement cannot stand beside Carta Porte; remove it.',
  },
  {
    satCodes: 'CP125-126',
    path: 'cartaPorte.stops',
    code: 'distance_missing',
    message: 'Transport by road and by rail, and no other, has the sum of its distances.',
  },
  {
    satCodes: 'CP128-129',
    path: 'cartaPorte.stops',
    code: 'rail_stops_missing',
    message: 'Transport by rail has an origin and at least five destinations.',
  },
  {
    satCodes: 'CP130',
    path: 'cartaPorte.stops',
    code: 'stop_missing',
    message: 'A transport has at least one origin and one destination.',
  },
  {
    satCodes: 'CP127',
    path: 'cartaPorte.isthmus',
    code: 'required',
    message: 'Transport in the Isthmus names the poles of origin and of destination.',
  },
  {
    satCodes: 'CP132',
    path: 'cartaPorte.stops',
    code: 'stop_rfc_not_registered',
    message:
      'The SAT has not registered the RFC of a stop; correct it by the constancia de situación fiscal.',
  },
  {
    satCodes: 'CP133-134 CP198',
    path: 'cartaPorte',
    code: 'foreign_data_missing',
    message: 'A person abroad has the tax number and the tax residence there; others have neither.',
  },
  {
    satCodes: 'CP141',
    path: 'cartaPorte.stops',
    code: 'distance_missing',
    message: 'Each destination by road or rail has a distance, an origin has none.',
  },
  {
    satCodes: 'CP135',
    path: 'cartaPorte.stops',
    code: 'mode_data_not_allowed',
    message: 'Transport with a road vehicle has no stations.',
  },
  {
    satCodes: 'CP136-138',
    path: 'cartaPorte.stops',
    code: 'station_not_of_mode',
    message:
      'Each stop by rail, sea or air has a station of this means, with the name of c_Estaciones or, abroad, its own.',
  },
  {
    satCodes: 'CP139',
    path: 'cartaPorte.stops',
    code: 'mode_data_missing',
    message: 'Each stop of transport by sea, and no other, has its `traffic`.',
  },
  {
    satCodes: 'CP140',
    path: 'cartaPorte.stops',
    code: 'mode_data_not_allowed',
    message: 'Stations in Mexico have a type, stations abroad have none.',
  },
  {
    satCodes: 'CP142',
    path: 'cartaPorte.stops',
    code: 'mode_data_not_allowed',
    message: 'Each stop has an address, except an intermediate station of rail.',
  },
  {
    satCodes: 'CP148',
    path: 'cartaPorte.vehicle',
    code: 'required',
    message: 'Give `vehicle`, `ship`, `aircraft` or `train`.',
  },
  {
    satCodes: 'CP149-152',
    path: 'cartaPorte.goods',
    code: 'amounts_refused',
    message:
      'The weights of the whole are not the sums of the goods; by rail the net weight is that of the wagons, in tonnes.',
  },
  {
    satCodes: 'CP153',
    path: 'cartaPorte.collectsReturns',
    code: 'mode_data_not_allowed',
    message: 'Only transport by road collects returns.',
  },
  {
    satCodes: 'CP167-168',
    path: 'cartaPorte.goods',
    code: 'mode_data_missing',
    message: 'Goods by air have their value with its currency.',
  },
  {
    satCodes: 'CP143-147',
    path: 'cartaPorte.stops',
    code: 'place_not_of_postal_code',
    message: 'A part of an address does not belong to its postal code; correct it or leave it out.',
  },
  {
    satCodes: 'CP155',
    path: 'cartaPorte.goods',
    code: 'hazard_answer_refused',
    message:
      'c_ClaveProdServCP says for each key whether `isHazardous` is given: with 1 it is true, with 0,1 true or false, with 0 it is left out.',
  },
  {
    satCodes: 'CP156-157',
    path: 'cartaPorte.goods',
    code: 'hazard_missing',
    message: 'Hazardous goods, and only these, have their key and their packaging.',
  },
  {
    satCodes: 'CP116-124 CP169',
    path: 'cartaPorte.customs',
    code: 'customs_regime_not_allowed',
    message:
      'Direction, country and regimes belong to transport across the border, and fit each other.',
  },
  {
    satCodes: 'CP159-166',
    path: 'cartaPorte.goods',
    code: 'health_data_missing',
    message: 'The data of COFEPRIS do not fit the sector of the good.',
  },
  {
    satCodes: 'CP170-171',
    path: 'cartaPorte.goods',
    code: 'material_missing',
    message: 'Goods across the border, and only these, have their material.',
  },
  {
    satCodes: 'CP172-173',
    path: 'cartaPorte.goods',
    code: 'customs_document_missing',
    message: 'Goods that enter have their document of customs; goods that leave have no pedimento.',
  },
  {
    satCodes: 'CP174-176',
    path: 'cartaPorte.goods',
    code: 'customs_document_data_missing',
    message: 'A pedimento has its number and the RFC of the importer, another document its number.',
  },
  {
    satCodes: 'CP177',
    path: 'cartaPorte.goods',
    code: 'guides_missing',
    message: 'A transfer of parcels must list their guides.',
  },
  {
    satCodes: 'CP178-179',
    path: 'cartaPorte.goods',
    code: 'delivery_stop_unknown',
    message: 'A quantity goes from an origin to a destination of the same transport.',
  },
  {
    satCodes: 'CP180',
    path: 'cartaPorte.goods',
    code: 'mode_data_missing',
    message: 'Quantities by stops have `via` with several means of transport, and only then.',
  },
  {
    satCodes: 'CP181',
    path: 'cartaPorte.goods',
    code: 'mode_data_missing',
    message: 'Goods by sea, and only these, have their net weight.',
  },
  {
    satCodes: 'CP182-183',
    path: 'cartaPorte.vehicle.insurance',
    code: 'environment_insurance_missing',
    message: 'Hazardous goods, and only these, require the insurance of the environment.',
  },
  {
    satCodes: 'CP184',
    path: 'cartaPorte.vehicle.trailers',
    code: 'trailers_missing',
    message: 'c_ConfigAutotransporte says whether this configuration has trailers.',
  },
  {
    satCodes: 'CP185',
    path: 'cartaPorte.ship.temporaryPermit',
    code: 'ship_data_missing',
    message: 'A ship with a foreign flag, and no other, has a temporary permit.',
  },
  {
    satCodes: 'CP186-187',
    path: 'cartaPorte.ship.containers',
    code: 'ship_data_missing',
    message:
      'A container has its number and seal; a ferry (CM011) has the vehicle with its Carta Porte instead.',
  },
  {
    satCodes: 'CP188-190',
    path: 'cartaPorte.aircraft.shipper',
    code: 'shipper_rfc_missing',
    message:
      'The shipper has an RFC that the SAT has registered, or a tax number abroad with its country, and not both.',
  },
  {
    satCodes: 'CP191',
    path: 'cartaPorte.train.wagons',
    code: 'net_tonnes_not_containers',
    message: 'The net tonnes of a wagon are the net weights of its containers.',
  },
  {
    satCodes: 'CP192',
    path: 'cartaPorte.train.wagons',
    code: 'wagon_data_missing',
    message: 'Wagons of services TS02 and TS04, and of no other, have containers.',
  },
  {
    satCodes: 'CP193-194',
    path: 'cartaPorte.figures',
    code: 'driver_missing',
    message: 'Transport by road must have a driver (01).',
  },
  {
    satCodes: 'CP195 CP197',
    path: 'cartaPorte.figures',
    code: 'figure_rfc_missing',
    message: 'A person has an RFC, or a tax number abroad with its country.',
  },
  {
    satCodes: 'CP196',
    path: 'cartaPorte.figures',
    code: 'license_missing',
    message: 'The driver, and only the driver, has a license.',
  },
  {
    satCodes: 'CP199',
    path: 'cartaPorte.figures',
    code: 'parts_missing',
    message: 'An owner or a lessor, and nobody else, has parts of the transport.',
  },
  {
    satCodes: 'CP200-204',
    path: 'cartaPorte.figures',
    code: 'place_not_of_postal_code',
    message: 'A part of an address does not belong to its postal code; correct it or leave it out.',
  },
];
