/**
 * The Spanish translations of texts that operations share, keyed by the English text: the
 * introduction, and the descriptions of parameters, headers and responses. The Spanish text of a
 * single operation, area or event is written next to its English text.
 */
export const sharedSpanish: Readonly<Record<string, string>> = {
  'CFDI, payroll, receipts, accounts and tax reports of one organization.':
    'CFDI, nómina, recibos, cuentas y reportes de impuestos de una organización.',

  Success: 'Éxito',
  'Success, or kept until it is approved': 'Éxito, o guardado hasta que se apruebe',
  'Kept until it is approved': 'Guardado hasta que se apruebe',
  'The file': 'El archivo',
  'The event was received; any other answer makes Timbre try again.':
    'El evento se recibió; con cualquier otra respuesta Timbre lo intenta de nuevo.',

  'Identifies the request in support and in logs.':
    'Identifica la solicitud ante soporte y en los registros.',
  'Seconds to wait before the request is repeated.':
    'Segundos que hay que esperar antes de repetir la solicitud.',
  'Bearer challenge: where to log in, or the permissions that are missing.':
    'Reto de Bearer: dónde iniciar sesión, o los permisos que faltan.',
  'Methods that the path supports.': 'Métodos que admite la ruta.',
  'Identifier of the event; the same in every attempt.':
    'Identificador del evento; el mismo en cada intento.',
  'Time of the attempt, in seconds since 1970.': 'Momento del intento, en segundos desde 1970.',
  'Signatures by the Standard Webhooks rules, separated by spaces.':
    'Firmas según las reglas de Standard Webhooks, separadas por espacios.',
  'A key of your choice for this write. Repeat the same request with the same key until it answers: the write is done once.':
    'Una llave a su elección para esta escritura. Repita la misma solicitud con la misma llave hasta que responda: la escritura se hace una sola vez.',

  'nextCursor of the previous page.': 'nextCursor de la página anterior.',
  'Page size, 1 to 50; default 20.': 'Tamaño de la página, de 1 a 50; 20 si está ausente.',
  'Words to search for; 1 or 2 letters begin a word.':
    'Palabras que se buscan; 1 o 2 letras son el inicio de una palabra.',
  'Words of the name or RFC.': 'Palabras del nombre o RFC.',
  'First day, inclusive. An instant counts on its day in the time zone of the organization: that of the postal code of its fiscal profile.':
    'Primer día, inclusive. Un instante cuenta en su día del huso horario de la organización: el del código postal de su perfil fiscal.',
  'Last day, inclusive. An instant counts on its day in the time zone of the organization: that of the postal code of its fiscal profile.':
    'Último día, inclusive. Un instante cuenta en su día del huso horario de la organización: el del código postal de su perfil fiscal.',
  'First day in UTC, inclusive; by default 6 days before dateTo.':
    'Primer día en UTC, inclusive; seis días antes de dateTo si está ausente.',
  'Last day in UTC, inclusive; today if absent.':
    'Último día en UTC, inclusive; hoy si está ausente.',
  'First day in UTC, inclusive.': 'Primer día en UTC, inclusive.',
  'Last day in UTC, inclusive.': 'Último día en UTC, inclusive.',
  'First day, inclusive.': 'Primer día, inclusive.',
  'Last day, inclusive; at most 731 days.': 'Último día, inclusive; a lo más 731 días.',
  'First day; from the beginning if absent.': 'Primer día; desde el inicio si está ausente.',
  'Last day; the present day if absent.': 'Último día; hoy si está ausente.',
  'Day on which the codes must be in force; today if absent.':
    'Día en que las claves deben estar vigentes; hoy si está ausente.',
  'Day on which the rules are in force; today if absent.':
    'Día en que las reglas están vigentes; hoy si está ausente.',
  'The day of the outstanding balance; dateTo or today if absent.':
    'El día del saldo pendiente; dateTo u hoy si está ausente.',
  'Length of the intervals: hour for at most 31 days, day for at most 400; day if absent.':
    'Duración de los intervalos: hour para 31 días a lo más, day para 400; day si está ausente.',
  'Length of the intervals; month if absent.': 'Duración de los intervalos; month si está ausente.',
  '`newest` or `oldest` first.': 'Primero lo más reciente (`newest`) o lo más antiguo (`oldest`).',
  'total: the greatest first.': 'total: el mayor primero.',
  '1 if absent.': '1 si está ausente.',

  'Filters by kind.': 'Filtra por tipo.',
  'Filters by role.': 'Filtra por rol.',
  'Filters by status.': 'Filtra por estado.',
  'Filters by state.': 'Filtra por estado.',
  'Filters by class of status.': 'Filtra por clase de estado.',
  'Filters by credential.': 'Filtra por credencial.',
  'Filters by document.': 'Filtra por documento.',
  'Filters by location.': 'Filtra por sucursal.',
  'Filters by product.': 'Filtra por producto.',
  'Filters by status of the stock.': 'Filtra por estado de las existencias.',
  'Filters by customer.': 'Filtra por cliente.',
  'Filters by supplier.': 'Filtra por proveedor.',
  'Filters by contact.': 'Filtra por contacto.',
  'Filters by action.': 'Filtra por acción.',
  'Filters by category.': 'Filtra por categoría.',
  'Filters by state of payment.': 'Filtra por estado de pago.',
  'Filters by type of sale.': 'Filtra por tipo de venta.',
  'Filters by event.': 'Filtra por evento.',
  'Filters by kind of withholding, a code of c_CveRetenc.':
    'Filtra por tipo de retención, una clave de c_CveRetenc.',
  'Active code of the SAT catalogue c_PeriodicidadPago.':
    'Clave vigente del catálogo c_PeriodicidadPago del SAT.',
  'Only requests by `rest` or `mcp`.': 'Solo solicitudes por `rest` o `mcp`.',
  'Only this operation: `createCfdi`.': 'Solo esta operación: `createCfdi`.',
  'The tool that an assistant called: `create_cfdi`.':
    'La herramienta que llamó un asistente: `create_cfdi`.',
  'The code of the refusal: `rate_limited`.': 'El código del rechazo: `rate_limited`.',
  'true: only active records. false: only archived ones.':
    'true: solo registros activos. false: solo archivados.',
  'true: only archived documents. false: only the others.':
    'true: solo documentos archivados. false: solo los demás.',
  'true: only rows with issues. false: only rows without any.':
    'true: solo renglones con problemas. false: solo renglones sin problemas.',
  'true: only with a linked CFDI. false: only without one.':
    'true: solo con un CFDI vinculado. false: solo sin él.',
  'true: stamped receipts that were calculated with the last known figure of a rule and have other amounts by the figure published since. false: all other receipts.':
    'true: los recibos timbrados que se calcularon con la última cifra conocida de una regla y cuyos importes son otros con la cifra publicada después. false: todos los demás recibos.',
  '`issued`: by the organization. `received`: from others.':
    '`issued`: por la organización. `received`: de otros.',
  'RFC of the other party, or words of its name.':
    'RFC de la contraparte, o palabras de su nombre.',
  'An RFC or a part of a name.': 'Un RFC o una parte de un nombre.',
  'Only debts of customers, or only debts to suppliers.':
    'Solo lo que deben los clientes, o solo lo que se debe a proveedores.',
  'Only transactions that belong to this document or changed its balance.':
    'Solo los movimientos que son de este documento o cambiaron su saldo.',
  'Types, groups or *, separated by commas.': 'Tipos, grupos o *, separados por comas.',
  'Kinds, separated by commas; income,credit_note if absent.':
    'Tipos, separados por comas; income,credit_note si está ausente.',
  'issued if absent.': 'issued si está ausente.',
  'All but canceled ones if absent.': 'Todos menos los cancelados si está ausente.',

  'Identifier of the member.': 'Identificador del miembro.',
  'Identifier of a connected application.': 'Identificador de una aplicación conectada.',
  'Identifier of the credential.': 'Identificador de la credencial.',
  'Identifier of the certificate.': 'Identificador del certificado.',
  'Identifier of the ZIP.': 'Identificador del ZIP.',
  'Identifier of the uploaded file.': 'Identificador del archivo cargado.',
  'Identifier of the contact: a customer or a supplier.':
    'Identificador del contacto: un cliente o un proveedor.',
  'Identifier of the link, from its creation response or the list.':
    'Identificador del enlace, de la respuesta que lo hizo o de la lista.',
  'Identifier of the synchronization.': 'Identificador de la sincronización.',
  'Identifier of the product.': 'Identificador del producto.',
  'Identifier of the price override.': 'Identificador del precio especial.',
  'Identifier of the payment.': 'Identificador del pago.',
  'Identifier of the import.': 'Identificador de la importación.',
  'Identifier of the employee.': 'Identificador del empleado.',
  'Identifier of the location.': 'Identificador de la sucursal.',
  'Identifier of the expense category.': 'Identificador de la categoría de gasto.',
  'Identifier of the series.': 'Identificador de la serie.',
  'Identifier of the customer.': 'Identificador del cliente.',
  'Identifier of the supplier.': 'Identificador del proveedor.',
  'Identifier of the customer, `unassigned`, or an RFC without a contact.':
    'Identificador del cliente, `unassigned`, o un RFC sin contacto.',
  'Identifier of the supplier, `unassigned`, or an RFC without a contact.':
    'Identificador del proveedor, `unassigned`, o un RFC sin contacto.',
  'Identifier of the payment plan.': 'Identificador del plan de pagos.',
  'Identifier of the transaction.': 'Identificador del movimiento.',
  'Identifier of the payroll run.': 'Identificador de la corrida de nómina.',
  'Identifier of the receipt in its payroll run.':
    'Identificador del recibo en su corrida de nómina.',
  'Identifier of the webhook.': 'Identificador del webhook.',
  'Identifier of the event.': 'Identificador del evento.',
  'Identifier of an event; the answer has the events after it, oldest first. With it, a program reads every event once.':
    'Identificador de un evento; la respuesta trae los eventos posteriores a él, el más antiguo primero. Con él, un programa lee cada evento una sola vez.',
  'Identifier of the delivery.': 'Identificador del envío.',
  'Identifier of the request for approval.': 'Identificador de la solicitud de aprobación.',
  'Identifier of the mail.': 'Identificador del correo.',
  'Identifier of the file in the mail.': 'Identificador del archivo en el correo.',
  'The `Request-Id` header of the answer.': 'El encabezado `Request-Id` de la respuesta.',
  'The Request-Id header of the answer.': 'El encabezado Request-Id de la respuesta.',
  'Reference of the document, for example `cfdi:<id>`.':
    'Referencia del documento, por ejemplo `cfdi:<id>`.',
  'Reference of a CFDI, cfdi:<id>.': 'Referencia de un CFDI, cfdi:<id>.',
  'Fiscal folio of the CFDI (`UUID`).': 'Folio fiscal del CFDI (`UUID`).',
  'RFC with homoclave.': 'RFC con homoclave.',
  'Name of the catalogue, such as c_FormaPago.': 'Nombre del catálogo, como c_FormaPago.',
  'Code in the catalogue.': 'Clave en el catálogo.',
  'Year of the declarations, 2000 to 2100.': 'Ejercicio de las declaraciones, de 2000 a 2100.',
  'Year of the declarations.': 'Ejercicio de las declaraciones.',
  'Fiscal year of the period.': 'Ejercicio fiscal del periodo.',
  'A month: only the declarations whose months contain it.':
    'Un mes: solo las declaraciones cuyos meses lo incluyen.',
  'Product that is sold.': 'Producto que se vende.',
  'Customer who buys; without one, the price for everybody.':
    'Cliente que compra; sin él, el precio para todos.',
  'Location that sells; without one, the price everywhere.':
    'Sucursal que vende; sin ella, el precio en todas.',

  'Whether each contact comes with its open balances.':
    'Si cada contacto viene con sus saldos pendientes.',
  'Adds up to ten received CFDI that may support it.':
    'Agrega los CFDI recibidos que pueden ampararlo, a lo más diez.',
  'Adds the totals and series of the compared days.':
    'Agrega los totales y las series de los días con los que se compara.',
  'Dimension of the groups.': 'Dimensión de los grupos.',
  'Number of groups, 1 to 50; one more group has the rest.':
    'Número de grupos, de 1 a 50; un grupo más tiene el resto.',
  'Contributors of each list; the others are added up in one.':
    'Contrapartes de cada lista; las demás se suman en una.',
  'A statement has one currency; MXN if absent.':
    'Un estado de cuenta tiene una sola moneda; MXN si está ausente.',

  'The file: `xml`, `pdf`, `ticket` or `payment`.':
    'El archivo: `xml`, `pdf`, `ticket` o `payment`.',
  '`link`: the answer is a link to the file instead of the file.':
    '`link`: la respuesta es un enlace al archivo en vez del archivo.',
  'Language of the labels; the customer’s `documentLanguage` if absent.':
    'Idioma de las etiquetas; el `documentLanguage` del cliente si está ausente.',
  'Language of the file; default: the contact’s `documentLanguage`.':
    'Idioma del archivo; el `documentLanguage` del contacto si está ausente.',
  'csv returns all matching requests, without pages.':
    'csv trae todas las solicitudes que cumplen los filtros, sin páginas.',
  'The files have all lines of the period, at most 2,000.':
    'Los archivos traen todos los renglones del periodo, a lo más 2,000.',
  'csv, xlsx: all rows. bank: the bank payment file of the stamped rows, as CSV.':
    'csv, xlsx: todos los recibos. bank: el archivo de dispersión bancaria de los recibos timbrados, como CSV.',
  'csv and xlsx have a row for each interval, or for each group in each interval; without `limit` every group has one, at most 300,000 rows. pdf has charts; it needs the fiscal profile.':
    'csv y xlsx traen un renglón por intervalo, o por grupo en cada intervalo; sin `limit` cada grupo tiene el suyo, a lo más 300,000 renglones. pdf trae gráficas; requiere el perfil fiscal.',
  'csv and xlsx have a row for each interval, or for each group in each interval, with the open balance at its end; without `limit` every customer has one, at most 5,000 in an interval and 300,000 rows. pdf has charts; it needs the fiscal profile.':
    'csv y xlsx traen un renglón por intervalo, o por grupo en cada intervalo, con el saldo pendiente al final; sin `limit` cada cliente tiene el suyo, a lo más 5,000 por intervalo y 300,000 renglones. pdf trae gráficas; requiere el perfil fiscal.',
};
