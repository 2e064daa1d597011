/*
 * The fields of each complement in the cadena original, in order. Each element has a line; "# prefix" begins
 * a vocabulary, and an indented line continues the previous line. Steps:
 *
 *   @Name         the attribute, as a field even if it is absent; with "?" only if it is present
 *   Child         every child with this name, by the line of the child; a/b: every b in every a
 *   Child{ ... }  every child with this name, by the steps in the braces
 *   .  a/b/.      the text of the element itself, or of the first a/b
 *   .//Name       descendants with this name at any depth
 *
 * Source: the SAT's stylesheets included by cadenaoriginal_4_0.xslt and retenciones.xslt, copy of
 * 2026-04-18, read 2026-11-21. The complements with a model are not listed here, because their order is the
 * order of their grammar.
 */
export const complementOrders = `
# plataformasTecnologicas
ServiciosPlataformasTecnologicas = @Version @Periodicidad @NumServ @MonTotServSIVA
  @TotalIVATrasladado @TotalIVARetenido @TotalISRRetenido @DifIVAEntregadoPrestServ
  @MonTotalporUsoPlataforma @MonTotalContribucionGubernamental? Servicios
Servicios = DetallesDelServicio
DetallesDelServicio = @FormaPagoServ @TipoDeServ @SubTipServ? @RFCTerceroAutorizado? @FechaServ
  @PrecioServSinIVA ImpuestosTrasladadosdelServicio ContribucionGubernamental ComisionDelServicio
ImpuestosTrasladadosdelServicio = @Base @Impuesto @TipoFactor @TasaCuota @Importe
ContribucionGubernamental = @ImpContrib @EntidadDondePagaLaContribucion
ComisionDelServicio = @Base? @Porcentaje? @Importe
# arrendamientoenfideicomiso
Arrendamientoenfideicomiso = @Version @PagProvEfecPorFiduc @RendimFideicom @DeduccCorresp
  @MontTotRet? @MontResFiscDistFibras? @MontOtrosConceptDistr? @DescrMontOtrosConceptDistr?
# dividendos
Dividendos = @Version DividOUtil Remanente
DividOUtil = @CveTipDivOUtil @MontISRAcredRetMexico @MontISRAcredRetExtranjero @MontRetExtDivExt?
  @TipoSocDistrDiv @MontISRAcredNal? @MontDivAcumNal? @MontDivAcumExt?
Remanente = @ProporcionRem?
# enajenaciondeacciones
EnajenaciondeAcciones = @Version @ContratoIntermediacion @Ganancia @Perdida
# fideicomisonoempresarial
Fideicomisonoempresarial = @Version IngresosOEntradas DeduccOSalidas RetEfectFideicomiso
IngresosOEntradas = @MontTotEntradasPeriodo @PartPropAcumDelFideicom @PropDelMontTot
  IntegracIngresos/@Concepto?
DeduccOSalidas = @MontTotEgresPeriodo @PartPropDelFideicom @PropDelMontTot
  IntegracEgresos/@ConceptoS?
RetEfectFideicomiso = @MontRetRelPagFideic @DescRetRelPagFideic
# intereses
Intereses = @Version @SistFinanciero @RetiroAORESRetInt @OperFinancDerivad @MontIntNominal
  @MontIntReal @Perdida
# intereseshipotecarios
Intereseshipotecarios = @Version @CreditoDeInstFinanc @SaldoInsoluto @PropDeducDelCredit?
  @MontTotIntNominalesDev? @MontTotIntNominalesDevYPag? @MontTotIntRealPagDeduc? @NumContrato?
# operacionesconderivados
Operacionesconderivados = @Version @MontGanAcum @MontPerdDed
# pagosaextranjeros
Pagosaextranjeros = @Version @EsBenefEfectDelCobro NoBeneficiario Beneficiario
NoBeneficiario = @PaisDeResidParaEfecFisc @ConceptoPago @DescripcionConcepto
Beneficiario = @RFC @CURP @NomDenRazSocB @ConceptoPago @DescripcionConcepto
# planesderetiro11
Planesderetiro = @Version @SistemaFinanc @MontTotAportAnioInmAnterior?
  @MontIntRealesDevengAniooInmAnt @HuboRetirosAnioInmAntPer @MontTotRetiradoAnioInmAntPer?
  @MontTotExentRetiradoAnioInmAnt? @MontTotExedenteAnioInmAnt? @HuboRetirosAnioInmAnt
  @MontTotRetiradoAnioInmAnt? @NumReferencia? AportacionesODepositos
AportacionesODepositos = @TipoAportacionODeposito @MontAportODep @RFCFiduciaria?
# premios
Premios = @Version @EntidadFederativa @MontTotPago @MontTotPagoGrav @MontTotPagoExent
# sectorfinanciero
SectorFinanciero = @Version @IdFideicom @NomFideicom? @DescripFideicom
# cartaporte20
CartaPorte = @Version @TranspInternac @EntradaSalidaMerc? @PaisOrigenDestino? @ViaEntradaSalida?
  @TotalDistRec? Ubicaciones Mercancias FiguraTransporte
Ubicaciones = Ubicacion
Ubicacion = @TipoUbicacion @IDUbicacion? @RFCRemitenteDestinatario @NombreRemitenteDestinatario?
  @NumRegIdTrib? @ResidenciaFiscal? @NumEstacion? @NombreEstacion? @NavegacionTrafico?
  @FechaHoraSalidaLlegada @TipoEstacion? @DistanciaRecorrida? Domicilio{@Calle? @NumeroExterior?
  @NumeroInterior? @Colonia? @Localidad? @Referencia? @Municipio? @Estado @Pais @CodigoPostal}
Mercancias = @PesoBrutoTotal @UnidadPeso @PesoNetoTotal? @NumTotalMercancias @CargoPorTasacion?
  Mercancia Autotransporte TransporteMaritimo TransporteAereo TransporteFerroviario
Mercancia = @BienesTransp @ClaveSTCC? @Descripcion @Cantidad @ClaveUnidad @Unidad? @Dimensiones?
  @MaterialPeligroso? @CveMaterialPeligroso? @Embalaje? @DescripEmbalaje? @PesoEnKg
  @ValorMercancia? @Moneda? @FraccionArancelaria? @UUIDComercioExt? Pedimentos GuiasIdentificacion
  CantidadTransporta DetalleMercancia
Pedimentos = @Pedimento
GuiasIdentificacion = @NumeroGuiaIdentificacion @DescripGuiaIdentificacion @PesoGuiaIdentificacion
CantidadTransporta = @Cantidad @IDOrigen @IDDestino @CvesTransporte?
DetalleMercancia = @UnidadPesoMerc @PesoBruto @PesoNeto @PesoTara @NumPiezas?
Autotransporte = @PermSCT @NumPermisoSCT IdentificacionVehicular Seguros Remolques
IdentificacionVehicular = @ConfigVehicular @PlacaVM @AnioModeloVM
Seguros = @AseguraRespCivil @PolizaRespCivil @AseguraMedAmbiente? @PolizaMedAmbiente?
  @AseguraCarga? @PolizaCarga? @PrimaSeguro?
Remolques = Remolque
Remolque = @SubTipoRem @Placa
TransporteMaritimo = @PermSCT? @NumPermisoSCT? @NombreAseg? @NumPolizaSeguro? @TipoEmbarcacion
  @Matricula @NumeroOMI @AnioEmbarcacion? @NombreEmbarc? @NacionalidadEmbarc @UnidadesDeArqBruto
  @TipoCarga @NumCertITC @Eslora? @Manga? @Calado? @LineaNaviera? @NombreAgenteNaviero
  @NumAutorizacionNaviero @NumViaje? @NumConocEmbarc? Contenedor{@MatriculaContenedor
  @TipoContenedor @NumPrecinto?}
TransporteAereo = @PermSCT @NumPermisoSCT @MatriculaAeronave? @NombreAseg? @NumPolizaSeguro?
  @NumeroGuia @LugarContrato? @CodigoTransportista @RFCEmbarcador? @NumRegIdTribEmbarc?
  @ResidenciaFiscalEmbarc? @NombreEmbarcador?
TransporteFerroviario = @TipoDeServicio @TipoDeTrafico @NombreAseg? @NumPolizaSeguro?
  DerechosDePaso Carro
DerechosDePaso = @TipoDerechoDePaso @KilometrajePagado
Carro = @TipoCarro @MatriculaCarro @GuiaCarro @ToneladasNetasCarro Contenedor{@TipoContenedor
  @PesoContenedorVacio @PesoNetoMercancia}
FiguraTransporte = TiposFigura
TiposFigura = @TipoFigura @RFCFigura? @NumLicencia? @NombreFigura? @NumRegIdTribFigura?
  @ResidenciaFiscalFigura? PartesTransporte Domicilio{@Calle? @NumeroExterior? @NumeroInterior?
  @Colonia? @Localidad? @Referencia? @Municipio? @Estado @Pais @CodigoPostal}
PartesTransporte = @ParteTransporte
# cartaporte30
CartaPorte = @Version @IdCCP @TranspInternac @RegimenAduanero? @EntradaSalidaMerc?
  @PaisOrigenDestino? @ViaEntradaSalida? @TotalDistRec? @RegistroISTMO? @UbicacionPoloOrigen?
  @UbicacionPoloDestino? Ubicaciones Mercancias FiguraTransporte
Ubicaciones = Ubicacion
Ubicacion = @TipoUbicacion @IDUbicacion? @RFCRemitenteDestinatario @NombreRemitenteDestinatario?
  @NumRegIdTrib? @ResidenciaFiscal? @NumEstacion? @NombreEstacion? @NavegacionTrafico?
  @FechaHoraSalidaLlegada @TipoEstacion? @DistanciaRecorrida? Domicilio{@Calle? @NumeroExterior?
  @NumeroInterior? @Colonia? @Localidad? @Referencia? @Municipio? @Estado @Pais @CodigoPostal}
Mercancias = @PesoBrutoTotal @UnidadPeso @PesoNetoTotal? @NumTotalMercancias @CargoPorTasacion?
  @LogisticaInversaRecoleccionDevolucion? Mercancia Autotransporte TransporteMaritimo
  TransporteAereo TransporteFerroviario
Mercancia = @BienesTransp @ClaveSTCC? @Descripcion @Cantidad @ClaveUnidad @Unidad? @Dimensiones?
  @MaterialPeligroso? @CveMaterialPeligroso? @Embalaje? @DescripEmbalaje? @SectorCOFEPRIS?
  @NombreIngredienteActivo? @NomQuimico? @DenominacionGenericaProd? @DenominacionDistintivaProd?
  @Fabricante? @FechaCaducidad? @LoteMedicamento? @FormaFarmaceutica? @CondicionesEspTransp?
  @RegistroSanitarioFolioAutorizacion? @PermisoImportacion? @FolioImpoVUCEM? @NumCAS?
  @RazonSocialEmpImp? @NumRegSanPlagCOFEPRIS? @DatosFabricante? @DatosFormulador?
  @DatosMaquilador? @UsoAutorizado? @PesoEnKg @ValorMercancia? @Moneda? @FraccionArancelaria?
  @UUIDComercioExt? @TipoMateria? @DescripcionMateria? DocumentacionAduanera GuiasIdentificacion
  CantidadTransporta DetalleMercancia
DocumentacionAduanera = @TipoDocumento @NumPedimento? @IdentDocAduanero? @RFCImpo?
GuiasIdentificacion = @NumeroGuiaIdentificacion @DescripGuiaIdentificacion @PesoGuiaIdentificacion
CantidadTransporta = @Cantidad @IDOrigen @IDDestino @CvesTransporte?
DetalleMercancia = @UnidadPesoMerc @PesoBruto @PesoNeto @PesoTara @NumPiezas?
Autotransporte = @PermSCT @NumPermisoSCT IdentificacionVehicular Seguros Remolques
IdentificacionVehicular = @ConfigVehicular @PesoBrutoVehicular @PlacaVM @AnioModeloVM
Seguros = @AseguraRespCivil @PolizaRespCivil @AseguraMedAmbiente? @PolizaMedAmbiente?
  @AseguraCarga? @PolizaCarga? @PrimaSeguro?
Remolques = Remolque
Remolque = @SubTipoRem @Placa
TransporteMaritimo = @PermSCT? @NumPermisoSCT? @NombreAseg? @NumPolizaSeguro? @TipoEmbarcacion
  @Matricula @NumeroOMI @AnioEmbarcacion? @NombreEmbarc? @NacionalidadEmbarc @UnidadesDeArqBruto
  @TipoCarga @Eslora? @Manga? @Calado? @Puntal? @LineaNaviera? @NombreAgenteNaviero
  @NumAutorizacionNaviero @NumViaje? @NumConocEmbarc? @PermisoTempNavegacion?
  Contenedor{@TipoContenedor @MatriculaContenedor? @NumPrecinto? @IdCCPRelacionado? @PlacaVMCCP?
  @FechaCertificacionCCP?} RemolquesCCP
RemolquesCCP = RemolqueCCP
RemolqueCCP = @SubTipoRemCCP @PlacaCCP
TransporteAereo = @PermSCT @NumPermisoSCT @MatriculaAeronave? @NombreAseg? @NumPolizaSeguro?
  @NumeroGuia @LugarContrato? @CodigoTransportista @RFCEmbarcador? @NumRegIdTribEmbarc?
  @ResidenciaFiscalEmbarc? @NombreEmbarcador?
TransporteFerroviario = @TipoDeServicio @TipoDeTrafico @NombreAseg? @NumPolizaSeguro?
  DerechosDePaso Carro
DerechosDePaso = @TipoDerechoDePaso @KilometrajePagado
Carro = @TipoCarro @MatriculaCarro @GuiaCarro @ToneladasNetasCarro Contenedor{@TipoContenedor
  @PesoContenedorVacio @PesoNetoMercancia}
FiguraTransporte = TiposFigura
TiposFigura = @TipoFigura @RFCFigura? @NumLicencia? @NombreFigura @NumRegIdTribFigura?
  @ResidenciaFiscalFigura? PartesTransporte Domicilio{@Calle? @NumeroExterior? @NumeroInterior?
  @Colonia? @Localidad? @Referencia? @Municipio? @Estado @Pais @CodigoPostal}
PartesTransporte = @ParteTransporte
# cartaporte31
CartaPorte = @Version @IdCCP @TranspInternac @EntradaSalidaMerc? @PaisOrigenDestino?
  @ViaEntradaSalida? @TotalDistRec? @RegistroISTMO? @UbicacionPoloOrigen? @UbicacionPoloDestino?
  RegimenesAduaneros Ubicaciones Mercancias FiguraTransporte
RegimenesAduaneros = RegimenAduaneroCCP
RegimenAduaneroCCP = @RegimenAduanero
Ubicaciones = Ubicacion
Ubicacion = @TipoUbicacion @IDUbicacion? @RFCRemitenteDestinatario @NombreRemitenteDestinatario?
  @NumRegIdTrib? @ResidenciaFiscal? @NumEstacion? @NombreEstacion? @NavegacionTrafico?
  @FechaHoraSalidaLlegada @TipoEstacion? @DistanciaRecorrida? Domicilio{@Calle? @NumeroExterior?
  @NumeroInterior? @Colonia? @Localidad? @Referencia? @Municipio? @Estado @Pais @CodigoPostal}
Mercancias = @PesoBrutoTotal @UnidadPeso @PesoNetoTotal? @NumTotalMercancias @CargoPorTasacion?
  @LogisticaInversaRecoleccionDevolucion? Mercancia Autotransporte TransporteMaritimo
  TransporteAereo TransporteFerroviario
Mercancia = @BienesTransp @ClaveSTCC? @Descripcion @Cantidad @ClaveUnidad @Unidad? @Dimensiones?
  @MaterialPeligroso? @CveMaterialPeligroso? @Embalaje? @DescripEmbalaje? @SectorCOFEPRIS?
  @NombreIngredienteActivo? @NomQuimico? @DenominacionGenericaProd? @DenominacionDistintivaProd?
  @Fabricante? @FechaCaducidad? @LoteMedicamento? @FormaFarmaceutica? @CondicionesEspTransp?
  @RegistroSanitarioFolioAutorizacion? @PermisoImportacion? @FolioImpoVUCEM? @NumCAS?
  @RazonSocialEmpImp? @NumRegSanPlagCOFEPRIS? @DatosFabricante? @DatosFormulador?
  @DatosMaquilador? @UsoAutorizado? @PesoEnKg @ValorMercancia? @Moneda? @FraccionArancelaria?
  @UUIDComercioExt? @TipoMateria? @DescripcionMateria? DocumentacionAduanera GuiasIdentificacion
  CantidadTransporta DetalleMercancia
DocumentacionAduanera = @TipoDocumento @NumPedimento? @IdentDocAduanero? @RFCImpo?
GuiasIdentificacion = @NumeroGuiaIdentificacion @DescripGuiaIdentificacion @PesoGuiaIdentificacion
CantidadTransporta = @Cantidad @IDOrigen @IDDestino @CvesTransporte?
DetalleMercancia = @UnidadPesoMerc @PesoBruto @PesoNeto @PesoTara @NumPiezas?
Autotransporte = @PermSCT @NumPermisoSCT IdentificacionVehicular Seguros Remolques
IdentificacionVehicular = @ConfigVehicular @PesoBrutoVehicular @PlacaVM @AnioModeloVM
Seguros = @AseguraRespCivil @PolizaRespCivil @AseguraMedAmbiente? @PolizaMedAmbiente?
  @AseguraCarga? @PolizaCarga? @PrimaSeguro?
Remolques = Remolque
Remolque = @SubTipoRem @Placa
TransporteMaritimo = @PermSCT? @NumPermisoSCT? @NombreAseg? @NumPolizaSeguro? @TipoEmbarcacion
  @Matricula @NumeroOMI @AnioEmbarcacion? @NombreEmbarc? @NacionalidadEmbarc @UnidadesDeArqBruto
  @TipoCarga @Eslora? @Manga? @Calado? @Puntal? @LineaNaviera? @NombreAgenteNaviero
  @NumAutorizacionNaviero @NumViaje? @NumConocEmbarc? @PermisoTempNavegacion? Contenedor
Contenedor = @TipoContenedor @MatriculaContenedor? @NumPrecinto? @IdCCPRelacionado? @PlacaVMCCP?
  @FechaCertificacionCCP? RemolquesCCP
RemolquesCCP = RemolqueCCP
RemolqueCCP = @SubTipoRemCCP @PlacaCCP
TransporteAereo = @PermSCT @NumPermisoSCT @MatriculaAeronave? @NombreAseg? @NumPolizaSeguro?
  @NumeroGuia @LugarContrato? @CodigoTransportista @RFCEmbarcador? @NumRegIdTribEmbarc?
  @ResidenciaFiscalEmbarc? @NombreEmbarcador?
TransporteFerroviario = @TipoDeServicio @TipoDeTrafico @NombreAseg? @NumPolizaSeguro?
  DerechosDePaso Carro
DerechosDePaso = @TipoDerechoDePaso @KilometrajePagado
Carro = @TipoCarro @MatriculaCarro @GuiaCarro @ToneladasNetasCarro Contenedor{@TipoContenedor
  @PesoContenedorVacio @PesoNetoMercancia}
FiguraTransporte = TiposFigura
TiposFigura = @TipoFigura @RFCFigura? @NumLicencia? @NombreFigura @NumRegIdTribFigura?
  @ResidenciaFiscalFigura? PartesTransporte Domicilio{@Calle? @NumeroExterior? @NumeroInterior?
  @Colonia? @Localidad? @Referencia? @Municipio? @Estado @Pais @CodigoPostal}
PartesTransporte = @ParteTransporte
# cce11
ComercioExterior = @Version @MotivoTraslado? @TipoOperacion @ClaveDePedimento? @CertificadoOrigen?
  @NumCertificadoOrigen? @NumeroExportadorConfiable? @Incoterm? @Subdivision? @Observaciones?
  @TipoCambioUSD? @TotalUSD? Emisor Propietario Receptor Destinatario Mercancias
Emisor = @Curp? Domicilio
Propietario = @NumRegIdTrib @ResidenciaFiscal
Receptor = @NumRegIdTrib? Domicilio
Destinatario = @NumRegIdTrib? @Nombre? Domicilio
Mercancias = Mercancia
Domicilio = @Calle @NumeroExterior? @NumeroInterior? @Colonia? @Localidad? @Referencia?
  @Municipio? @Estado @Pais @CodigoPostal
Mercancia = @NoIdentificacion @FraccionArancelaria? @CantidadAduana? @UnidadAduana?
  @ValorUnitarioAduana? @ValorDolares DescripcionesEspecificas
DescripcionesEspecificas = @Marca @Modelo? @SubModelo? @NumeroSerie?
# cce20
ComercioExterior = @Version @MotivoTraslado? @ClaveDePedimento @CertificadoOrigen
  @NumCertificadoOrigen? @NumeroExportadorConfiable? @Incoterm? @Observaciones? @TipoCambioUSD
  @TotalUSD Emisor Propietario Receptor Destinatario Mercancias
Emisor = @Curp? Domicilio
Propietario = @NumRegIdTrib @ResidenciaFiscal
Receptor = @NumRegIdTrib? Domicilio
Destinatario = @NumRegIdTrib? @Nombre? Domicilio
Mercancias = Mercancia
Domicilio = @Calle @NumeroExterior? @NumeroInterior? @Colonia? @Localidad? @Referencia?
  @Municipio? @Estado @Pais @CodigoPostal
Mercancia = @NoIdentificacion @FraccionArancelaria? @CantidadAduana? @UnidadAduana?
  @ValorUnitarioAduana? @ValorDolares DescripcionesEspecificas
DescripcionesEspecificas = @Marca @Modelo? @SubModelo? @NumeroSerie?
# ecc12
EstadoDeCuentaCombustible = @Version @TipoOperacion @NumeroDeCuenta @SubTotal @Total Conceptos
Conceptos = ConceptoEstadoDeCuentaCombustible
Traslados = Traslado
ConceptoEstadoDeCuentaCombustible = @Identificador @Fecha @Rfc @ClaveEstacion @Cantidad
  @TipoCombustible @Unidad? @NombreCombustible @FolioOperacion @ValorUnitario @Importe Traslados
Traslado = @Impuesto @TasaOCuota @Importe
# gceh
GastosHidrocarburos = @Version @NumeroContrato @AreaContractual? Erogacion
Erogacion = @TipoErogacion @MontocuErogacion @Porcentaje DocumentoRelacionado Actividades
  CentroCostos
DocumentoRelacionado = @OrigenErogacion @FolioFiscalVinculado? @RFCProveedor? @MontoTotalIVA
  @MontoRetencionISR? @MontoRetencionIVA? @MontoRetencionOtrosImpuestos?
  @NumeroPedimentoVinculado? @ClavePedimentoVinculado? @ClavePagoPedimentoVinculado?
  @MontoIVAPedimento? @OtrosImpuestosPagadosPedimento? @FechaFolioFiscalVinculado @Mes
  @MontoTotalErogaciones
Actividades = @ActividadRelacionada? SubActividades
SubActividades = @SubActividadRelacionada? Tareas
Tareas = @TareaRelacionada?
CentroCostos = @Campo? Yacimientos
Yacimientos = @Yacimiento? Pozos
Pozos = @Pozo?
# hidrocarburospetroliferos
HidroYPetro = @Version @TipoPermiso @NumeroPermiso @ClaveHYP @SubProductoHYP
# ieeh
IngresosHidrocarburos = @Version @NumeroContrato @ContraprestacionPagadaOperador @Porcentaje
  DocumentoRelacionado
DocumentoRelacionado = @FolioFiscalVinculado @FechaFolioFiscalVinculado @Mes
# tpe
TuristaPasajeroExtranjero = @version @fechadeTransito @tipoTransito datosTransito
datosTransito = @Via @TipoId @NumeroId @Nacionalidad @EmpresaTransporte @IdTransporte?
# aerolineas
Aerolineas = @Version @TUA OtrosCargos
OtrosCargos = @TotalCargos Cargo
Cargo = @CodigoCargo @Importe
# obrasarte
obrasarteantiguedades = @Version @TipoBien @OtrosTipoBien? @TituloAdquirido @OtrosTituloAdquirido?
  @Subtotal? @IVA? @FechaAdquisicion @CaracterísticasDeObraoPieza
# destruccion
certificadodedestruccion = @Version @Serie @NumFolDesVeh VehiculoDestruido InformacionAduanera
VehiculoDestruido = @Marca @TipooClase @Año @Modelo? @NIV? @NumSerie? @NumPlacas @NumMotor?
  @NumFolTarjCir
InformacionAduanera = @NumPedImp @Fecha @Aduana
# registrofiscal
CFDIRegistroFiscal = @Version @Folio
# consumodecombustibles11
ConsumoDeCombustibles = @version @tipoOperacion @numeroDeCuenta @subTotal? @total Conceptos
Conceptos = ConceptoConsumoDeCombustibles
ConceptoConsumoDeCombustibles = @identificador @fecha @rfc @claveEstacion @tipoCombustible
  @cantidad @nombreCombustible @folioOperacion @valorUnitario @importe Determinados
Determinados = Determinado
Determinado = @impuesto @tasaOCuota @importe
# detallista
detallista = @documentStructureVersion orderIdentification/referenceIdentification{.}
  orderIdentification/ReferenceDate/.? buyer/gln/. seller/gln/.
  seller/alternatePartyIdentification/. totalAmount/Amount/.
  TotalAllowanceCharge/specialServicesType{.?} TotalAllowanceCharge/Amount{.?}
# divisas
Divisas = @version @tipoOperacion
# donat
Donatarias = @version @noAutorizacion @fechaAutorizacion @leyenda
# iedu
instEducativas = @version @nombreAlumno @CURP @nivelEducativo @autRVOE @rfcPago?
# ine
INE = @Version @TipoProceso @TipoComite? @IdContabilidad? Entidad
Entidad = @ClaveEntidad @Ambito? Contabilidad
Contabilidad = @IdContabilidad
# leyendasFisc
LeyendasFiscales = @version Leyenda
Leyenda = @disposicionFiscal? @norma? @textoLeyenda
# notariospublicos
NotariosPublicos = @Version DescInmuebles DatosOperacion DatosNotario DatosEnajenante
  DatosAdquiriente
DescInmuebles = DescInmueble
DescInmueble = @TipoInmueble @Calle @NoExterior? @NoInterior? @Colonia? @Localidad? @Referencia?
  @Municipio @Estado @Pais @CodigoPostal
DatosOperacion = @NumInstrumentoNotarial @FechaInstNotarial @MontoOperacion @Subtotal @IVA
DatosNotario = @CURP @NumNotaria @EntidadFederativa @Adscripcion?
DatosEnajenante = @CoproSocConyugalE DatosUnEnajenante DatosEnajenantesCopSC
DatosUnEnajenante = @Nombre @ApellidoPaterno @ApellidoMaterno? @RFC @CURP
DatosEnajenantesCopSC = DatosEnajenanteCopSC
DatosEnajenanteCopSC = @Nombre @ApellidoPaterno? @ApellidoMaterno? @RFC @CURP? @Porcentaje
DatosAdquiriente = @CoproSocConyugalE DatosUnAdquiriente DatosAdquirientesCopSC
DatosUnAdquiriente = @Nombre @ApellidoPaterno? @ApellidoMaterno? @RFC @CURP?
DatosAdquirientesCopSC = DatosAdquirienteCopSC
DatosAdquirienteCopSC = @Nombre @ApellidoPaterno? @ApellidoMaterno? @RFC @CURP? @Porcentaje
# pagoenespecie
PagoEnEspecie = @Version @CvePIC @FolioSolDon @PzaArtNombre @PzaArtTecn @PzaArtAProd @PzaArtDim
# pfic
PFintegranteCoordinado = @version @ClaveVehicular @Placa @RFCPF?
# decreto
renovacionysustitucionvehiculos = @Version @TipoDeDecreto DecretoRenovVehicular
  DecretoSustitVehicular
DecretoRenovVehicular = @VehEnaj VehiculosUsadosEnajenadoPermAlFab
  VehiculoNuvoSemEnajenadoFabAlPerm
DecretoSustitVehicular = @VehEnaj VehiculoUsadoEnajenadoPermAlFab
  VehiculoNuvoSemEnajenadoFabAlPerm
VehiculosUsadosEnajenadoPermAlFab = @PrecioVehUsado @TipoVeh @Marca @TipooClase @Año @Modelo?
  @NIV? @NumSerie? @NumPlacas @NumMotor? @NumFolTarjCir @NumPedIm? @Aduana? @FechaRegulVeh?
  @Foliofiscal
VehiculoNuvoSemEnajenadoFabAlPerm = @Año @Modelo? @NumPlacas @RFC?
VehiculoUsadoEnajenadoPermAlFab = @PrecioVehUsado @TipoVeh @Marca @TipooClase @Año @Modelo? @NIV?
  @NumSerie? @NumPlacas @NumMotor? @NumFolTarjCir @NumFolAvisoint @NumPedIm @Aduana @FechaRegulVeh
  @Foliofiscal
# servicioparcial
parcialesconstruccion = @Version @NumPerLicoAut Inmueble
Inmueble = @Calle @NoExterior? @NoInterior? @Colonia? @Localidad? @Referencia? @Municipio @Estado
  @CodigoPostal
# valesdedespensa
ValesDeDespensa = @version @tipoOperacion @registroPatronal? @numeroDeCuenta @total Conceptos
Conceptos = Concepto
Concepto = @identificador @fecha @rfc @curp @nombre @numSeguridadSocial? @importe
# vehiculousado
VehiculoUsado = @Version @montoAdquisicion @montoEnajenacion @claveVehicular @marca @tipo @modelo
  @numeroMotor? @numeroSerie? @NIV? @valor InformacionAduanera
InformacionAduanera = @numero @fecha @aduana?
# ventavehiculos
VentaVehiculos = @version @ClaveVehicular @Niv? .//InformacionAduanera
InformacionAduanera = @numero @fecha @aduana?
`;
