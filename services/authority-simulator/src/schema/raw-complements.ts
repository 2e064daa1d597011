/** The allowed kinds of special services in the complement detallista. */
const SERVICES =
  'AA|ABZ|ADO|ADS|ADT|AJ|CAC|COD|DA|DI|EAA|EAB|FA|FC|FG|FI|HD|PAD|PI|QD|RAA|SAB|TAE|TD|TS|TX|UM|VAB|ZZZ';

/*
 * The schemas of the complements that the API accepts only as XML, in the notation of `vocabularies.ts`,
 * with one vocabulary for each prefix. The schemas are the SAT's aerolineas.xsd,
 * consumodeCombustibles11.xsd with catCombustible.xsd, renovacionysustitucionvehiculos.xsd,
 * certificadodedestruccion.xsd, detallista.xsd, divisas.xsd, ecc12.xsd, GastosHidrocarburos10.xsd and
 * IngresosHidrocarburos.xsd with catHidrocarburos.xsd, obrasarteantiguedades.xsd, pagoenespecie.xsd,
 * pfic.xsd, cfdiregistrofiscal.xsd, servicioparcialconstruccion.xsd, TuristaPasajeroExtranjero.xsd,
 * valesdedespensa.xsd and ventavehiculos11.xsd, below http://www.sat.gob.mx/sitio_internet/cfd, in the
 * copies of github.com/phpcfdi/resources-sat-xml (2026-04-18), read 2026-11-30.
 */
export const RAW_COMPLEMENTS = {
  aerolineas: `
Aerolineas: Version!=_'1.0' TUA!=six
> OtrosCargos?
OtrosCargos: TotalCargos!=six
> Cargo+
Cargo: CodigoCargo!=_open8 Importe!=six
`,
  consumodecombustibles11: `
ConsumoDeCombustibles: version!='1.1' tipoOperacion!=wallet numeroDeCuenta!=some subTotal=local total!=local
> Conceptos
Conceptos:
> ConceptoConsumoDeCombustibles+
ConceptoConsumoDeCombustibles: identificador!=some fecha!=time rfc!=rfc claveEstacion!=open10 tipoCombustible!='1|2|3|4|5' cantidad!=exactLitres nombreCombustible!=open300 folioOperacion!=some valorUnitario!=local importe!=local
> Determinados
Determinados:
> Determinado+
Determinado: impuesto!='IVA|IEPS' tasaOCuota!=six importe!=local
`,
  decreto: `
renovacionysustitucionvehiculos: Version!='1.0' TipoDeDecreto!=_'01|02'
> DecretoRenovVehicular? DecretoSustitVehicular?
DecretoRenovVehicular: VehEnaj!=_'01|02'
> VehiculosUsadosEnajenadoPermAlFab+ VehiculoNuvoSemEnajenadoFabAlPerm
VehiculosUsadosEnajenadoPermAlFab: PrecioVehUsado!=six TipoVeh!=_'01|02|03|04|05|06|07|08' Marca!=open50 TipooClase!=open50 Año!=carYear Modelo=any NIV=open17 NumSerie=open17 NumPlacas!=open10 NumMotor=open17 NumFolTarjCir!=open40 NumPedIm=open40 Aduana=some FechaRegulVeh=anyDate Foliofiscal!=open36
VehiculoNuvoSemEnajenadoFabAlPerm: Año!=carYear Modelo=any NumPlacas!=open10 RFC=truckRfc
DecretoSustitVehicular: VehEnaj!=_'01|02'
> VehiculoUsadoEnajenadoPermAlFab VehiculoNuvoSemEnajenadoFabAlPerm
VehiculoUsadoEnajenadoPermAlFab: PrecioVehUsado!=six TipoVeh!=_'01|02|03|04|05|06' Marca!=open50 TipooClase!=open50 Año!=carYear Modelo=any NIV=open17 NumSerie=open17 NumPlacas!=open10 NumMotor=open17 NumFolTarjCir!=open40 NumFolAvisoint!=open20 NumPedIm!=open40 Aduana!=some FechaRegulVeh!=anyDate Foliofiscal!=open36
`,
  destruccion: `
certificadodedestruccion: Version!='1.0' Serie!=_certificateSeries NumFolDesVeh!=_open20
> VehiculoDestruido InformacionAduanera?
VehiculoDestruido: Marca!=open50 TipooClase!=open50 Año!=carYear Modelo=any NIV=open17 NumSerie=open17 NumPlacas!=open10 NumMotor=open17 NumFolTarjCir!=open40
InformacionAduanera: NumPedImp!=open40 Fecha!=anyDate Aduana!=some
`,
  detallista: `
detallista: type=_'SimpleInvoiceType' contentVersion=_'1.3.1' documentStructureVersion!=_'AMC8.1' documentStatus!='ORIGINAL|COPY|REEMPLAZA|DELETE'
> requestForPaymentIdentification specialInstruction{0-4} orderIdentification AdditionalInformation DeliveryNote? buyer seller? shipTo? InvoiceCreator? Customs* currency{0-3} paymentTerms? shipmentDetail? allowanceCharge{0-99} lineItem* totalAmount? TotalAllowanceCharge*
requestForPaymentIdentification:
> entityType
entityType: #='INVOICE|DEBIT_NOTE|CREDIT_NOTE|LEASE_RECEIPT|HONORARY_RECEIPT|PARTIAL_INVOICE|TRANSPORT_DOCUMENT|AUTO_INVOICE'
specialInstruction: code!='AAB|DUT|PUR|ZZZ' #=any
> text[instructionText]{1-15}
instructionText: #=_open255
orderIdentification:
> referenceIdentification[orderReference]{1-30} ReferenceDate?
orderReference: type!='ON' #=any
ReferenceDate: #=anyDate
AdditionalInformation:
> referenceIdentification[additionalReference]{1-99}
additionalReference: type!='AAE|CK|ACE|ATZ|DQ|IV|ON|AWR' #=any
DeliveryNote:
> referenceIdentification[noteReference]{1-30} ReferenceDate?
noteReference: #=_open35
buyer:
> gln contactInformation?
gln: #=_open13-13
contactInformation:
> personOrDepartmentName
personOrDepartmentName:
> text
text: #=_open35
seller:
> gln alternatePartyIdentification
alternatePartyIdentification: type!='SELLER_ASSIGNED_IDENTIFIER_FOR_A_PARTY|IEPS_REFERENCE' #=any
shipTo:
> gln? nameAndAddress[deliveryAddress]?
deliveryAddress:
> any name* streetAddressOne* city* postalCode*
name: #=_open35
streetAddressOne: #=_open35
city: #=_open35
postalCode: #=_open9
InvoiceCreator:
> gln? alternatePartyIdentification[creatorIdentification]? nameAndAddress?
creatorIdentification: type!='VA|IA' #=any
nameAndAddress:
> name? streetAddressOne? city? postalCode?
Customs:
> gln?
currency: currencyISOCode!='MXN|XEU|USD'
> currencyFunction{1-3} rateOfChange?
currencyFunction: #='BILLING_CURRENCY|PRICE_CURRENCY|PAYMENT_CURRENCY'
rateOfChange: #=number
paymentTerms: paymentTermsEvent='DATE_OF_INVOICE|EFFECTIVE_DATE' PaymentTermsRelationTime='REFERENCE_AFTER'
> netPayment? discountPayment?
netPayment: netPaymentTermsType!='BASIC_NET|END_OF_MONTH|BASIC_DISCOUNT_OFFERED'
> paymentTimePeriod?
paymentTimePeriod:
> timePeriodDue
timePeriodDue: timePeriod!='DAYS'
> value
value: #=_open5
discountPayment: discountType!='ALLOWANCE_BY_PAYMENT_ON_TIME|SANCTION'
> percentage
percentage: #=_open5
shipmentDetail:
allowanceCharge: allowanceChargeType!='ALLOWANCE_GLOBAL|CHARGE_GLOBAL' settlementType!='BILL_BACK|OFF_INVOICE' sequenceNumber=_open15
> specialServicesType[documentServicesType]? monetaryAmountOrPercentage?
documentServicesType: #='${SERVICES}|TZ'
monetaryAmountOrPercentage:
> rate?
rate: base!='INVOICE_VALUE'
> percentage[ratePercentage]
ratePercentage: #=number
lineItem: type=_open32 number=lineNumber
> tradeItemIdentification alternateTradeItemIdentification* tradeItemDescriptionInformation? invoicedQuantity aditionalQuantity* grossPrice? netPrice? AdditionalInformation[lineInformation]? Customs[lineCustoms]* LogisticUnits? palletInformation? extendedAttributes? allowanceCharge[lineAllowanceCharge]{0-99} tradeItemTaxInformation{0-99} totalLineAmount
tradeItemIdentification:
> gtin
gtin: #=_open14
alternateTradeItemIdentification: type!='BUYER_ASSIGNED|SUPPLIER_ASSIGNED|SERIAL_NUMBER|GLOBAL_TRADE_ITEM_IDENTIFICATION' #=any
tradeItemDescriptionInformation: language='ES|EN'
> longText
longText: #=_open35
invoicedQuantity: unitOfMeasure!=token #=number
aditionalQuantity: QuantityType!='NUM_CONSUMER_UNITS|FREE_GOODS' #=number
grossPrice:
> Amount
netPrice:
> Amount
Amount: #=number
lineInformation:
> referenceIdentification[orderReference]?
lineCustoms:
> any gln? alternatePartyIdentification[customsIdentification] ReferenceDate nameAndAddress[customsName]
customsIdentification: type!='TN' #=any
customsName:
> name
LogisticUnits:
> serialShippingContainerCode
serialShippingContainerCode: type!='BJ|SRV' #=any
palletInformation:
> any palletQuantity description transport
palletQuantity: #=_open15
description: type!='EXCHANGE_PALLETS|RETURN_PALLETS|PALLET_80x100|CASE|BOX' #=any
transport:
> methodOfPayment
methodOfPayment: #='PREPAID_BY_SELLER|PAID_BY_BUYER'
extendedAttributes:
> lotNumber{1-10}
lotNumber: productionDate=anyDate #=any
lineAllowanceCharge: allowanceChargeType!='ALLOWANCE_GLOBAL|CHARGE_GLOBAL' settlementType='OFF_INVOICE|CHARGE_TO_BE_PAID_BY_VENDOR|CHARGE_TO_BE_PAID_BY_CUSTOMER' sequenceNumber=_open15
> specialServicesType? monetaryAmountOrPercentage[lineAmountOrPercentage]
specialServicesType: #='${SERVICES}'
lineAmountOrPercentage:
> percentagePerUnit ratePerUnit?
percentagePerUnit: #=_open5
ratePerUnit:
> amountPerUnit
amountPerUnit: #=_open5
tradeItemTaxInformation:
> any taxTypeDescription referenceNumber? tradeItemTaxAmount? taxCategory?
taxTypeDescription: #='GST|VAT|LAC|AAA|ADD|FRE|LOC|STT|OTH'
referenceNumber: #=_open20
tradeItemTaxAmount:
> taxPercentage taxAmount
taxPercentage: #=number
taxAmount: #=number
taxCategory: #='TRANSFERIDO|RETENIDO'
totalLineAmount:
> grossAmount? netAmount
grossAmount:
> Amount
netAmount:
> Amount
totalAmount:
> Amount
TotalAllowanceCharge: allowanceOrChargeType!='ALLOWANCE|CHARGE'
> specialServicesType? Amount?
`,
  divisas: `
Divisas: version!=_'1.0' tipoOperacion!=_'compra|venta'
`,
  ecc12: `
EstadoDeCuentaCombustible: Version!='1.2' TipoOperacion!='Tarjeta' NumeroDeCuenta!=open50 SubTotal!=fuelAmount Total!=fuelAmount
> Conceptos
Conceptos:
> ConceptoEstadoDeCuentaCombustible+
ConceptoEstadoDeCuentaCombustible: Identificador!=some Fecha!=time Rfc!=rfc ClaveEstacion!=open10 Cantidad!=litres TipoCombustible!='1|2|3|4|5' Unidad=open25 NombreCombustible!=open300 FolioOperacion!=open50 ValorUnitario!=litres Importe!=fuelAmount
> Traslados
Traslados:
> Traslado+
Traslado: Impuesto!='IVA|IEPS' TasaOCuota!=six Importe!=fuelTax
`,
  gceh: `
GastosHidrocarburos: Version!='1.0' NumeroContrato!=text50 AreaContractual=text50
> Erogacion+
Erogacion: TipoErogacion!='Costo|Gasto|Inversión' MontocuErogacion!=importe Porcentaje!=expenseShare
> DocumentoRelacionado+ Actividades* CentroCostos*
DocumentoRelacionado: OrigenErogacion!=_'Nacional|Extranjero' FolioFiscalVinculado=uuid RFCProveedor=rfc MontoTotalIVA=importe MontoRetencionISR=importe MontoRetencionIVA=importe MontoRetencionOtrosImpuestos=importe NumeroPedimentoVinculado=pedimento ClavePedimentoVinculado='A1|A3|C1|D1|GC|K1|L1|P1|S2|T1|VF|VU|V1|V2|V5|V6|V7|V9|VD|AD|AJ|BA|BB|BC|BD|BE|BF|BH|BI|BM|BO|BP|BR|H1|H8|I1|F4|F5|IN|AF|RT|A4|E1|E2|G1|C3|K2|A5|E3|E4|G2|K3|F2|F3|V3|V4|F8|F9|G6|G7|V8|M1|M2|J3|G8|M3|M4|M5|J4|T3|T6|T7|T9|R1|CT' ClavePagoPedimentoVinculado='00|02|04|05|06|07|08|09|10|11|12|13|14|15|16|18|19|20|21|22' MontoIVAPedimento=importe OtrosImpuestosPagadosPedimento=importe FechaFolioFiscalVinculado=day Mes!=month MontoTotalErogaciones!=importe
Actividades: ActividadRelacionada='01|02|03|04|05'
> SubActividades*
SubActividades: SubActividadRelacionada=subActivity
> Tareas*
Tareas: TareaRelacionada=task
CentroCostos: Campo=text50
> Yacimientos*
Yacimientos: Yacimiento=text50
> Pozos*
Pozos: Pozo=text50
`,
  ieeh: `
IngresosHidrocarburos: Version!='1.0' NumeroContrato!=text50 ContraprestacionPagadaOperador!=importe Porcentaje!=incomeShare
> DocumentoRelacionado+
DocumentoRelacionado: FolioFiscalVinculado!=uuid FechaFolioFiscalVinculado!=day Mes!=month
`,
  obrasarte: `
obrasarteantiguedades: Version!=_'1.0' TipoBien!=_'01|02|03|04' OtrosTipoBien=_open255 TituloAdquirido!=_'01|02|03|04|05' OtrosTituloAdquirido=_open255 Subtotal=six IVA=six FechaAdquisicion!=anyDate CaracterísticasDeObraoPieza!=_'01|02|03|04|05|06|07'
`,
  pagoenespecie: `
PagoEnEspecie: Version!=_'1.0' CvePIC!=_picKey FolioSolDon!=_donationFolio PzaArtNombre!=_some PzaArtTecn!=_some PzaArtAProd!=_digits4 PzaArtDim!=_some
`,
  pfic: `
PFintegranteCoordinado: version!=_'1.0' ClaveVehicular!=some Placa!=some RFCPF=payer
`,
  registrofiscal: `
CFDIRegistroFiscal: Version!=_'1.0' Folio!=_digits16
`,
  servicioparcial: `
parcialesconstruccion: Version!='1.0' NumPerLicoAut!=open40
> Inmueble
Inmueble: Calle!=_open150 NoExterior=_open55 NoInterior=_open30 Colonia=_open100 Localidad=_open100 Referencia=_open100 Municipio!=_open100 Estado!=_state32 CodigoPostal!=_digits5
`,
  tpe: `
TuristaPasajeroExtranjero: version!=_'1.0' fechadeTransito!=anyTime tipoTransito!=_'Arribo|Salida'
> datosTransito
datosTransito: Via!=_'Aérea|Marítima|Terrestre' TipoId!=some NumeroId!=some Nacionalidad!=some EmpresaTransporte!=any IdTransporte=any
`,
  valesdedespensa: `
ValesDeDespensa: version!=_'1.0' tipoOperacion!=wallet registroPatronal=open20 numeroDeCuenta!=_open20 total!=local
> Conceptos
Conceptos:
> Concepto+
Concepto: identificador!=open20 fecha!=anyTime rfc!=payer curp!=pupil nombre!=open100 numSeguridadSocial=open15 importe!=local
`,
  ventavehiculos: `
VentaVehiculos: version!=_'1.1' ClaveVehicular!=some Niv!=some
> choice InformacionAduanera* Parte*
InformacionAduanera: numero!=some fecha!=anyDate aduana=some
Parte: cantidad!=number unidad=some noIdentificacion=some descripcion!=some valorUnitario=six importe=six
> InformacionAduanera*
`,
};
