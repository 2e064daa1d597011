/**
 * The PACs' own refusal codes, and the codes about the register of taxpayers, with their messages.
 * - 301-308, 401, 402: the codes of Anexo 20 for PAC services
 * - CFDI40xxx: the codes of the SAT's error matrix of CFDI 4.0 of 2024-12-13
 * - Reten20xxx: the codes of the SAT's error matrix of Retenciones 2.0
 * The folders `schema` and `matrix` contain the rules for all other codes.
 */
export const PAC_MESSAGES = {
  '301': 'XML mal formado o con estructura distinta a la del esquema.',
  '302': 'Sello mal formado o inválido.',
  '303': 'El CSD del sello no corresponde al RFC del emisor.',
  '304': 'Certificado revocado o caduco.',
  '305': 'La fecha de emisión no está dentro de la vigencia del CSD del emisor.',
  '306': 'El certificado no es de tipo CSD.',
  '307': 'El comprobante contiene un timbre previo.',
  '308': 'Certificado no expedido por el SAT.',
  '401':
    'El rango de la fecha de generación no debe de ser mayor a 72 horas para la emisión del timbre.',
  '402': 'El RFC del emisor no se encuentra en el régimen de contribuyentes (LCO).',
  CFDI40102:
    'El resultado de la digestión debe ser igual al resultado de la desencripción del sello.',
  CFDI40128: 'Número de confirmación inválido.',
  CFDI40129: 'Número de confirmación utilizado previamente.',
  CFDI40138: 'El RFC del emisor debe estar en la lista de RFC inscritos no cancelados del SAT.',
  CFDI40139:
    'El campo Nombre del emisor, debe pertenecer al nombre asociado al RFC registrado en el ' +
    'campo Rfc del Emisor.',
  CFDI40143: 'Este RFC del receptor no existe en la lista de RFC inscritos no cancelados del SAT.',
  CFDI40145:
    'El campo Nombre del receptor, debe pertenecer al nombre asociado al RFC registrado en el ' +
    'campo Rfc del Receptor.',
  CFDI40148:
    'El campo DomicilioFiscalReceptor del receptor, debe pertenecer al nombre asociado al RFC ' +
    'registrado en el campo Rfc del Receptor.',
  CFDI40159:
    'La clave del campo RegimenFiscalReceptor debe corresponder con el régimen del receptor ' +
    'inscrito en el RFC.',
  CFDI40190:
    'El campo NombreACuentaTerceros, debe pertenecer al nombre asociado al RFC registrado en el ' +
    'campo RfcACuentaTerceros.',
  CFDI40193:
    'El campo DomicilioFiscalACuentaTerceros, debe pertenecer al nombre asociado al RFC ' +
    'registrado en el campo RfcACuentaTerceros.',
  CP132:
    'El valor registrado en el atributo "Ubicaciones:Ubicacion:RFCRemitenteDestinatario" es incorrecto o no ' +
    'se encuentra en la lista de RFC inscritos no cancelados del SAT (l_RFC).',
  CP188:
    'El valor registrado en el atributo "TransporteAereo:RFCEmbarcador" no se encuentra en la lista de RFC ' +
    'inscritos no cancelados del SAT (l_RFC).',
  CP195:
    'El valor registrado en el atributo "TiposFigura:RFCFigura" no se encuentra en la lista de RFC inscritos ' +
    'no cancelados del SAT (l_RFC).',
  Reten20110:
    'El campo NomDenRazSocE del emisor, no corresponde con el nombre del titular del certificado ' +
    'de sello digital del Emisor.',
  Reten20113: 'Este RFC del receptor no existe en la lista de RFC inscritos no cancelados del SAT.',
  Reten20116:
    'El campo NomDenRazSocR del receptor, debe pertenecer al nombre asociado al RFC registrado ' +
    'en el campo RfcR del Receptor.',
  Reten20120:
    'El campo DomicilioFiscalR, debe pertenecer al nombre asociado a la clave de RFC registrado ' +
    'en el campo RfcR.',
} as const;

export type PacCode = keyof typeof PAC_MESSAGES;
