import { cementToVeracruz } from './carta-porte';
import { creditNote, income, incomeOfPerson, item, type Golden, type Receivers } from './draft';

const sat = 'http://www.sat.gob.mx/';

/** The namespaces of the complements that are given as XML, keyed by the prefix of the SAT. */
const namespaces: Readonly<Record<string, string>> = {
  aerolineas: `${sat}aerolineas`,
  consumodecombustibles11: `${sat}ConsumoDeCombustibles11`,
  decreto: `${sat}renovacionysustitucionvehiculos`,
  destruccion: `${sat}certificadodestruccion`,
  detallista: `${sat}detallista`,
  divisas: `${sat}divisas`,
  ecc12: `${sat}EstadoDeCuentaCombustible12`,
  gceh: `${sat}GastosHidrocarburos10`,
  ieeh: `${sat}IngresosHidrocarburos10`,
  obrasarte: `${sat}arteantiguedades`,
  pagoenespecie: `${sat}pagoenespecie`,
  pfic: `${sat}pfic`,
  registrofiscal: `${sat}registrofiscal`,
  servicioparcial: `${sat}servicioparcialconstruccion`,
  tpe: `${sat}TuristaPasajeroExtranjero`,
  valesdedespensa: `${sat}valesdedespensa`,
  ventavehiculos: `${sat}ventavehiculos`,
};

/** The complement as a client sends it: its element declares its namespace. */
const sent = (xml: string) => [
  {
    xml: xml.replace(
      /^<(([^:]+):\w+)/,
      (_, name: string, prefix: string) => `<${name} xmlns:${prefix}="${namespaces[prefix] ?? ''}"`,
    ),
  },
];

/** @param draft makes the document of the items, with what is added to it */
const golden = (
  says: string,
  xml: string,
  printed: string,
  items: object[],
  draft: (items: object[], changes?: object) => (receivers: Receivers) => object = income,
  changes: object = {},
): Golden => ({
  field: 'complements',
  says,
  draft: draft(items, { complements: sent(xml), ...changes }),
  xml,
  printed,
});

const exempt = { taxability: 'exempt', taxRate: undefined };

const flight = [item('Vuelo MTY - VER', '78111502', { unitPrice: 3_450 })];
const flights: readonly Golden[] = [
  golden(
    'a flight with the charge of the airport',
    '<aerolineas:Aerolineas Version="1.0" TUA="589.32"/>',
    '589.32',
    flight,
  ),
  golden(
    'a flight with two other charges',
    '<aerolineas:Aerolineas Version="1.0" TUA="589.32"><aerolineas:OtrosCargos TotalCargos="410.50">' +
      '<aerolineas:Cargo CodigoCargo="YQ" Importe="310.50"/>' +
      '<aerolineas:Cargo CodigoCargo="EQUIPAJE" Importe="100"/></aerolineas:OtrosCargos></aerolineas:Aerolineas>',
    'EQUIPAJE',
    flight,
    incomeOfPerson,
  ),
  golden(
    'the credit of a flight that was not flown',
    '<aerolineas:Aerolineas Version="1.0" TUA="0"><aerolineas:OtrosCargos TotalCargos="25.123456">' +
      '<aerolineas:Cargo CodigoCargo="XD" Importe="25.123456"/></aerolineas:OtrosCargos></aerolineas:Aerolineas>',
    '25.123456',
    flight,
    creditNote,
  ),
];

const cardFee = [item('Comisión de monedero electrónico', '84141600', { unitPrice: 350 })];

const consumed = (identifier: string, fuel: string, amount: string, tax: string) =>
  `<consumodecombustibles11:ConceptoConsumoDeCombustibles identificador="${identifier}" fecha="2026-11-20T10:00:00"` +
  ` rfc="CACX7605101P8" claveEstacion="0000012345" ${fuel} folioOperacion="OP-${identifier}" ${amount}>` +
  `<consumodecombustibles11:Determinados>${tax}</consumodecombustibles11:Determinados>` +
  '</consumodecombustibles11:ConceptoConsumoDeCombustibles>';
const consumedTax = (tax: string, rate: string, amount: string) =>
  `<consumodecombustibles11:Determinado impuesto="${tax}" tasaOCuota="${rate}" importe="${amount}"/>`;
const consumption = (attributes: string, ...lines: string[]) =>
  `<consumodecombustibles11:ConsumoDeCombustibles version="1.1" tipoOperacion="monedero electrónico" ${attributes}>` +
  `<consumodecombustibles11:Conceptos>${lines.join('')}</consumodecombustibles11:Conceptos>` +
  '</consumodecombustibles11:ConsumoDeCombustibles>';
const magna = 'tipoCombustible="1" cantidad="40.000" nombreCombustible="Gasolina regular"';
const diesel = 'tipoCombustible="3" cantidad="120.500" nombreCombustible="Diésel"';
const consumptions: readonly Golden[] = [
  golden(
    'gasoline that a card paid',
    consumption(
      'numeroDeCuenta="4000123400005678" total="923.20"',
      consumed(
        'T-7',
        magna,
        'valorUnitario="19.90" importe="796.00"',
        consumedTax('IVA', '0.160000', '127.20'),
      ),
    ),
    '4000123400005678',
    cardFee,
  ),
  golden(
    'diesel with IVA and IEPS, with its subtotal',
    consumption(
      'numeroDeCuenta="4000123400005678" subTotal="2651.00" total="3156.20"',
      consumed(
        'T-8',
        diesel,
        'valorUnitario="22.00" importe="2651.00"',
        consumedTax('IVA', '0.160000', '424.16') + consumedTax('IEPS', '0.672500', '81.04'),
      ),
    ),
    'OP-T-8',
    cardFee,
    incomeOfPerson,
  ),
  golden(
    'the fuel of two vehicles',
    consumption(
      'numeroDeCuenta="FLOTILLA 12" total="3998.36"',
      consumed(
        'T-7',
        magna,
        'valorUnitario="19.90" importe="796.00"',
        consumedTax('IVA', '0.160000', '127.20'),
      ),
      consumed(
        'T-9',
        diesel,
        'valorUnitario="22.00" importe="2651.00"',
        consumedTax('IVA', '0.160000', '424.16'),
      ),
    ),
    'FLOTILLA 12',
    cardFee,
  ),
];

const truck = [item('Camión nuevo', '25101500', { satUnitCode: 'H87', unitPrice: 890_000 })];
const newTruck =
  '<decreto:VehiculoNuvoSemEnajenadoFabAlPerm Año="2026" Modelo="T-800" NumPlacas="45AB7C" RFC="CACX7605101P8"/>';
const usedTruck = (serial: string) =>
  `PrecioVehUsado="120000" TipoVeh="02" Marca="MARCA DE PRUEBA" TipooClase="TRACTOCAMION" Año="2001" NumSerie="${serial}"` +
  ' NumPlacas="12XY3Z" NumFolTarjCir="TC-100"';
const renewals: readonly Golden[] = [
  golden(
    'a truck for which one old truck was given',
    '<decreto:renovacionysustitucionvehiculos Version="1.0" TipoDeDecreto="01"><decreto:DecretoRenovVehicular VehEnaj="01">' +
      `<decreto:VehiculosUsadosEnajenadoPermAlFab ${usedTruck('SERIE-001')} Foliofiscal="5a00000c-7a2b-4c3d-8e4f-abcdef00000c"/>` +
      `${newTruck}</decreto:DecretoRenovVehicular></decreto:renovacionysustitucionvehiculos>`,
    'SERIE-001',
    truck,
  ),
  golden(
    'a truck for which two old trucks were given, one of them imported',
    '<decreto:renovacionysustitucionvehiculos Version="1.0" TipoDeDecreto="01"><decreto:DecretoRenovVehicular VehEnaj="02">' +
      `<decreto:VehiculosUsadosEnajenadoPermAlFab ${usedTruck('SERIE-002')} Foliofiscal="5a00000c-7a2b-4c3d-8e4f-abcdef00000c"/>` +
      `<decreto:VehiculosUsadosEnajenadoPermAlFab ${usedTruck('SERIE-003')} NumPedIm="26  48  3009  6001234"` +
      ' Aduana="Nuevo Laredo" FechaRegulVeh="2011-03-01" Foliofiscal="5a00000c-7a2b-4c3d-8e4f-abcdef00000d"/>' +
      '<decreto:VehiculoNuvoSemEnajenadoFabAlPerm Año="2026" NumPlacas="45AB7C"/>' +
      '</decreto:DecretoRenovVehicular></decreto:renovacionysustitucionvehiculos>',
    'SERIE-003',
    truck,
  ),
  golden(
    'a truck in place of one whose papers were put in order',
    '<decreto:renovacionysustitucionvehiculos Version="1.0" TipoDeDecreto="02"><decreto:DecretoSustitVehicular VehEnaj="01">' +
      `<decreto:VehiculoUsadoEnajenadoPermAlFab ${usedTruck('SERIE-004')} NumFolAvisoint="AV-1" NumPedIm="26  48  3009  6001234"` +
      ' Aduana="Nuevo Laredo" FechaRegulVeh="2011-03-01" Foliofiscal="5a00000c-7a2b-4c3d-8e4f-abcdef00000c"/>' +
      `${newTruck}</decreto:DecretoSustitVehicular></decreto:renovacionysustitucionvehiculos>`,
    'AV-1',
    truck,
    incomeOfPerson,
  ),
];

const scrap = [item('Destrucción de vehículo', '11191606', { satUnitCode: 'H87' })];
const destroyed = (series: string, vehicle: string, customs = '') =>
  `<destruccion:certificadodedestruccion Version="1.0" Serie="SERIE ${series}" NumFolDesVeh="FD-${series}-1">` +
  `<destruccion:VehiculoDestruido Marca="MARCA DE PRUEBA" TipooClase="AUTOBUS" Año="1998" ${vehicle}` +
  ` NumPlacas="12XY3Z" NumFolTarjCir="TC-100"/>${customs}</destruccion:certificadodedestruccion>`;
const destructions: readonly Golden[] = [
  golden(
    'a bus that was destroyed',
    destroyed('A', 'NIV="3ABCD12E3WM000001"'),
    '3ABCD12E3WM000001',
    scrap,
  ),
  golden(
    'a bus with a model and a serial number',
    destroyed('C', 'Modelo="B-12" NumSerie="SERIE-005"'),
    'SERIE-005',
    scrap,
    incomeOfPerson,
  ),
  golden(
    'a bus that was imported',
    destroyed(
      'E',
      'NumSerie="SERIE-006"',
      '<destruccion:InformacionAduanera NumPedImp="26  48  3009  6001234" Fecha="1999-05-01" Aduana="Nuevo Laredo"/>',
    ),
    '26 48 3009 6001234',
    scrap,
  ),
];

const crates = [item('Refresco', '50202306', { satUnitCode: 'XBX', quantity: 40, unitPrice: 180 })];
const retail = (content: string) =>
  `<detallista:detallista type="SimpleInvoiceType" contentVersion="1.3.1" documentStructureVersion="AMC8.1" documentStatus="ORIGINAL">${content}</detallista:detallista>`;
const retailHead = (order: string) =>
  '<detallista:requestForPaymentIdentification><detallista:entityType>INVOICE</detallista:entityType></detallista:requestForPaymentIdentification>' +
  `<detallista:specialInstruction code="ZZZ"><detallista:text>SIETE MIL DOSCIENTOS PESOS</detallista:text></detallista:specialInstruction>` +
  `<detallista:orderIdentification><detallista:referenceIdentification type="ON">${order}</detallista:referenceIdentification>` +
  '<detallista:ReferenceDate>2026-11-20</detallista:ReferenceDate></detallista:orderIdentification>' +
  '<detallista:AdditionalInformation><detallista:referenceIdentification type="ATZ">AUT-9</detallista:referenceIdentification></detallista:AdditionalInformation>';
const retailBuyer = '<detallista:buyer><detallista:gln>7504000107903</detallista:gln>';
const retailLine = (number: number, extra = '') =>
  `<detallista:lineItem type="SimpleInvoiceLineItemType" number="${number}">` +
  '<detallista:tradeItemIdentification><detallista:gtin>7501055300075</detallista:gtin></detallista:tradeItemIdentification>' +
  '<detallista:alternateTradeItemIdentification type="BUYER_ASSIGNED">SKU-1</detallista:alternateTradeItemIdentification>' +
  '<detallista:tradeItemDescriptionInformation language="ES"><detallista:longText>Refresco de cola 600 ml &amp; más</detallista:longText></detallista:tradeItemDescriptionInformation>' +
  '<detallista:invoicedQuantity unitOfMeasure="CA">40</detallista:invoicedQuantity>' +
  `<detallista:grossPrice><detallista:Amount>180.00</detallista:Amount></detallista:grossPrice>${extra}` +
  '<detallista:totalLineAmount><detallista:netAmount><detallista:Amount>7200.00</detallista:Amount></detallista:netAmount></detallista:totalLineAmount></detallista:lineItem>';
const retailSeller =
  '<detallista:seller><detallista:gln>0007504000103</detallista:gln>' +
  '<detallista:alternatePartyIdentification type="SELLER_ASSIGNED_IDENTIFIER_FOR_A_PARTY">PROV-77</detallista:alternatePartyIdentification></detallista:seller>';
const supermarkets: readonly Golden[] = [
  golden(
    'a supermarket, with what the schema demands only',
    '<detallista:detallista documentStructureVersion="AMC8.1" documentStatus="COPY">' +
      `${retailHead('OC-1')}${retailBuyer}</detallista:buyer></detallista:detallista>`,
    'OC-1',
    crates,
  ),
  golden(
    'a supermarket with its order, seller, line and total',
    retail(
      `${retailHead('OC-2')}${retailBuyer}<detallista:contactInformation><detallista:personOrDepartmentName>` +
        '<detallista:text>COMPRAS</detallista:text></detallista:personOrDepartmentName></detallista:contactInformation></detallista:buyer>' +
        `${retailSeller}${retailLine(1)}<detallista:totalAmount><detallista:Amount>7200.00</detallista:Amount></detallista:totalAmount>`,
    ),
    'PROV-77',
    crates,
  ),
  golden(
    'a supermarket with terms of payment, discounts, pallets and lots',
    retail(
      `${retailHead('OC-3')}<detallista:DeliveryNote><detallista:referenceIdentification>REM-5</detallista:referenceIdentification></detallista:DeliveryNote>` +
        `${retailBuyer}</detallista:buyer>${retailSeller}` +
        '<detallista:shipTo><detallista:gln>7504000107911</detallista:gln><detallista:nameAndAddress><detallista:name>CEDIS NORTE</detallista:name>' +
        '<detallista:city>Monterrey</detallista:city></detallista:nameAndAddress></detallista:shipTo>' +
        '<detallista:currency currencyISOCode="MXN"><detallista:currencyFunction>BILLING_CURRENCY</detallista:currencyFunction>' +
        '<detallista:rateOfChange>1.0</detallista:rateOfChange></detallista:currency>' +
        '<detallista:paymentTerms paymentTermsEvent="DATE_OF_INVOICE" PaymentTermsRelationTime="REFERENCE_AFTER">' +
        '<detallista:netPayment netPaymentTermsType="BASIC_NET"><detallista:paymentTimePeriod><detallista:timePeriodDue timePeriod="DAYS">' +
        '<detallista:value>30</detallista:value></detallista:timePeriodDue></detallista:paymentTimePeriod></detallista:netPayment></detallista:paymentTerms>' +
        '<detallista:allowanceCharge allowanceChargeType="ALLOWANCE_GLOBAL" settlementType="OFF_INVOICE" sequenceNumber="1">' +
        '<detallista:specialServicesType>TD</detallista:specialServicesType><detallista:monetaryAmountOrPercentage>' +
        '<detallista:rate base="INVOICE_VALUE"><detallista:percentage>2.5</detallista:percentage></detallista:rate>' +
        '</detallista:monetaryAmountOrPercentage></detallista:allowanceCharge>' +
        retailLine(
          1,
          '<detallista:palletInformation><detallista:palletQuantity>2</detallista:palletQuantity>' +
            '<detallista:description type="PALLET_80x100">Tarima</detallista:description><detallista:transport>' +
            '<detallista:methodOfPayment>PREPAID_BY_SELLER</detallista:methodOfPayment></detallista:transport></detallista:palletInformation>' +
            '<detallista:extendedAttributes><detallista:lotNumber productionDate="2026-10-01">LOTE-8</detallista:lotNumber></detallista:extendedAttributes>',
        ) +
        retailLine(2) +
        '<detallista:totalAmount><detallista:Amount>14400.00</detallista:Amount></detallista:totalAmount>' +
        '<detallista:TotalAllowanceCharge allowanceOrChargeType="ALLOWANCE"><detallista:specialServicesType>TD</detallista:specialServicesType>' +
        '<detallista:Amount>360.00</detallista:Amount></detallista:TotalAllowanceCharge>',
    ),
    'LOTE-8',
    [...crates, ...crates],
  ),
];

const dollars = (description: string) => [
  item(description, '84121605', { unitPrice: 18_451.2, ...exempt }),
];
const currencies: readonly Golden[] = [
  golden(
    'a bank sells dollars',
    '<divisas:Divisas version="1.0" tipoOperacion="venta"/>',
    'venta',
    dollars('Venta de 1,000 USD'),
  ),
  golden(
    'a currency exchange buys dollars of a person',
    '<divisas:Divisas version="1.0" tipoOperacion="compra"/>',
    'compra',
    dollars('Compra de 1,000 USD'),
    incomeOfPerson,
  ),
  golden(
    'a sale of euros is credited, with a legend',
    '<divisas:Divisas version="1.0" tipoOperacion="venta"/>',
    'Operación cancelada',
    dollars('Venta de 900 EUR'),
    creditNote,
    { legends: [{ text: 'Operación cancelada' }] },
  ),
];

const statementLine = (identifier: string, attributes: string, taxes: string) =>
  `<ecc12:ConceptoEstadoDeCuentaCombustible Identificador="${identifier}" Fecha="2026-11-20T10:00:00" Rfc="URE180429TM6"` +
  ` ClaveEstacion="E12345" ${attributes}><ecc12:Traslados>${taxes}</ecc12:Traslados></ecc12:ConceptoEstadoDeCuentaCombustible>`;
const statementTax = (tax: string, rate: string, amount: string) =>
  `<ecc12:Traslado Impuesto="${tax}" TasaOCuota="${rate}" Importe="${amount}"/>`;
const statement = (account: string, sums: string, ...lines: string[]) =>
  `<ecc12:EstadoDeCuentaCombustible Version="1.2" TipoOperacion="Tarjeta" NumeroDeCuenta="${account}" ${sums}>` +
  `<ecc12:Conceptos>${lines.join('')}</ecc12:Conceptos></ecc12:EstadoDeCuentaCombustible>`;
const litresOfMagna =
  'Cantidad="40.000" TipoCombustible="1" Unidad="Litro" NombreCombustible="Gasolina regular" FolioOperacion="OP-7" ValorUnitario="19.900" Importe="796.00"';
const litresOfDiesel =
  'Cantidad="120.5" TipoCombustible="3" NombreCombustible="Diésel" FolioOperacion="OP-8" ValorUnitario="22.0" Importe="2651.00"';
const statements: readonly Golden[] = [
  golden(
    'the statement of a card with one purchase',
    statement(
      'EC-1',
      'SubTotal="796.00" Total="923.36"',
      statementLine('T-7', litresOfMagna, statementTax('IVA', '0.160000', '127.36')),
    ),
    'EC-1',
    cardFee,
  ),
  golden(
    'the statement of a fleet',
    statement(
      'EC-2',
      'SubTotal="3447.00" Total="3998.52"',
      statementLine('T-7', litresOfMagna, statementTax('IVA', '0.160000', '127.36')),
      statementLine('T-8', litresOfDiesel, statementTax('IVA', '0.160000', '424.16')),
    ),
    'OP-8',
    cardFee,
    incomeOfPerson,
  ),
  golden(
    'the statement of diesel with IVA and IEPS',
    statement(
      'EC-3',
      'SubTotal="2651.00" Total="3156.20"',
      statementLine(
        'T-8',
        litresOfDiesel,
        statementTax('IVA', '0.160000', '424.16') + statementTax('IEPS', '0.672500', '81.04'),
      ),
    ),
    '0.672500',
    cardFee,
  ),
];

const wells = [item('Servicios de perforación', '71121600', { unitPrice: 2_500_000 })];
const uuid = '5a00000c-7a2b-4c3d-8e4f-abcdef00000c';
const spent = (kind: string, percentage: string, content: string) =>
  `<gceh:Erogacion TipoErogacion="${kind}" MontocuErogacion="2500000.00" Porcentaje="${percentage}">${content}</gceh:Erogacion>`;
const spending = (attributes: string, ...content: string[]) =>
  `<gceh:GastosHidrocarburos Version="1.0" ${attributes}>${content.join('')}</gceh:GastosHidrocarburos>`;
const nationalDocument =
  `<gceh:DocumentoRelacionado OrigenErogacion="Nacional" FolioFiscalVinculado="${uuid}" RFCProveedor="URE180429TM6"` +
  ' MontoTotalIVA="400000.00" FechaFolioFiscalVinculado="2026-10-31" Mes="10" MontoTotalErogaciones="2900000.00"/>';
const foreignDocument =
  '<gceh:DocumentoRelacionado OrigenErogacion="Extranjero" NumeroPedimentoVinculado="26  48  3009  6001234" ClavePedimentoVinculado="A1"' +
  ' ClavePagoPedimentoVinculado="00" MontoIVAPedimento="16000.00" Mes="11" MontoTotalErogaciones="116000.00"/>';
const expenses: readonly Golden[] = [
  golden(
    'the operator of a contract states a cost',
    spending('NumeroContrato="CNH-R01-L01-A2/2015"', spent('Costo', '40.000', nationalDocument)),
    'CNH-R01-L01-A2/2015',
    wells,
  ),
  golden(
    'the operator states an investment with its activities and wells',
    spending(
      'NumeroContrato="CNH-R02" AreaContractual="AREA 7"',
      spent(
        'Inversión',
        '99.999',
        `${nationalDocument}<gceh:Actividades ActividadRelacionada="01"><gceh:SubActividades SubActividadRelacionada="001">` +
          '<gceh:Tareas TareaRelacionada="0001"/></gceh:SubActividades></gceh:Actividades>' +
          '<gceh:CentroCostos Campo="CAMPO 1"><gceh:Yacimientos Yacimiento="YACIMIENTO 1"><gceh:Pozos Pozo="POZO 1A"/></gceh:Yacimientos></gceh:CentroCostos>',
      ),
    ),
    'POZO 1A',
    wells,
  ),
  golden(
    'the operator states expenses of the country and of imported goods',
    spending(
      'NumeroContrato="CNH-R03"',
      spent('Gasto', '0.001', nationalDocument),
      spent('Costo', '12.5', foreignDocument),
    ),
    '26 48 3009 6001234',
    wells,
    creditNote,
  ),
];

const oil = [item('Contraprestación del operador', '71121600', { unitPrice: 1_000_000 })];
const earned = (contract: string, attributes: string, ...months: string[]) =>
  `<ieeh:IngresosHidrocarburos Version="1.0" NumeroContrato="${contract}" ${attributes}>` +
  months
    .map(
      (month) =>
        `<ieeh:DocumentoRelacionado FolioFiscalVinculado="${uuid}" FechaFolioFiscalVinculado="2026-${month}-28" Mes="${month}"/>`,
    )
    .join('') +
  '</ieeh:IngresosHidrocarburos>';
const earnings: readonly Golden[] = [
  golden(
    'a partner of a consortium is paid for one month',
    earned('CNH-R01', 'ContraprestacionPagadaOperador="1000000.00" Porcentaje="100.000"', '10'),
    'CNH-R01',
    oil,
  ),
  golden(
    'a partner is paid for two months',
    earned('CNH-R02', 'ContraprestacionPagadaOperador="1000000" Porcentaje="33.333"', '09', '10'),
    '33.333',
    oil,
  ),
  golden(
    'a payment to a partner is credited',
    earned('CNH-R03', 'ContraprestacionPagadaOperador="0.01" Porcentaje="0.001"', '11'),
    'CNH-R03',
    oil,
    creditNote,
  ),
];

const art = [item('Escultura', '60121002', { satUnitCode: 'H87', unitPrice: 45_000 })];
const works: readonly Golden[] = [
  golden(
    'a gallery sells a painting that it bought',
    '<obrasarte:obrasarteantiguedades Version="1.0" TipoBien="01" TituloAdquirido="01" Subtotal="30000.00" IVA="4800.00"' +
      ' FechaAdquisicion="2020-01-15" CaracterísticasDeObraoPieza="01"/>',
    '2020-01-15',
    art,
  ),
  golden(
    'an antique that was inherited',
    '<obrasarte:obrasarteantiguedades Version="1.0" TipoBien="03" TituloAdquirido="03" FechaAdquisicion="1987-06-30"' +
      ' CaracterísticasDeObraoPieza="07"/>',
    '1987-06-30',
    art,
    incomeOfPerson,
  ),
  golden(
    'a good and a title that the catalogue does not name',
    '<obrasarte:obrasarteantiguedades Version="1.0" TipoBien="04" OtrosTipoBien="Retablo &quot;exvoto&quot;" TituloAdquirido="05"' +
      ' OtrosTituloAdquirido="Prescripción" FechaAdquisicion="2001-12-01" CaracterísticasDeObraoPieza="04"/>',
    'Prescripción',
    art,
  ),
];

const given = (folio: string, piece: string) =>
  `<pagoenespecie:PagoEnEspecie Version="1.0" CvePIC="CAX760510AAA-20260115-001" FolioSolDon="PE-26-${folio}" ${piece}/>`;
const inKind: readonly Golden[] = [
  golden(
    'a museum receives a painting as payment of taxes',
    given(
      '00001',
      'PzaArtNombre="Amanecer" PzaArtTecn="Óleo sobre tela" PzaArtAProd="2019" PzaArtDim="120 x 80 cm"',
    ),
    'Amanecer',
    art,
  ),
  golden(
    'a museum receives a sculpture of a person',
    given(
      '00002',
      'PzaArtNombre="Sin título" PzaArtTecn="Bronce" PzaArtAProd="1978" PzaArtDim="1.8 m"',
    ),
    'Bronce',
    art,
    incomeOfPerson,
  ),
  golden(
    'a museum receives a print whose name has signs',
    given(
      '99999',
      'PzaArtNombre="Luz &amp; sombra &lt;II&gt;" PzaArtTecn="Grabado" PzaArtAProd="2025" PzaArtDim="30 x 40 cm"',
    ),
    'Luz & sombra <II>',
    art,
  ),
];

const coordinated: readonly Golden[] = [
  golden(
    'a coordinator invoices for a member with one vehicle',
    '<pfic:PFintegranteCoordinado version="1.0" ClaveVehicular="0123456" Placa="45AB7C"/>',
    '45AB7C',
    [item('Transporte de personal', '78111802')],
  ),
  golden(
    'a coordinator names its member',
    '<pfic:PFintegranteCoordinado version="1.0" ClaveVehicular="0123456" Placa="46AB7C" RFCPF="CACX7605101P8"/>',
    'CACX7605101P8',
    [item('Transporte de personal', '78111802')],
    incomeOfPerson,
  ),
  golden(
    'a coordinator moves goods with a Carta Porte',
    '<pfic:PFintegranteCoordinado version="1.0" ClaveVehicular="0654321" Placa="ABC1234" RFCPF="CACX7605101P8"/>',
    '0654321',
    [item('Flete', '78101802', { withholdings: [{ type: 'IVA', rate: 0.04 }] })],
    income,
    { cartaPorte: cementToVeracruz },
  ),
];

const crops = [item('Venta de jitomate', '50406500', { satUnitCode: 'KGM', quantity: 100 })];
const registered = (folio: string) =>
  `<registrofiscal:CFDIRegistroFiscal Version="1.0" Folio="${folio}"/>`;
const registers: readonly Golden[] = [
  golden(
    'a sale through the register of the SAT',
    registered('0000000000000001'),
    '0000000000000001',
    crops,
  ),
  golden(
    'a sale to a person through the register',
    registered('2026113000000002'),
    '2026113000000002',
    crops,
    incomeOfPerson,
  ),
  golden(
    'a credit note of a sale through the register, with a legend',
    registered('9999999999999999'),
    '9999999999999999',
    crops,
    creditNote,
    { legends: [{ text: 'Devolución' }] },
  ),
];

const building = (changes: object = {}) => [
  item('Construcción de vivienda', '72111000', { unitPrice: 350_000, ...exempt, ...changes }),
];
const partial = (license: string, address: string) =>
  `<servicioparcial:parcialesconstruccion Version="1.0" NumPerLicoAut="${license}"><servicioparcial:Inmueble ${address}/></servicioparcial:parcialesconstruccion>`;
const constructions: readonly Golden[] = [
  golden(
    'partial services of a dwelling without IVA',
    partial(
      'LIC-2026-0001',
      'Calle="Avenida Norte" Municipio="Monterrey" Estado="19" CodigoPostal="64000"',
    ),
    'LIC-2026-0001',
    building(),
  ),
  golden(
    'partial services of a house with its whole address',
    partial(
      'LIC-2',
      'Calle="Calle Puerto" NoExterior="12" NoInterior="B" Colonia="Centro" Localidad="Veracruz" Referencia="Junto al faro"' +
        ' Municipio="Veracruz" Estado="30" CodigoPostal="91700"',
    ),
    'Junto al faro',
    building(),
    incomeOfPerson,
  ),
  golden(
    'partial services beside work that is taxed',
    partial(
      'AUT-7',
      'Calle="Reforma" Municipio="Cuauhtémoc" Estado="09" CodigoPostal="06600" Referencia="Torre 2"',
    ),
    'Torre 2',
    [...building(), item('Barda', '72111001', { unitPrice: 20_000 })],
  ),
];

const lodging = [item('Hospedaje', '90111501', { unitPrice: 2_400 })];
const tourist = (attributes: string, transit: string) =>
  `<tpe:TuristaPasajeroExtranjero version="1.0" ${attributes}><tpe:datosTransito ${transit}/></tpe:TuristaPasajeroExtranjero>`;
const tourists: readonly Golden[] = [
  golden(
    'a tourist who came by air',
    tourist(
      'fechadeTransito="2026-11-20T18:45:00" tipoTransito="Arribo"',
      'Via="Aérea" TipoId="Pasaporte" NumeroId="X1234567" Nacionalidad="Canadiense" EmpresaTransporte="AEROLINEA DE PRUEBA" IdTransporte="AP 101"',
    ),
    'X1234567',
    lodging,
  ),
  golden(
    'a tourist who leaves by sea',
    tourist(
      'fechadeTransito="2026-11-28T09:00:00" tipoTransito="Salida"',
      'Via="Marítima" TipoId="Pasaporte" NumeroId="D7654321" Nacionalidad="Alemana" EmpresaTransporte="NAVIERA DE PRUEBA"',
    ),
    'NAVIERA DE PRUEBA',
    [item('Recuerdos', '60121001', { satUnitCode: 'H87', unitPrice: 900 })],
    incomeOfPerson,
  ),
  golden(
    'a tourist who leaves by land, whose purchase is credited',
    tourist(
      'fechadeTransito="2026-11-29T23:59:59" tipoTransito="Salida"',
      'Via="Terrestre" TipoId="Tarjeta de pasaporte" NumeroId="C03005988" Nacionalidad="Estadounidense" EmpresaTransporte="AUTOBUSES DE PRUEBA"',
    ),
    'C03005988',
    lodging,
    creditNote,
  ),
];

const voucher = (identifier: string, name: string, changes = '') =>
  `<valesdedespensa:Concepto identificador="${identifier}" fecha="2026-11-15T00:00:00" rfc="CACX7605101P8" curp="CACX760510MGTSHC04"` +
  ` nombre="${name}" ${changes}importe="1200.00"/>`;
const vouchers = (account: string, total: string, ...lines: string[]) =>
  `<valesdedespensa:ValesDeDespensa version="1.0" tipoOperacion="monedero electrónico" ${account} total="${total}">` +
  `<valesdedespensa:Conceptos>${lines.join('')}</valesdedespensa:Conceptos></valesdedespensa:ValesDeDespensa>`;
const pantry: readonly Golden[] = [
  golden(
    'the vouchers of one employee',
    vouchers('numeroDeCuenta="VD-1"', '1200.00', voucher('1', 'XOCHILT CASAS')),
    'XOCHILT CASAS',
    cardFee,
  ),
  golden(
    'the vouchers of two employees with their social security',
    vouchers(
      'registroPatronal="A1234567890" numeroDeCuenta="VD-2"',
      '2400.00',
      voucher('1', 'XOCHILT CASAS', 'numSeguridadSocial="12345678901" '),
      voucher('2', 'ANA LUZ GÓMEZ', 'numSeguridadSocial="10987654321" '),
    ),
    'A1234567890',
    cardFee,
  ),
  golden(
    'vouchers that came back',
    vouchers('numeroDeCuenta="VD-3"', '1200.00', voucher('3', 'LUIS GÓMEZ')),
    'VD-3',
    cardFee,
    creditNote,
  ),
];

/** The invoice of a new car, whose complement is part of its item. */
const newCar = (says: string, attributes: string, content: string, printed: string): Golden => {
  const head = `<ventavehiculos:VentaVehiculos version="1.1" ${attributes}`;
  const xml = content === '' ? `${head}/>` : `${head}>${content}</ventavehiculos:VentaVehiculos>`;
  const car = { satUnitCode: 'H87', unitPrice: 385_000, complements: sent(xml) };
  return {
    field: 'complements',
    says,
    draft: income([item('Automóvil nuevo', '25101503', car)]),
    xml: `<cfdi:ComplementoConcepto>${xml}</cfdi:ComplementoConcepto>`,
    printed,
  };
};
const customsOf = (element: string, number: string, office = '') =>
  `<ventavehiculos:${element} numero="${number}" fecha="2026-08-01"${office}/>`;
const newCars: readonly Golden[] = [
  newCar(
    'a new car of the country',
    'ClaveVehicular="0010101" Niv="3ABCD12E3TM000001"',
    '',
    '3ABCD12E3TM000001',
  ),
  newCar(
    'a new car that was imported',
    'ClaveVehicular="0010102" Niv="3ABCD12E3TM000002"',
    customsOf('InformacionAduanera', '26  16  3009  6000777', ' aduana="Manzanillo"'),
    'Manzanillo',
  ),
  newCar(
    'a new car with parts, one of them imported',
    'ClaveVehicular="0010103" Niv="3ABCD12E3TM000003"',
    '<ventavehiculos:Parte cantidad="1" unidad="Pieza" noIdentificacion="MOT-1" descripcion="Motor" valorUnitario="50000" importe="50000">' +
      `${customsOf('InformacionAduanera', '26  16  3009  6000778')}</ventavehiculos:Parte>` +
      '<ventavehiculos:Parte cantidad="4" descripcion="Llanta de repuesto"/>',
    'Llanta de repuesto',
  ),
];

/** The golden documents of the complements that the API takes as XML. */
export const rawComplements: readonly Golden[] = [
  ...flights,
  ...consumptions,
  ...renewals,
  ...destructions,
  ...supermarkets,
  ...currencies,
  ...statements,
  ...expenses,
  ...earnings,
  ...works,
  ...inKind,
  ...coordinated,
  ...registers,
  ...constructions,
  ...tourists,
  ...pantry,
  ...newCars,
];
