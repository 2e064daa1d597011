import type { Text } from './language';

/** The texts about requests that violate their schema. The texts avoid the technical terms of zod. */
export const validation = {
  addenda_template_tag: {
    en: 'A template has placeholders such as {{folio}} and the repeated part {{#lines}}…{{/lines}}; this is neither: {detail}.',
    es: 'Una plantilla lleva marcadores como {{folio}} y la parte repetida {{#lines}}…{{/lines}}; esto no es ninguno: {detail}.',
  },
  addenda_template_place: {
    en: 'A placeholder may be in a text or in the value of an attribute, but not in a comment, a CDATA section or a namespace.',
    es: 'Un marcador va en un texto o en el valor de un atributo: no en un comentario, una sección CDATA ni un espacio de nombres.',
  },
  addenda_template_xml: {
    en: 'The filled template is not one well-formed element of XML: {detail}.',
    es: 'La plantilla ya llenada no es un solo elemento de XML bien formado: {detail}.',
  },
  addenda_value_missing: {
    en: 'The customer’s addenda needs {name}; give it in addendaValues.',
    es: 'La addenda del cliente necesita {name}; indíquelo en addendaValues.',
  },
  addenda_line_value_missing: {
    en: 'The customer’s addenda needs {name} in each item.',
    es: 'La addenda del cliente necesita {name} de cada concepto.',
  },
  addenda_value_not_needed: {
    en: '{name} is not a placeholder that the draft can set in the customer’s addenda; leave it out.',
    es: '{name} no es un marcador de la addenda del cliente que llene el borrador; quítelo.',
  },
  addenda_too_large: {
    en: 'The addenda of this invoice would have more than {max} bytes; shorten the customer’s template.',
    es: 'La addenda de esta factura tendría más de {max} bytes; acorte la plantilla del cliente.',
  },
  /**
   * The fault is a text in both languages (`customsNumberIssue` in packages/fiscal, which also has the
   * English text).
   */
  customs_number_fault: { en: 'Customs number: {fault}', es: 'Pedimento: {fault}' },
  required: { en: 'This field is required.', es: 'Este campo es obligatorio.' },
  required_choice: {
    en: 'This field is required; choose one of {choices}.',
    es: 'Este campo es obligatorio; elija uno de {choices}.',
  },
  required_only: {
    en: 'This field is required; its only value here is {choices}.',
    es: 'Este campo es obligatorio; su único valor aquí es {choices}.',
  },
  unknown_field: {
    en: '{name} is not a field of this request; leave it out.',
    es: '{name} no es un campo de esta solicitud; quítelo.',
  },
  unknown_field_near: {
    en: '{name} is not a field of this request; did you mean {near}?',
    es: '{name} no es un campo de esta solicitud; ¿quiso decir {near}?',
  },
  unknown_field_of: {
    en: '{name} is not a field here; the fields are {fields}.',
    es: '{name} no es un campo aquí; los campos son {fields}.',
  },
  type_string: {
    en: 'Write a text in quotes, for example "abc".',
    es: 'Escriba un texto entre comillas, por ejemplo "abc".',
  },
  type_number: {
    en: 'Write a number without quotes, for example 12.50.',
    es: 'Escriba un número sin comillas, por ejemplo 12.50.',
  },
  type_int: {
    en: 'Write a whole number without quotes, for example 12.',
    es: 'Escriba un número entero sin comillas, por ejemplo 12.',
  },
  type_boolean: {
    en: 'Write true or false, without quotes.',
    es: 'Escriba true o false, sin comillas.',
  },
  type_array: {
    en: 'Write a list in square brackets: [ … ].',
    es: 'Escriba una lista entre corchetes: [ … ].',
  },
  type_object: {
    en: 'Write an object with its fields in braces: { … }.',
    es: 'Escriba un objeto con sus campos entre llaves: { … }.',
  },
  type_null: {
    en: 'null is not a value of this field; leave the field out or give its value.',
    es: 'Este campo no admite null; quítelo o dé su valor.',
  },
  type_other: {
    en: 'The value is of the wrong kind; see the field in /openapi.json.',
    es: 'El valor es de otro tipo; vea el campo en /openapi.json.',
  },
  fraction: {
    en: '{name} is a fraction: write {example} for {percent} %.',
    es: '{name} es una fracción: escriba {example} para {percent} %.',
  },
  number_at_least: {
    en: '{name} is {bound} or more; write a larger number.',
    es: '{name} es {bound} o más; escriba un número mayor.',
  },
  number_above: {
    en: '{name} is greater than {bound}; write a larger number.',
    es: '{name} es mayor que {bound}; escriba un número mayor.',
  },
  number_at_most: {
    en: '{name} is {bound} or less; write a smaller number.',
    es: '{name} es {bound} o menos; escriba un número menor.',
  },
  number_below: {
    en: '{name} is less than {bound}; write a smaller number.',
    es: '{name} es menor que {bound}; escriba un número menor.',
  },
  multiple_of: {
    en: '{name} is a multiple of {bound}; write such a number.',
    es: '{name} es múltiplo de {bound}; escriba un número así.',
  },
  text_empty: {
    en: 'The text is empty; write at least one character.',
    es: 'El texto está vacío; escriba al menos un carácter.',
  },
  text_too_short: {
    en: 'The text has {bound} or more characters; write more.',
    es: 'El texto tiene {bound} caracteres o más; escriba más.',
  },
  text_too_long: {
    en: 'The text has at most {bound} characters; shorten it.',
    es: 'El texto tiene como máximo {bound} caracteres; acórtelo.',
  },
  text_length: {
    en: 'The text has exactly {bound} characters.',
    es: 'El texto tiene exactamente {bound} caracteres.',
  },
  list_empty: {
    en: 'The list is empty; give at least one entry.',
    es: 'La lista está vacía; dé al menos un elemento.',
  },
  list_too_short: {
    en: 'The list has {bound} or more entries; give more.',
    es: 'La lista tiene {bound} elementos o más; dé más.',
  },
  list_too_long: {
    en: 'The list has at most {bound} entries; send fewer.',
    es: 'La lista tiene como máximo {bound} elementos; envíe menos.',
  },
  choice: { en: 'Choose one of {choices}.', es: 'Elija uno de {choices}.' },
  choice_near: {
    en: 'Did you mean {near}? Choose one of {choices}.',
    es: '¿Quiso decir {near}? Elija uno de {choices}.',
  },
  only_value: {
    en: 'The only value here is {choices}.',
    es: 'El único valor aquí es {choices}.',
  },
  no_form_fits: {
    en: 'The value has none of the shapes that this field takes; see the field in /openapi.json.',
    es: 'El valor no tiene ninguna de las formas de este campo; vea el campo en /openapi.json.',
  },
  not_accepted: {
    en: 'The value is not accepted; see the field in /openapi.json.',
    es: 'El valor no se acepta; vea el campo en /openapi.json.',
  },
  body_required: { en: 'A JSON body is required.', es: 'Falta el cuerpo en JSON.' },
  body_unexpected: {
    en: 'No body is expected; send the request without one.',
    es: 'No se espera un cuerpo; envíe la solicitud sin él.',
  },
  given_twice: {
    en: '{name} is given more than once; give it once.',
    es: '{name} viene más de una vez; envíelo una sola vez.',
  },
  sat_rule: { en: '{rule} ({code})', es: '{rule} (regla {code} del SAT)' },
  pac_says: { en: '{remedy} The PAC says: {words}', es: '{remedy} El PAC dice: {words}' },
  dry_run: {
    en: 'This credential may only try operations out, so nothing was done. The operation would have been: {what}',
    es: 'Esta credencial solo ensaya; no ha pasado nada. De otro modo: {what}',
  },
  key_required: {
    en: 'This operation needs an Idempotency-Key header; send a new one, such as a UUID, with each new request.',
    es: 'Esta operación requiere el encabezado Idempotency-Key; envíe uno nuevo, por ejemplo un UUID, con cada solicitud nueva.',
  },
  key_form: {
    en: 'Idempotency-Key has 1 to 200 visible characters; spaces between them are allowed.',
    es: 'Idempotency-Key tiene de 1 a 200 caracteres visibles; puede llevar espacios entre ellos.',
  },

  format_date: {
    en: 'Write a day that exists as YYYY-MM-DD, for example 2026-11-20.',
    es: 'Escriba un día que exista como AAAA-MM-DD, por ejemplo 2026-11-20.',
  },
  format_datetime: {
    en: 'Write an instant with its zone, for example 2026-11-20T12:00:00-06:00 or 2026-11-20T18:00:00Z.',
    es: 'Escriba un instante con su zona, por ejemplo 2026-11-20T12:00:00-06:00 o 2026-11-20T18:00:00Z.',
  },
  format_email: {
    en: 'Write an e-mail address, for example ana@example.com.',
    es: 'Escriba un correo electrónico, por ejemplo ana@example.com.',
  },
  format_url: {
    en: 'Write a whole address, for example https://example.com/path.',
    es: 'Escriba una dirección completa, por ejemplo https://example.com/ruta.',
  },
  format_base64: {
    en: 'Write the bytes in base64, without line breaks.',
    es: 'Escriba los bytes en base64, sin saltos de línea.',
  },
  format_uuid: {
    en: 'Write a UUID: 32 hexadecimal digits with hyphens, for example 78cf6519-a999-598e-9447-fd19ca0b690c.',
    es: 'Escriba un UUID: 32 dígitos hexadecimales con guiones, por ejemplo 78cf6519-a999-598e-9447-fd19ca0b690c.',
  },
  format_other: {
    en: 'The text does not have the format of this field; see the field in /openapi.json.',
    es: 'El texto no tiene la forma de este campo; vea el campo en /openapi.json.',
  },
  format_dimensions: {
    en: 'Dimensions are height/width/depth with up to 3 digits each and cm or plg, such as 30/40/30cm.',
    es: 'Las dimensiones son alto/ancho/fondo con hasta 3 dígitos cada una y cm o plg, como 30/40/30cm.',
  },
  format_stcc: {
    en: 'An STCC code has 6 or 7 digits.',
    es: 'Una clave STCC tiene 6 o 7 dígitos.',
  },
  format_id_ccp: {
    en: 'IdCCP is a UUID that begins with CCC in place of its first three digits.',
    es: 'IdCCP es un UUID que empieza con CCC en lugar de sus tres primeros dígitos.',
  },
  format_imo_number: {
    en: 'The number of a ship is IMO and seven digits, such as IMO9074729.',
    es: 'El número de una embarcación es IMO y siete dígitos, como IMO9074729.',
  },
  format_aircraft: {
    en: 'The registration of an aircraft has 5 to 11 capital letters, digits and hyphens, such as XA-ABC.',
    es: 'La matrícula de una aeronave tiene de 5 a 11 letras mayúsculas, dígitos y guiones, como XA-ABC.',
  },
  format_postal_code: {
    en: 'Write the five digits of the postal code in quotes, for example "42501".',
    es: 'Escriba entre comillas los cinco dígitos del código postal, por ejemplo "42501".',
  },
  format_confirmation: {
    en: 'The key of the PAC has five letters or digits.',
    es: 'La clave del PAC tiene cinco letras o dígitos.',
  },
  format_bank_rfc: {
    en: 'Write the RFC of a bank, for example BBA830831LJ2, or XEXX010101000 for a foreign one.',
    es: 'Escriba el RFC de un banco, por ejemplo BBA830831LJ2, o XEXX010101000 si es extranjero.',
  },
  format_bank_account: {
    en: 'Write the 10 to 50 digits, letters in upper case or _ of the account, without spaces.',
    es: 'Escriba los 10 a 50 dígitos, mayúsculas o _ de la cuenta, sin espacios.',
  },
  format_no_controls: {
    en: 'The text has no line breaks or control characters; take them out.',
    es: 'El texto no lleva saltos de línea ni caracteres de control; quítelos.',
  },
  format_year: {
    en: 'Write the four digits of the year, for example 2026.',
    es: 'Escriba los cuatro dígitos del año, por ejemplo 2026.',
  },
  format_short_code: {
    en: 'Write a code of 1 to 10 letters or digits, for example 01.',
    es: 'Escriba una clave de 1 a 10 letras o dígitos, por ejemplo 01.',
  },
  format_whole_number: {
    en: 'Write a whole number, for example 20.',
    es: 'Escriba un número entero, por ejemplo 20.',
  },
  format_decimal: {
    en: 'Write a number above 0 with at most six decimals, for example 1.5.',
    es: 'Escriba un número mayor que 0 con seis decimales como máximo, por ejemplo 1.5.',
  },
  format_field_key: {
    en: 'A key begins with a letter in lower case; letters without accents, digits and _ follow, up to 40, for example tableNumber.',
    es: 'Una clave empieza con minúscula; siguen letras sin acento, dígitos y _, hasta 40, por ejemplo numeroMesa.',
  },
  format_file_name: {
    en: 'A file name has up to 100 letters without accents, digits, spaces, dots, hyphens or _, and no path, for example contacts.xlsx.',
    es: 'Un nombre de archivo tiene hasta 100 letras sin acento, dígitos, espacios, puntos, guiones o _, sin ruta, por ejemplo contactos.xlsx.',
  },
  format_sha256: {
    en: 'Write the SHA-256 of the file as 64 hexadecimal digits.',
    es: 'Escriba el SHA-256 del archivo con 64 dígitos hexadecimales.',
  },
  format_request_id: {
    en: 'Write a Request-Id as an answer has it: req_ and 32 hexadecimal digits.',
    es: 'Escriba un Request-Id como viene en una respuesta: req_ y 32 dígitos hexadecimales.',
  },
  format_word: {
    en: 'Write one word of letters and _, for example createCfdi.',
    es: 'Escriba una palabra de letras y _, por ejemplo createCfdi.',
  },
  format_document_ref: {
    en: 'Write a reference of a document: its kind, a colon and its identifier, for example cfdi:<id>.',
    es: 'Escriba la referencia de un documento: su tipo, dos puntos y su identificador, por ejemplo cfdi:<id>.',
  },
  format_time_of_day: {
    en: 'Write a time as HH:MM, from 00:00 to 23:59, for example 03:00.',
    es: 'Escriba una hora como HH:MM, de 00:00 a 23:59, por ejemplo 03:00.',
  },
  format_cfdi_ref: {
    en: 'Write the reference of a CFDI: cfdi:<id>.',
    es: 'Escriba la referencia de un CFDI: cfdi:<id>.',
  },
  format_currency: {
    en: 'Write the three letters of a currency in upper case, for example MXN.',
    es: 'Escriba las tres letras mayúsculas de una moneda, por ejemplo MXN.',
  },
  format_seal_tail: {
    en: 'Write the last eight characters of the seal, as the QR code has them (fe).',
    es: 'Escriba los últimos ocho caracteres del sello, como vienen en el código QR (fe).',
  },
  format_property_tax_account: {
    en: 'A property tax account has 1 to 150 letters and digits, without spaces or hyphens.',
    es: 'Una cuenta predial tiene de 1 a 150 letras y dígitos, sin espacios ni guiones.',
  },
  format_id_cif: {
    en: 'Write the 8 to 11 digits of the idCIF, as the Constancia de Situación Fiscal shows it.',
    es: 'Escriba los 8 a 11 dígitos del idCIF, como viene en la Constancia de Situación Fiscal.',
  },

  day_in_future: {
    en: '{day} has not come yet: today is {today} ({zone}). Write {today} or an earlier day.',
    es: '{day} aún no llega: hoy es {today} ({zone}). Escriba {today} o un día anterior.',
  },
  instant_in_future: {
    en: '{instant} has not come yet: now it is {now}. Write an instant that has passed.',
    es: '{instant} aún no llega: ahora es {now}. Escriba un instante que ya pasó.',
  },
  year_in_future: {
    en: '{year} has not begun: today is {today} ({zone}). Write {thisYear} or an earlier year.',
    es: '{year} aún no empieza: hoy es {today} ({zone}). Escriba {thisYear} o un año anterior.',
  },

  period_too_old: {
    en: 'The SAT provides only the CFDI of the last six years. Write {oldest} or a later day.',
    es: 'El SAT solo da los CFDI de los últimos seis años. Escriba {oldest} o un día posterior.',
  },

  import_unreadable: {
    en: 'The file cannot be read as a CFDI. In {place}: {words}. Import the XML as its issuer sent it.',
    es: 'El archivo no se puede leer como CFDI. En {place} el lector dice: «{words}». Importe el XML tal como lo envió su emisor.',
  },

  api_key_missing: {
    en: 'Send your API key as "Authorization: Bearer <key>".',
    es: 'Envíe su llave de API como "Authorization: Bearer <llave>".',
  },
  api_key_wrong: {
    en: 'This is not a valid API key of this deployment. Copy the whole key again, from timbre_ on; if it is lost, create another one with POST /v1/credentials or in the console.',
    es: 'Esta no es una llave de API válida de esta instalación. Copie otra vez la llave completa, desde timbre_; si la perdió, cree otra con POST /v1/credentials o en la consola.',
  },
  api_key_revoked: {
    en: 'This API key was revoked. Use another one, or create one with POST /v1/credentials or in the console.',
    es: 'Esta llave de API fue revocada. Use otra, o cree una con POST /v1/credentials o en la consola.',
  },
  api_key_expired: {
    en: 'This API key expired at {instant}. Use another one, or create one with POST /v1/credentials or in the console.',
    es: 'Esta llave de API venció el {instant}. Use otra, o cree una con POST /v1/credentials o en la consola.',
  },

  too_many_decimals: {
    en: 'At most {decimals} decimals are allowed; round the number.',
    es: 'Se admiten como máximo {decimals} decimales; redondee el número.',
  },
  too_many_decimals_none: {
    en: 'The number has no decimals; round it.',
    es: 'El número no lleva decimales; redondéelo.',
  },
  period_too_long: {
    en: 'A report covers at most {days} days; ask for several.',
    es: 'Un reporte abarca como máximo {days} días; pida varios.',
  },
  documents_too_many: {
    en: 'All payments of a complement together may cover at most {count} documents; divide the payments among several complements.',
    es: 'Todos los pagos juntos pueden pagar {count} documentos; divídalos en varios complementos.',
  },
  parts_too_many: {
    en: 'A document may have at most {count} items and parts together; divide them among several documents.',
    es: 'Los conceptos y sus partes juntos pueden ser {count}; divídalos en varios documentos.',
  },

  not_in_catalog: {
    en: '"{code}" is not an active code of {catalog}. Search it with GET {search}.',
    es: '"{code}" no es una clave vigente de {catalog}. Búsquela con GET {search}.',
  },
  not_in_catalog_near: {
    en: '"{code}" is not an active code of {catalog}; did you mean {near}? Search it with GET {search}.',
    es: '"{code}" no es una clave vigente de {catalog}; ¿quiso decir {near}? Búsquela con GET {search}.',
  },
  catalog_unknown: {
    en: 'No SAT catalogue has the name {name}. List them with GET /v1/sat/catalogs.',
    es: 'Ningún catálogo del SAT se llama {name}. Vea la lista con GET /v1/sat/catalogs.',
  },
  catalog_unknown_near: {
    en: 'No SAT catalogue has the name {name}; did you mean {near}? List them with GET /v1/sat/catalogs.',
    es: 'Ningún catálogo del SAT se llama {name}; ¿quiso decir {near}? Vea la lista con GET /v1/sat/catalogs.',
  },
  catalog_code_unknown: {
    en: '{catalog} has no code {code}. Search it with GET {search}.',
    es: '{catalog} no tiene la clave {code}. Búsquela con GET {search}.',
  },
  catalog_code_unknown_near: {
    en: '{catalog} has no code {code}; did you mean {near}? Search it with GET {search}.',
    es: '{catalog} no tiene la clave {code}; ¿quiso decir {near}? Búsquela con GET {search}.',
  },
  event_unknown: {
    en: 'No event has the type {name}; see the webhooks of /openapi.json.',
    es: 'Ningún evento es del tipo {name}; vea los webhooks de /openapi.json.',
  },
  event_unknown_near: {
    en: 'No event has the type {name}; did you mean {near}? See the webhooks of /openapi.json.',
    es: 'Ningún evento es del tipo {name}; ¿quiso decir {near}? Vea los webhooks de /openapi.json.',
  },

  rfc_length: {
    en: 'An RFC has 12 characters for a company or 13 for a person; this one has {count}.',
    es: 'Un RFC tiene 12 caracteres si es de empresa o 13 si es de persona; este tiene {count}.',
  },
  rfc_letters: {
    en: 'An RFC of {count} characters begins with {letters} letters; check the beginning.',
    es: 'Un RFC de {count} caracteres empieza con {letters} letras; revise el principio.',
  },
  rfc_date: {
    en: '{date} in the RFC is not a date (year, month and day, two digits each); check the digits.',
    es: '{date} en el RFC no es una fecha (año, mes y día, dos dígitos cada uno); revise los dígitos.',
  },
  rfc_end: {
    en: 'An RFC ends with three letters or digits, the last of them a digit or A; check the end.',
    es: 'Un RFC termina con tres letras o dígitos, y el último es un dígito o A; revise el final.',
  },
  rfc_of_company: {
    en: 'This is the RFC of a company (12 characters); write that of the person, with 13.',
    es: 'Este es el RFC de una empresa (12 caracteres); escriba el de la persona, con 13.',
  },
  rfc_generic: {
    en: 'This is a generic RFC; write that of the person, with 13 characters.',
    es: 'Este es un RFC genérico; escriba el de la persona, con 13 caracteres.',
  },
} satisfies Record<string, Text>;
