/*
 * The fields of each element in the cadena original, in order. Each element has one line in this table. The
 * steps in a line of this table have these meanings:
 *
 * - `Name`: the attribute, if it is present; `Name!`: the attribute as a field even if it is absent
 * - `>a/b`: each element b in each element a, written as the line of b says; `>a/b(...)`: written by the
 *   steps in the parentheses
 * - `>>a`: each element a at any depth; `>*`: every child
 * - `#`: the text of the element; `a/b#`: the text of the first b in the first a
 *
 * Children without a prefix have the same prefix as their element.
 *
 * The orders come from the SAT's cadenaoriginal_4_0.xslt and retenciones.xslt with all their included
 * stylesheets, read 2026-11-23. Versions of complements that are not in force are omitted.
 */
export const CADENA_ORDERS = `
cfdi:Comprobante: Version! Serie Folio Fecha! FormaPago NoCertificado! CondicionesDePago SubTotal! Descuento Moneda! TipoCambio Total! TipoDeComprobante! Exportacion! MetodoPago LugarExpedicion! Confirmacion >InformacionGlobal >CfdiRelacionados >Emisor >Receptor >Conceptos >Impuestos >Complemento
cfdi:InformacionGlobal: Periodicidad! Meses! Año!
cfdi:CfdiRelacionados: TipoRelacion! >CfdiRelacionado(UUID!)
cfdi:Emisor: Rfc! Nombre! RegimenFiscal! FacAtrAdquirente
cfdi:Receptor: Rfc! Nombre! DomicilioFiscalReceptor! ResidenciaFiscal NumRegIdTrib RegimenFiscalReceptor! UsoCFDI!
cfdi:Conceptos: >Concepto
cfdi:Concepto: ClaveProdServ! NoIdentificacion Cantidad! ClaveUnidad! Unidad Descripcion! ValorUnitario! Importe! Descuento ObjetoImp! >Impuestos/Traslados/Traslado(Base! Impuesto! TipoFactor! TasaOCuota Importe) >Impuestos/Retenciones/Retencion(Base! Impuesto! TipoFactor! TasaOCuota! Importe!) >ACuentaTerceros >InformacionAduanera >CuentaPredial >ComplementoConcepto >>Parte
cfdi:ACuentaTerceros: RfcACuentaTerceros! NombreACuentaTerceros! RegimenFiscalACuentaTerceros! DomicilioFiscalACuentaTerceros!
cfdi:InformacionAduanera: NumeroPedimento!
cfdi:CuentaPredial: Numero!
cfdi:ComplementoConcepto: >*
cfdi:Parte: ClaveProdServ! NoIdentificacion Cantidad! Unidad Descripcion! ValorUnitario Importe >>InformacionAduanera
cfdi:Complemento: >*
cfdi:Impuestos: >Retenciones/Retencion(Impuesto! Importe!) TotalImpuestosRetenidos >Traslados/Traslado(Base! Impuesto! TipoFactor! TasaOCuota Importe) TotalImpuestosTrasladados

pago20:Pagos: Version! >Totales >Pago
pago20:Totales: TotalRetencionesIVA TotalRetencionesISR TotalRetencionesIEPS TotalTrasladosBaseIVA16 TotalTrasladosImpuestoIVA16 TotalTrasladosBaseIVA8 TotalTrasladosImpuestoIVA8 TotalTrasladosBaseIVA0 TotalTrasladosImpuestoIVA0 TotalTrasladosBaseIVAExento MontoTotalPagos!
pago20:Pago: FechaPago! FormaDePagoP! MonedaP! TipoCambioP Monto! NumOperacion RfcEmisorCtaOrd NomBancoOrdExt CtaOrdenante RfcEmisorCtaBen CtaBeneficiario TipoCadPago CertPago CadPago SelloPago >DoctoRelacionado >ImpuestosP
pago20:DoctoRelacionado: IdDocumento! Serie Folio MonedaDR! EquivalenciaDR NumParcialidad! ImpSaldoAnt! ImpPagado! ImpSaldoInsoluto! ObjetoImpDR! >ImpuestosDR/RetencionesDR/RetencionDR(BaseDR! ImpuestoDR! TipoFactorDR! TasaOCuotaDR! ImporteDR!) >ImpuestosDR/TrasladosDR/TrasladoDR(BaseDR! ImpuestoDR! TipoFactorDR! TasaOCuotaDR ImporteDR)
pago20:ImpuestosP: >RetencionesP >TrasladosP
pago20:RetencionesP: >RetencionP
pago20:TrasladosP: >TrasladoP
pago20:RetencionP: ImpuestoP! ImporteP!
pago20:TrasladoP: BaseP! ImpuestoP! TipoFactorP! TasaOCuotaP ImporteP

nomina12:Nomina: Version! TipoNomina! FechaPago! FechaInicialPago! FechaFinalPago! NumDiasPagados! TotalPercepciones TotalDeducciones TotalOtrosPagos >Emisor >Receptor >Percepciones >Deducciones >OtrosPagos >Incapacidades
nomina12:Emisor: Curp RegistroPatronal RfcPatronOrigen >EntidadSNCF
nomina12:EntidadSNCF: OrigenRecurso! MontoRecursoPropio
nomina12:Receptor: Curp! NumSeguridadSocial FechaInicioRelLaboral Antigüedad TipoContrato! Sindicalizado TipoJornada TipoRegimen! NumEmpleado! Departamento Puesto RiesgoPuesto PeriodicidadPago! Banco CuentaBancaria SalarioBaseCotApor SalarioDiarioIntegrado ClaveEntFed! >SubContratacion
nomina12:SubContratacion: RfcLabora! PorcentajeTiempo!
nomina12:Percepciones: TotalSueldos TotalSeparacionIndemnizacion TotalJubilacionPensionRetiro TotalGravado! TotalExento! >Percepcion >JubilacionPensionRetiro >SeparacionIndemnizacion
nomina12:Percepcion: TipoPercepcion! Clave! Concepto! ImporteGravado! ImporteExento! >AccionesOTitulos >HorasExtra
nomina12:AccionesOTitulos: ValorMercado! PrecioAlOtorgarse!
nomina12:HorasExtra: Dias! TipoHoras! HorasExtra! ImportePagado!
nomina12:JubilacionPensionRetiro: TotalUnaExhibicion TotalParcialidad MontoDiario IngresoAcumulable! IngresoNoAcumulable!
nomina12:SeparacionIndemnizacion: TotalPagado! NumAñosServicio! UltimoSueldoMensOrd! IngresoAcumulable! IngresoNoAcumulable!
nomina12:Deducciones: TotalOtrasDeducciones TotalImpuestosRetenidos >Deduccion
nomina12:Deduccion: TipoDeduccion! Clave! Concepto! Importe!
nomina12:OtrosPagos: >OtroPago
nomina12:OtroPago: TipoOtroPago! Clave! Concepto! Importe! >SubsidioAlEmpleo >CompensacionSaldosAFavor
nomina12:SubsidioAlEmpleo: SubsidioCausado!
nomina12:CompensacionSaldosAFavor: SaldoAFavor! Año! RemanenteSalFav!
nomina12:Incapacidades: >Incapacidad
nomina12:Incapacidad: DiasIncapacidad! TipoIncapacidad! ImporteMonetario

implocal:ImpuestosLocales: version! TotaldeRetenciones! TotaldeTraslados! >RetencionesLocales(ImpLocRetenido! TasadeRetencion! Importe!) >TrasladosLocales(ImpLocTrasladado! TasadeTraslado! Importe!)

retenciones:Retenciones: Version! NoCertificado! FolioInt FechaExp! LugarExpRetenc! CveRetenc! DescRetenc >CfdiRetenRelacionados >Emisor >Receptor >Periodo >Totales >Complemento
retenciones:CfdiRetenRelacionados: TipoRelacion! UUID!
retenciones:Emisor: RfcE! NomDenRazSocE! RegimenFiscalE!
retenciones:Receptor: NacionalidadR! >Nacional(RfcR! NomDenRazSocR! CurpR DomicilioFiscalR!) >Extranjero(NumRegIdTribR NomDenRazSocR!)
retenciones:Periodo: MesIni! MesFin! Ejercicio!
retenciones:Totales: MontoTotOperacion! MontoTotGrav! MontoTotExent! MontoTotRet! UtilidadBimestral ISRCorrespondiente >ImpRetenidos(BaseRet ImpuestoRet MontoRet! TipoPagoRet!)
retenciones:Complemento: >*

donat:Donatarias: version! noAutorizacion! fechaAutorizacion! leyenda!

divisas:Divisas: version! tipoOperacion!

leyendasFisc:LeyendasFiscales: version! >Leyenda
leyendasFisc:Leyenda: disposicionFiscal norma textoLeyenda!

pfic:PFintegranteCoordinado: version! ClaveVehicular! Placa! RFCPF

tpe:TuristaPasajeroExtranjero: version! fechadeTransito! tipoTransito! >datosTransito
tpe:datosTransito: Via! TipoId! NumeroId! Nacionalidad! EmpresaTransporte! IdTransporte

registrofiscal:CFDIRegistroFiscal: Version! Folio!

pagoenespecie:PagoEnEspecie: Version! CvePIC! FolioSolDon! PzaArtNombre! PzaArtTecn! PzaArtAProd! PzaArtDim!

aerolineas:Aerolineas: Version! TUA! >OtrosCargos
aerolineas:OtrosCargos: TotalCargos! >Cargo
aerolineas:Cargo: CodigoCargo! Importe!

valesdedespensa:ValesDeDespensa: version! tipoOperacion! registroPatronal numeroDeCuenta! total! >Conceptos
valesdedespensa:Conceptos: >Concepto
valesdedespensa:Concepto: identificador! fecha! rfc! curp! nombre! numSeguridadSocial importe!

notariospublicos:NotariosPublicos: Version! >DescInmuebles >DatosOperacion >DatosNotario >DatosEnajenante >DatosAdquiriente
notariospublicos:DescInmuebles: >DescInmueble
notariospublicos:DescInmueble: TipoInmueble! Calle! NoExterior NoInterior Colonia Localidad Referencia Municipio! Estado! Pais! CodigoPostal!
notariospublicos:DatosOperacion: NumInstrumentoNotarial! FechaInstNotarial! MontoOperacion! Subtotal! IVA!
notariospublicos:DatosNotario: CURP! NumNotaria! EntidadFederativa! Adscripcion
notariospublicos:DatosEnajenante: CoproSocConyugalE! >DatosUnEnajenante >DatosEnajenantesCopSC
notariospublicos:DatosUnEnajenante: Nombre! ApellidoPaterno! ApellidoMaterno RFC! CURP!
notariospublicos:DatosEnajenantesCopSC: >DatosEnajenanteCopSC
notariospublicos:DatosEnajenanteCopSC: Nombre! ApellidoPaterno ApellidoMaterno RFC! CURP Porcentaje!
notariospublicos:DatosAdquiriente: CoproSocConyugalE! >DatosUnAdquiriente >DatosAdquirientesCopSC
notariospublicos:DatosUnAdquiriente: Nombre! ApellidoPaterno ApellidoMaterno RFC! CURP
notariospublicos:DatosAdquirientesCopSC: >DatosAdquirienteCopSC
notariospublicos:DatosAdquirienteCopSC: Nombre! ApellidoPaterno ApellidoMaterno RFC! CURP Porcentaje!

vehiculousado:VehiculoUsado: Version! montoAdquisicion! montoEnajenacion! claveVehicular! marca! tipo! modelo! numeroMotor numeroSerie NIV valor! >InformacionAduanera
vehiculousado:InformacionAduanera: numero! fecha! aduana

servicioparcial:parcialesconstruccion: Version! NumPerLicoAut! >Inmueble
servicioparcial:Inmueble: Calle! NoExterior NoInterior Colonia Localidad Referencia Municipio! Estado! CodigoPostal!

decreto:renovacionysustitucionvehiculos: Version! TipoDeDecreto! >DecretoRenovVehicular >DecretoSustitVehicular
decreto:DecretoRenovVehicular: VehEnaj! >VehiculosUsadosEnajenadoPermAlFab >VehiculoNuvoSemEnajenadoFabAlPerm
decreto:DecretoSustitVehicular: VehEnaj! >VehiculoUsadoEnajenadoPermAlFab >VehiculoNuvoSemEnajenadoFabAlPerm
decreto:VehiculosUsadosEnajenadoPermAlFab: PrecioVehUsado! TipoVeh! Marca! TipooClase! Año! Modelo NIV NumSerie NumPlacas! NumMotor NumFolTarjCir! NumPedIm Aduana FechaRegulVeh Foliofiscal!
decreto:VehiculoNuvoSemEnajenadoFabAlPerm: Año! Modelo NumPlacas! RFC
decreto:VehiculoUsadoEnajenadoPermAlFab: PrecioVehUsado! TipoVeh! Marca! TipooClase! Año! Modelo NIV NumSerie NumPlacas! NumMotor NumFolTarjCir! NumFolAvisoint! NumPedIm! Aduana! FechaRegulVeh! Foliofiscal!

destruccion:certificadodedestruccion: Version! Serie! NumFolDesVeh! >VehiculoDestruido >InformacionAduanera
destruccion:VehiculoDestruido: Marca! TipooClase! Año! Modelo NIV NumSerie NumPlacas! NumMotor NumFolTarjCir!
destruccion:InformacionAduanera: NumPedImp! Fecha! Aduana!

obrasarte:obrasarteantiguedades: Version! TipoBien! OtrosTipoBien TituloAdquirido! OtrosTituloAdquirido Subtotal IVA FechaAdquisicion! CaracterísticasDeObraoPieza!

cce20:ComercioExterior: Version! MotivoTraslado ClaveDePedimento! CertificadoOrigen! NumCertificadoOrigen NumeroExportadorConfiable Incoterm Observaciones TipoCambioUSD! TotalUSD! >Emisor >Propietario >Receptor >Destinatario >Mercancias
cce20:Emisor: Curp >Domicilio
cce20:Propietario: NumRegIdTrib! ResidenciaFiscal!
cce20:Receptor: NumRegIdTrib >Domicilio
cce20:Destinatario: NumRegIdTrib Nombre >Domicilio
cce20:Mercancias: >Mercancia
cce20:Domicilio: Calle! NumeroExterior NumeroInterior Colonia Localidad Referencia Municipio Estado! Pais! CodigoPostal!
cce20:Mercancia: NoIdentificacion! FraccionArancelaria CantidadAduana UnidadAduana ValorUnitarioAduana ValorDolares! >DescripcionesEspecificas
cce20:DescripcionesEspecificas: Marca! Modelo SubModelo NumeroSerie

ine:INE: Version! TipoProceso! TipoComite IdContabilidad >Entidad
ine:Entidad: ClaveEntidad! Ambito >Contabilidad
ine:Contabilidad: IdContabilidad!

iedu:instEducativas: version! nombreAlumno! CURP! nivelEducativo! autRVOE! rfcPago

ventavehiculos:VentaVehiculos: version! ClaveVehicular! Niv >>InformacionAduanera
ventavehiculos:InformacionAduanera: numero! fecha! aduana

detallista:detallista: documentStructureVersion! >orderIdentification/referenceIdentification(#!) orderIdentification/ReferenceDate# buyer/gln#! seller/gln#! seller/alternatePartyIdentification#! totalAmount/Amount#! >TotalAllowanceCharge/specialServicesType(#) >TotalAllowanceCharge/Amount(#)

ecc12:EstadoDeCuentaCombustible: Version! TipoOperacion! NumeroDeCuenta! SubTotal! Total! >Conceptos
ecc12:Conceptos: >ConceptoEstadoDeCuentaCombustible
ecc12:Traslados: >Traslado
ecc12:ConceptoEstadoDeCuentaCombustible: Identificador! Fecha! Rfc! ClaveEstacion! Cantidad! TipoCombustible! Unidad NombreCombustible! FolioOperacion! ValorUnitario! Importe! >Traslados
ecc12:Traslado: Impuesto! TasaOCuota! Importe!

consumodecombustibles11:ConsumoDeCombustibles: version! tipoOperacion! numeroDeCuenta! subTotal total! >Conceptos
consumodecombustibles11:Conceptos: >ConceptoConsumoDeCombustibles
consumodecombustibles11:ConceptoConsumoDeCombustibles: identificador! fecha! rfc! claveEstacion! tipoCombustible! cantidad! nombreCombustible! folioOperacion! valorUnitario! importe! >Determinados
consumodecombustibles11:Determinados: >Determinado
consumodecombustibles11:Determinado: impuesto! tasaOCuota! importe!

gceh:GastosHidrocarburos: Version! NumeroContrato! AreaContractual >Erogacion
gceh:Erogacion: TipoErogacion! MontocuErogacion! Porcentaje! >DocumentoRelacionado >Actividades >CentroCostos
gceh:DocumentoRelacionado: OrigenErogacion! FolioFiscalVinculado RFCProveedor MontoTotalIVA! MontoRetencionISR MontoRetencionIVA MontoRetencionOtrosImpuestos NumeroPedimentoVinculado ClavePedimentoVinculado ClavePagoPedimentoVinculado MontoIVAPedimento OtrosImpuestosPagadosPedimento FechaFolioFiscalVinculado! Mes! MontoTotalErogaciones!
gceh:Actividades: ActividadRelacionada >SubActividades
gceh:SubActividades: SubActividadRelacionada >Tareas
gceh:Tareas: TareaRelacionada
gceh:CentroCostos: Campo >Yacimientos
gceh:Yacimientos: Yacimiento >Pozos
gceh:Pozos: Pozo

ieeh:IngresosHidrocarburos: Version! NumeroContrato! ContraprestacionPagadaOperador! Porcentaje! >DocumentoRelacionado
ieeh:DocumentoRelacionado: FolioFiscalVinculado! FechaFolioFiscalVinculado! Mes!

cartaporte31:CartaPorte: Version! IdCCP! TranspInternac! EntradaSalidaMerc PaisOrigenDestino ViaEntradaSalida TotalDistRec RegistroISTMO UbicacionPoloOrigen UbicacionPoloDestino >RegimenesAduaneros >Ubicaciones >Mercancias >FiguraTransporte
cartaporte31:RegimenesAduaneros: >RegimenAduaneroCCP
cartaporte31:RegimenAduaneroCCP: RegimenAduanero!
cartaporte31:Ubicaciones: >Ubicacion
cartaporte31:Ubicacion: TipoUbicacion! IDUbicacion RFCRemitenteDestinatario! NombreRemitenteDestinatario NumRegIdTrib ResidenciaFiscal NumEstacion NombreEstacion NavegacionTrafico FechaHoraSalidaLlegada! TipoEstacion DistanciaRecorrida >Domicilio(Calle NumeroExterior NumeroInterior Colonia Localidad Referencia Municipio Estado! Pais! CodigoPostal!)
cartaporte31:Mercancias: PesoBrutoTotal! UnidadPeso! PesoNetoTotal NumTotalMercancias! CargoPorTasacion LogisticaInversaRecoleccionDevolucion >Mercancia >Autotransporte >TransporteMaritimo >TransporteAereo >TransporteFerroviario
cartaporte31:Mercancia: BienesTransp! ClaveSTCC Descripcion! Cantidad! ClaveUnidad! Unidad Dimensiones MaterialPeligroso CveMaterialPeligroso Embalaje DescripEmbalaje SectorCOFEPRIS NombreIngredienteActivo NomQuimico DenominacionGenericaProd DenominacionDistintivaProd Fabricante FechaCaducidad LoteMedicamento FormaFarmaceutica CondicionesEspTransp RegistroSanitarioFolioAutorizacion PermisoImportacion FolioImpoVUCEM NumCAS RazonSocialEmpImp NumRegSanPlagCOFEPRIS DatosFabricante DatosFormulador DatosMaquilador UsoAutorizado PesoEnKg! ValorMercancia Moneda FraccionArancelaria UUIDComercioExt TipoMateria DescripcionMateria >DocumentacionAduanera >GuiasIdentificacion >CantidadTransporta >DetalleMercancia
cartaporte31:DocumentacionAduanera: TipoDocumento! NumPedimento IdentDocAduanero RFCImpo
cartaporte31:GuiasIdentificacion: NumeroGuiaIdentificacion! DescripGuiaIdentificacion! PesoGuiaIdentificacion!
cartaporte31:CantidadTransporta: Cantidad! IDOrigen! IDDestino! CvesTransporte
cartaporte31:DetalleMercancia: UnidadPesoMerc! PesoBruto! PesoNeto! PesoTara! NumPiezas
cartaporte31:Autotransporte: PermSCT! NumPermisoSCT! >IdentificacionVehicular >Seguros >Remolques
cartaporte31:IdentificacionVehicular: ConfigVehicular! PesoBrutoVehicular! PlacaVM! AnioModeloVM!
cartaporte31:Seguros: AseguraRespCivil! PolizaRespCivil! AseguraMedAmbiente PolizaMedAmbiente AseguraCarga PolizaCarga PrimaSeguro
cartaporte31:Remolques: >Remolque
cartaporte31:Remolque: SubTipoRem! Placa!
cartaporte31:TransporteMaritimo: PermSCT NumPermisoSCT NombreAseg NumPolizaSeguro TipoEmbarcacion! Matricula! NumeroOMI! AnioEmbarcacion NombreEmbarc NacionalidadEmbarc! UnidadesDeArqBruto! TipoCarga! Eslora Manga Calado Puntal LineaNaviera NombreAgenteNaviero! NumAutorizacionNaviero! NumViaje NumConocEmbarc PermisoTempNavegacion >Contenedor
cartaporte31:Contenedor: TipoContenedor! MatriculaContenedor NumPrecinto IdCCPRelacionado PlacaVMCCP FechaCertificacionCCP >RemolquesCCP
cartaporte31:RemolquesCCP: >RemolqueCCP
cartaporte31:RemolqueCCP: SubTipoRemCCP! PlacaCCP!
cartaporte31:TransporteAereo: PermSCT! NumPermisoSCT! MatriculaAeronave NombreAseg NumPolizaSeguro NumeroGuia! LugarContrato CodigoTransportista! RFCEmbarcador NumRegIdTribEmbarc ResidenciaFiscalEmbarc NombreEmbarcador
cartaporte31:TransporteFerroviario: TipoDeServicio! TipoDeTrafico! NombreAseg NumPolizaSeguro >DerechosDePaso >Carro
cartaporte31:DerechosDePaso: TipoDerechoDePaso! KilometrajePagado!
cartaporte31:Carro: TipoCarro! MatriculaCarro! GuiaCarro! ToneladasNetasCarro! >Contenedor(TipoContenedor! PesoContenedorVacio! PesoNetoMercancia!)
cartaporte31:FiguraTransporte: >TiposFigura
cartaporte31:TiposFigura: TipoFigura! RFCFigura NumLicencia NombreFigura! NumRegIdTribFigura ResidenciaFiscalFigura >PartesTransporte >Domicilio(Calle NumeroExterior NumeroInterior Colonia Localidad Referencia Municipio Estado! Pais! CodigoPostal!)
cartaporte31:PartesTransporte: ParteTransporte!

hidrocarburospetroliferos:HidroYPetro: Version! TipoPermiso! NumeroPermiso! ClaveHYP! SubProductoHYP!

arrendamientoenfideicomiso:Arrendamientoenfideicomiso: Version! PagProvEfecPorFiduc! RendimFideicom! DeduccCorresp! MontTotRet MontResFiscDistFibras MontOtrosConceptDistr DescrMontOtrosConceptDistr

dividendos:Dividendos: Version! >DividOUtil >Remanente
dividendos:DividOUtil: CveTipDivOUtil! MontISRAcredRetMexico! MontISRAcredRetExtranjero! MontRetExtDivExt TipoSocDistrDiv! MontISRAcredNal MontDivAcumNal MontDivAcumExt
dividendos:Remanente: ProporcionRem

enajenaciondeacciones:EnajenaciondeAcciones: Version! ContratoIntermediacion! Ganancia! Perdida!

fideicomisonoempresarial:Fideicomisonoempresarial: Version! >IngresosOEntradas >DeduccOSalidas >RetEfectFideicomiso
fideicomisonoempresarial:IngresosOEntradas: MontTotEntradasPeriodo! PartPropAcumDelFideicom! PropDelMontTot! >IntegracIngresos(Concepto!)
fideicomisonoempresarial:DeduccOSalidas: MontTotEgresPeriodo! PartPropDelFideicom! PropDelMontTot! >IntegracEgresos(ConceptoS!)
fideicomisonoempresarial:RetEfectFideicomiso: MontRetRelPagFideic! DescRetRelPagFideic!

intereses:Intereses: Version! SistFinanciero! RetiroAORESRetInt! OperFinancDerivad! MontIntNominal! MontIntReal! Perdida!

intereseshipotecarios:Intereseshipotecarios: Version! CreditoDeInstFinanc! SaldoInsoluto! PropDeducDelCredit MontTotIntNominalesDev MontTotIntNominalesDevYPag MontTotIntRealPagDeduc NumContrato

pagosaextranjeros:Pagosaextranjeros: Version! EsBenefEfectDelCobro! >NoBeneficiario >Beneficiario
pagosaextranjeros:NoBeneficiario: PaisDeResidParaEfecFisc! ConceptoPago! DescripcionConcepto!
pagosaextranjeros:Beneficiario: RFC! CURP! NomDenRazSocB! ConceptoPago! DescripcionConcepto!

premios:Premios: Version! EntidadFederativa! MontTotPago! MontTotPagoGrav! MontTotPagoExent!

operacionesconderivados:Operacionesconderivados: Version! MontGanAcum! MontPerdDed!

sectorfinanciero:SectorFinanciero: Version! IdFideicom! NomFideicom DescripFideicom!

planesderetiro11:Planesderetiro: Version! SistemaFinanc! MontTotAportAnioInmAnterior MontIntRealesDevengAniooInmAnt! HuboRetirosAnioInmAntPer! MontTotRetiradoAnioInmAntPer MontTotExentRetiradoAnioInmAnt MontTotExedenteAnioInmAnt HuboRetirosAnioInmAnt! MontTotRetiradoAnioInmAnt NumReferencia >AportacionesODepositos
planesderetiro11:AportacionesODepositos: TipoAportacionODeposito! MontAportODep! RFCFiduciaria

plataformasTecnologicas:ServiciosPlataformasTecnologicas: Version! Periodicidad! NumServ! MonTotServSIVA! TotalIVATrasladado! TotalIVARetenido! TotalISRRetenido! DifIVAEntregadoPrestServ! MonTotalporUsoPlataforma! MonTotalContribucionGubernamental >Servicios
plataformasTecnologicas:Servicios: >DetallesDelServicio
plataformasTecnologicas:DetallesDelServicio: FormaPagoServ! TipoDeServ! SubTipServ RFCTerceroAutorizado FechaServ! PrecioServSinIVA! >ImpuestosTrasladadosdelServicio >ContribucionGubernamental >ComisionDelServicio
plataformasTecnologicas:ImpuestosTrasladadosdelServicio: Base! Impuesto! TipoFactor! TasaCuota! Importe!
plataformasTecnologicas:ContribucionGubernamental: ImpContrib! EntidadDondePagaLaContribucion!
plataformasTecnologicas:ComisionDelServicio: Base Porcentaje Importe!
`;
