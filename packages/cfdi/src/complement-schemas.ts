/*
 * The structure of the complements that the API takes as XML and that have no model. A line without
 * indentation begins a complement, and an indented line is an element in the element above it:
 *
 *   Name?  Name*  Name+   the element occurs at most once, any number of times, at least once; else once
 *   Name*4  Name+15       any number of times up to 4, at least once and at most 15 times
 *   any                   the children have any order
 *   either                all children have the same name
 *   mixed                 text may stand between the children
 *   @Name  @Name?         a required attribute, an optional attribute
 *   .                     the text of the element, which then has no children
 *   @Name:type            the type of the attribute or text, for the value with collapsed blanks
 *   @Name=type            the type, for the value with its blanks
 *   (a|b)                 the type of these words; the other types are in complement-types.ts
 *
 * A line that begins with @ continues the line above it. An attribute without a type may have any text. The
 * version attributes have no type here, because known-complements.ts contains their values.
 *
 * Source: the SAT's schema of each complement, named in namespaces.ts, with tdCFDI.xsd, catCombustible.xsd and
 * catHidrocarburos.xsd; copy of 2026-04-18, read 2026-11-30. The SAT extends four lists: keys of pedimentos,
 * keys of their payments, subactivities and tasks. For codes in these four lists, only the format is checked.
 * The types xsDate, xsDateTime and year are used with `=`, so blanks around the value are refused: xmllint
 * refuses them too, although the standard of schemas would collapse them.
 */
export const complementSchemas = `
aerolineas:Aerolineas @Version @TUA:decimal(6)
  OtrosCargos? @TotalCargos:decimal(6)
    Cargo+ @CodigoCargo=text(1,8) @Importe:decimal(6)
consumodecombustibles11:ConsumoDeCombustibles @version @tipoOperacion:(monedero electrónico)
  @numeroDeCuenta:text(1) @subTotal?:decimal(2) @total:decimal(2)
  Conceptos
    ConceptoConsumoDeCombustibles+ @identificador:text(1) @fecha:localDateTime @rfc:rfc
      @claveEstacion:text(1,10) @tipoCombustible:(1|2|3|4|5) @cantidad:dotted(3,3,0.001)
      @nombreCombustible:text(1,300) @folioOperacion:text(1) @valorUnitario:decimal(2) @importe:decimal(2)
      Determinados
        Determinado+ @impuesto:(IVA|IEPS) @tasaOCuota:decimal(6) @importe:decimal(2)
decreto:renovacionysustitucionvehiculos @Version @TipoDeDecreto=(01|02)
  DecretoRenovVehicular? @VehEnaj=(01|02)
    VehiculosUsadosEnajenadoPermAlFab+ @PrecioVehUsado:decimal(6)
      @TipoVeh=(01|02|03|04|05|06|07|08) @Marca:text(1,50) @TipooClase:text(1,50) @Año=year @Modelo?
      @NIV?:text(1,17) @NumSerie?:text(1,17) @NumPlacas:text(1,10) @NumMotor?:text(1,17)
      @NumFolTarjCir:text(1,40) @NumPedIm?:text(1,40) @Aduana?:text(1) @FechaRegulVeh?=xsDate
      @Foliofiscal:text(1,36)
    VehiculoNuvoSemEnajenadoFabAlPerm @Año=year @Modelo? @NumPlacas:text(1,10) @RFC?:wideRfc
  DecretoSustitVehicular? @VehEnaj=(01|02)
    VehiculoUsadoEnajenadoPermAlFab @PrecioVehUsado:decimal(6) @TipoVeh=(01|02|03|04|05|06)
      @Marca:text(1,50) @TipooClase:text(1,50) @Año=year @Modelo? @NIV?:text(1,17) @NumSerie?:text(1,17)
      @NumPlacas:text(1,10) @NumMotor?:text(1,17) @NumFolTarjCir:text(1,40) @NumFolAvisoint:text(1,20)
      @NumPedIm:text(1,40) @Aduana:text(1) @FechaRegulVeh=xsDate @Foliofiscal:text(1,36)
    VehiculoNuvoSemEnajenadoFabAlPerm @Año=year @Modelo? @NumPlacas:text(1,10) @RFC?:wideRfc
destruccion:certificadodedestruccion @Version @Serie=(SERIE A|SERIE B|SERIE C|SERIE D|SERIE E)
  @NumFolDesVeh=text(1,20)
  VehiculoDestruido @Marca:text(1,50) @TipooClase:text(1,50) @Año=year @Modelo? @NIV?:text(1,17)
    @NumSerie?:text(1,17) @NumPlacas:text(1,10) @NumMotor?:text(1,17) @NumFolTarjCir:text(1,40)
  InformacionAduanera? @NumPedImp:text(1,40) @Fecha=xsDate @Aduana:text(1)
detallista:detallista @type?=(SimpleInvoiceType) @contentVersion? @documentStructureVersion
  @documentStatus:(ORIGINAL|COPY|REEMPLAZA|DELETE)
  requestForPaymentIdentification
    entityType .:invoiceKind
  specialInstruction*4 mixed @code:(AAB|DUT|PUR|ZZZ)
    text+15 .=text(1,255)
  orderIdentification
    referenceIdentification+30 . @type:(ON)
    ReferenceDate? .=xsDate
  AdditionalInformation
    referenceIdentification+99 . @type:(AAE|CK|ACE|ATZ|DQ|IV|ON|AWR)
  DeliveryNote?
    referenceIdentification+30 .=text(1,35)
    ReferenceDate? .=xsDate
  buyer
    gln .=text(13,13)
    contactInformation?
      personOrDepartmentName
        text .=text(1,35)
  seller?
    gln .=text(13,13)
    alternatePartyIdentification . @type:(SELLER_ASSIGNED_IDENTIFIER_FOR_A_PARTY|IEPS_REFERENCE)
  shipTo?
    gln? .=text(13,13)
    nameAndAddress? any
      name* .=text(1,35)
      streetAddressOne* .=text(1,35)
      city* .=text(1,35)
      postalCode* .=text(1,9)
  InvoiceCreator?
    gln? .=text(13,13)
    alternatePartyIdentification? . @type:(VA|IA)
    nameAndAddress?
      name? .=text(1,35)
      streetAddressOne? .=text(1,35)
      city? .=text(1,35)
      postalCode? .=text(1,9)
  Customs*
    gln? .=text(13,13)
  currency*3 @currencyISOCode:(MXN|XEU|USD)
    currencyFunction+3 .:(BILLING_CURRENCY|PRICE_CURRENCY|PAYMENT_CURRENCY)
    rateOfChange? .:number
  paymentTerms? @paymentTermsEvent?:(DATE_OF_INVOICE|EFFECTIVE_DATE)
    @PaymentTermsRelationTime?:(REFERENCE_AFTER)
    netPayment? @netPaymentTermsType:(BASIC_NET|END_OF_MONTH|BASIC_DISCOUNT_OFFERED)
      paymentTimePeriod?
        timePeriodDue @timePeriod:(DAYS)
          value .=text(1,5)
    discountPayment? @discountType:(ALLOWANCE_BY_PAYMENT_ON_TIME|SANCTION)
      percentage .=text(1,5)
  shipmentDetail?
  allowanceCharge*99 @allowanceChargeType:(ALLOWANCE_GLOBAL|CHARGE_GLOBAL)
    @settlementType:(BILL_BACK|OFF_INVOICE) @sequenceNumber?=text(1,15)
    specialServicesType? .:serviceOfInvoice
    monetaryAmountOrPercentage?
      rate? @base:(INVOICE_VALUE)
        percentage .:number
  lineItem* @type?=text(1,32) @number?:integerOf5
    tradeItemIdentification
      gtin .=text(1,14)
    alternateTradeItemIdentification* . @type:tradeItemKind
    tradeItemDescriptionInformation? @language?:(ES|EN)
      longText .=text(1,35)
    invoicedQuantity .:number @unitOfMeasure:nameToken
    aditionalQuantity* .:number @QuantityType:(NUM_CONSUMER_UNITS|FREE_GOODS)
    grossPrice?
      Amount .:number
    netPrice?
      Amount .:number
    AdditionalInformation?
      referenceIdentification? . @type:(ON)
    Customs* any
      gln? .=text(13,13)
      alternatePartyIdentification . @type:(TN)
      ReferenceDate .=xsDate
      nameAndAddress
        name .=text(1,35)
    LogisticUnits?
      serialShippingContainerCode . @type:(BJ|SRV)
    palletInformation? any
      palletQuantity .=text(1,15)
      description . @type:(EXCHANGE_PALLETS|RETURN_PALLETS|PALLET_80x100|CASE|BOX)
      transport
        methodOfPayment .:(PREPAID_BY_SELLER|PAID_BY_BUYER)
    extendedAttributes?
      lotNumber+10 . @productionDate?=xsDate
    allowanceCharge*99 @allowanceChargeType:(ALLOWANCE_GLOBAL|CHARGE_GLOBAL)
      @settlementType?:(OFF_INVOICE|CHARGE_TO_BE_PAID_BY_VENDOR|CHARGE_TO_BE_PAID_BY_CUSTOMER)
      @sequenceNumber?=text(1,15)
      specialServicesType? .:service
      monetaryAmountOrPercentage
        percentagePerUnit .=text(1,5)
        ratePerUnit?
          amountPerUnit .=text(1,5)
    tradeItemTaxInformation*99 any
      taxTypeDescription .:(GST|VAT|LAC|AAA|ADD|FRE|LOC|STT|OTH)
      referenceNumber? .=text(1,20)
      tradeItemTaxAmount?
        taxPercentage .:number
        taxAmount .:number
      taxCategory? .:(TRANSFERIDO|RETENIDO)
    totalLineAmount
      grossAmount?
        Amount .:number
      netAmount
        Amount .:number
  totalAmount?
    Amount .:number
  TotalAllowanceCharge* @allowanceOrChargeType:(ALLOWANCE|CHARGE)
    specialServicesType? .:service
    Amount? .:number
divisas:Divisas @version @tipoOperacion=(compra|venta)
ecc12:EstadoDeCuentaCombustible @Version @TipoOperacion:(Tarjeta) @NumeroDeCuenta:text(1,50)
  @SubTotal:dotted(1,2) @Total:dotted(1,2)
  Conceptos
    ConceptoEstadoDeCuentaCombustible+ @Identificador:text(1) @Fecha:localDateTime @Rfc:rfc
      @ClaveEstacion:text(1,10) @Cantidad:dotted(1,3,0.001) @TipoCombustible:(1|2|3|4|5)
      @Unidad?:text(1,25) @NombreCombustible:text(1,300) @FolioOperacion:text(1,50)
      @ValorUnitario:dotted(1,3,0.001) @Importe:dotted(1,2)
      Traslados
        Traslado+ @Impuesto:(IVA|IEPS) @TasaOCuota:decimal(6) @Importe:dotted(1,2,0.01)
gceh:GastosHidrocarburos @Version @NumeroContrato:barless(50) @AreaContractual?:barless(50)
  Erogacion+ @TipoErogacion:(Costo|Gasto|Inversión) @MontocuErogacion:amount
    @Porcentaje:decimal(3,0.001,99.999)
    DocumentoRelacionado+ @OrigenErogacion=(Nacional|Extranjero) @FolioFiscalVinculado?:uuid
      @RFCProveedor?:rfc @MontoTotalIVA?:amount @MontoRetencionISR?:amount @MontoRetencionIVA?:amount
      @MontoRetencionOtrosImpuestos?:amount @NumeroPedimentoVinculado?=pedimento
      @ClavePedimentoVinculado?:pedimentoKey @ClavePagoPedimentoVinculado?:twoDigits
      @MontoIVAPedimento?:amount @OtrosImpuestosPagadosPedimento?:amount
      @FechaFolioFiscalVinculado?:plainDate @Mes:month @MontoTotalErogaciones:amount
    Actividades* @ActividadRelacionada?:(01|02|03|04|05)
      SubActividades* @SubActividadRelacionada?:threeDigits
        Tareas* @TareaRelacionada?:fourDigits
    CentroCostos* @Campo?:barless(50)
      Yacimientos* @Yacimiento?:barless(50)
        Pozos* @Pozo?:barless(50)
ieeh:IngresosHidrocarburos @Version @NumeroContrato:barless(50) @ContraprestacionPagadaOperador:amount
  @Porcentaje:decimal(3,0.001,100)
  DocumentoRelacionado+ @FolioFiscalVinculado:uuid @FechaFolioFiscalVinculado:plainDate @Mes:month
obrasarte:obrasarteantiguedades @Version @TipoBien=(01|02|03|04) @OtrosTipoBien?=text(1,255)
  @TituloAdquirido=(01|02|03|04|05) @OtrosTituloAdquirido?=text(1,255) @Subtotal?:decimal(6)
  @IVA?:decimal(6) @FechaAdquisicion=xsDate @CaracterísticasDeObraoPieza=(01|02|03|04|05|06|07)
pagoenespecie:PagoEnEspecie @Version @CvePIC=artPaymentKey @FolioSolDon=donationFolio
  @PzaArtNombre=text(1) @PzaArtTecn=text(1) @PzaArtAProd=fourDigits @PzaArtDim=text(1)
pfic:PFintegranteCoordinado @version @ClaveVehicular:text(1) @Placa:text(1) @RFCPF?:openRfc
registrofiscal:CFDIRegistroFiscal @Version @Folio=sixteenDigits
servicioparcial:parcialesconstruccion @Version @NumPerLicoAut:text(1,40)
  Inmueble @Calle=text(1,150) @NoExterior?=text(1,55) @NoInterior?=text(1,30) @Colonia?=text(1,100)
    @Localidad?=text(1,100) @Referencia?=text(1,100) @Municipio=text(1,100) @Estado=state
    @CodigoPostal=postalCode
tpe:TuristaPasajeroExtranjero @version @fechadeTransito=xsDateTime @tipoTransito=(Arribo|Salida)
  datosTransito @Via=(Aérea|Marítima|Terrestre) @TipoId:text(1) @NumeroId:text(1)
    @Nacionalidad:text(1) @EmpresaTransporte @IdTransporte?
valesdedespensa:ValesDeDespensa @version @tipoOperacion:(monedero electrónico)
  @registroPatronal?:text(1,20) @numeroDeCuenta=text(1,20) @total:decimal(2)
  Conceptos
    Concepto+ @identificador:text(1,20) @fecha=xsDateTime @rfc:openRfc @curp:wideCurp
      @nombre:text(1,100) @numSeguridadSocial?:text(1,15) @importe:decimal(2)
ventavehiculos:VentaVehiculos either @version @ClaveVehicular:text(1) @Niv:text(1)
  InformacionAduanera* @numero:text(1) @fecha=xsDate @aduana?:text(1)
  Parte* @cantidad:number @unidad?:text(1) @noIdentificacion?:text(1) @descripcion:text(1)
    @valorUnitario?:decimal(6) @importe?:decimal(6)
    InformacionAduanera* @numero:text(1) @fecha=xsDate @aduana?:text(1)
`;
