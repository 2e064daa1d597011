import { readGrammar } from './grammar';
import { RAW_COMPLEMENTS } from './raw-complements';

/*
 * The SAT's schemas in a compact notation. Each element has one line with its attributes (`!` means
 * required) and their types of `types.ts` (with `_` before a type, the schema keeps white space), and `#`
 * with the type of its text. A second line with `>` lists its children: `?` means at most one, `*` any
 * number, `+` at least one, `{1-4}` one to four, `[Shape]` that another element has the same name, and
 * `A|B` a choice. The schemas are cfdv40.xsd, Pagos20.xsd, nomina12.xsd, implocal.xsd,
 * TimbreFiscalDigitalv11.xsd and retencionpagov2.xsd, read 2026-11-23; donat11.xsd, iedu.xsd,
 * leyendasFisc.xsd, hidrocarburospetroliferos.xsd, ine11.xsd, notariospublicos.xsd, vehiculousado.xsd and
 * the complements of withholding documents, read 2026-11-28; ComercioExterior20.xsd, read 2026-11-29, and
 * CartaPorte31.xsd, read 2026-11-30.
 */

const PAGOS = `
Pagos: Version!='2.0'
> Totales Pago+
Totales: TotalRetencionesIVA=mxn TotalRetencionesISR=mxn TotalRetencionesIEPS=mxn TotalTrasladosBaseIVA16=mxn TotalTrasladosImpuestoIVA16=mxn TotalTrasladosBaseIVA8=mxn TotalTrasladosImpuestoIVA8=mxn TotalTrasladosBaseIVA0=mxn TotalTrasladosImpuestoIVA0=mxn TotalTrasladosBaseIVAExento=mxn MontoTotalPagos!=mxn
Pago: FechaPago!=time FormaDePagoP!=code2 MonedaP!=code3 TipoCambioP=positive Monto!=importe NumOperacion=_text100 RfcEmisorCtaOrd=bank NomBancoOrdExt=text300 CtaOrdenante=account RfcEmisorCtaBen=company CtaBeneficiario=account TipoCadPago=code2 CertPago=base64 CadPago=open8192 SelloPago=base64
> DoctoRelacionado+ ImpuestosP?
DoctoRelacionado: IdDocumento!=document Serie=text25 Folio=text40 MonedaDR!=code3 EquivalenciaDR=equivalence NumParcialidad!=partial ImpSaldoAnt!=importe ImpPagado!=importe ImpSaldoInsoluto!=importe ObjetoImpDR!=code2
> ImpuestosDR?
ImpuestosDR:
> RetencionesDR? TrasladosDR?
RetencionesDR:
> RetencionDR+
RetencionDR: BaseDR!=positive ImpuestoDR!=code3 TipoFactorDR!=code4-6 TasaOCuotaDR!=rate ImporteDR!=importe
TrasladosDR:
> TrasladoDR+
TrasladoDR: BaseDR!=positive ImpuestoDR!=code3 TipoFactorDR!=code4-6 TasaOCuotaDR=rate ImporteDR=importe
ImpuestosP:
> RetencionesP? TrasladosP?
RetencionesP:
> RetencionP+
RetencionP: ImpuestoP!=code3 ImporteP!=importe
TrasladosP:
> TrasladoP+
TrasladoP: BaseP!=importe ImpuestoP!=code3 TipoFactorP!=code4-6 TasaOCuotaP=rate ImporteP=importe
`;

const NOMINA = `
Nomina: Version!='1.2' TipoNomina!='O|E' FechaPago!=date FechaInicialPago!=date FechaFinalPago!=date NumDiasPagados!=paidDays TotalPercepciones=mxn TotalDeducciones=mxn TotalOtrosPagos=mxn
> Emisor? Receptor Percepciones? Deducciones? OtrosPagos? Incapacidades?
Emisor: Curp=curp RegistroPatronal=text20 RfcPatronOrigen=rfc
> EntidadSNCF?
EntidadSNCF: OrigenRecurso!=code2 MontoRecursoPropio=mxn
Receptor: Curp!=curp NumSeguridadSocial=digits1-15 FechaInicioRelLaboral=date Antigüedad=seniority TipoContrato!=code2 Sindicalizado='Sí|No' TipoJornada=code2 TipoRegimen!=code2 NumEmpleado!=text15 Departamento=text100 Puesto=text100 RiesgoPuesto=code1-2 PeriodicidadPago!=code2 Banco=code3 CuentaBancaria=digits10-18 SalarioBaseCotApor=mxn SalarioDiarioIntegrado=mxn ClaveEntFed!=code2-3
> SubContratacion*
SubContratacion: RfcLabora!=rfc PorcentajeTiempo!=share
Percepciones: TotalSueldos=mxn TotalSeparacionIndemnizacion=mxn TotalJubilacionPensionRetiro=mxn TotalGravado!=mxn TotalExento!=mxn
> Percepcion+ JubilacionPensionRetiro? SeparacionIndemnizacion?
Percepcion: TipoPercepcion!=code3 Clave!=text3-15 Concepto!=text100 ImporteGravado!=mxn ImporteExento!=mxn
> AccionesOTitulos? HorasExtra*
AccionesOTitulos: ValorMercado!=positive PrecioAlOtorgarse!=positive
HorasExtra: Dias!=count TipoHoras!=code2 HorasExtra!=count ImportePagado!=mxn
JubilacionPensionRetiro: TotalUnaExhibicion=mxn TotalParcialidad=mxn MontoDiario=mxn IngresoAcumulable!=mxn IngresoNoAcumulable!=mxn
SeparacionIndemnizacion: TotalPagado!=mxn NumAñosServicio!=serviceYears UltimoSueldoMensOrd!=mxn IngresoAcumulable!=mxn IngresoNoAcumulable!=mxn
Deducciones: TotalOtrasDeducciones=mxn TotalImpuestosRetenidos=mxn
> Deduccion+
Deduccion: TipoDeduccion!=code3 Clave!=_text3-15 Concepto!=_text100 Importe!=mxn
OtrosPagos:
> OtroPago+
OtroPago: TipoOtroPago!=code3 Clave!=text3-15 Concepto!=text100 Importe!=mxn
> SubsidioAlEmpleo? CompensacionSaldosAFavor?
SubsidioAlEmpleo: SubsidioCausado!=mxn
CompensacionSaldosAFavor: SaldoAFavor!=mxn Año!=balanceYear RemanenteSalFav!=mxn
Incapacidades:
> Incapacidad+
Incapacidad: DiasIncapacidad!=count TipoIncapacidad!=code2 ImporteMonetario=mxn
`;

const IMPLOCAL = `
ImpuestosLocales: version!='1.0' TotaldeRetenciones!=local TotaldeTraslados!=local
> any RetencionesLocales* TrasladosLocales*
RetencionesLocales: ImpLocRetenido!=any TasadeRetencion!=local Importe!=local
TrasladosLocales: ImpLocTrasladado!=any TasadeTraslado!=local Importe!=local
`;

const DONAT = `
Donatarias: version!='1.1' noAutorizacion!=any fechaAutorizacion!=date leyenda!=any
`;

const IEDU = `
instEducativas: version!='1.0' nombreAlumno!=any CURP!=pupil nivelEducativo!=schoolLevel autRVOE!=some rfcPago=payer
`;

const LEYENDAS = `
LeyendasFiscales: version!='1.0'
> Leyenda+
Leyenda: disposicionFiscal=some norma=some textoLeyenda!=some
`;

const HIDROCARBUROS = `
HidroYPetro: Version!='1.0' TipoPermiso!='PER01|PER02|PER03|PER04|PER05|PER06|PER07|PER08|PER09|PER10|PER11' NumeroPermiso!=open15-35 ClaveHYP!='15101505|15101514|15101515' SubProductoHYP!='SP16|SP17|SP18|SP19|SP22|SP23|SP24|SP25|SP48'
`;

const INE = `
INE: Version!='1.1' TipoProceso!='Ordinario|Precampaña|Campaña' TipoComite=committee IdContabilidad=digits1-6
> Entidad*
Entidad: ClaveEntidad!='AGU|BCN|BCS|CAM|CHP|CHH|COA|COL|CR1|CR2|CR3|CR4|CR5|DIF|DUR|GUA|GRO|HID|JAL|MEX|MIC|MOR|NAC|NAY|NLE|OAX|PUE|QUE|ROO|SLP|SIN|SON|TAB|TAM|TLA|VER|YUC|ZAC' Ambito='Local|Federal'
> Contabilidad*
Contabilidad: IdContabilidad!=digits1-6
`;

const NOTARIOS = `
NotariosPublicos: Version!='1.0'
> DescInmuebles DatosOperacion DatosNotario DatosEnajenante DatosAdquiriente
DescInmuebles:
> DescInmueble+
DescInmueble: TipoInmueble!=digits2 Calle!=open150 NoExterior=open55 NoInterior=open30 Colonia=open100 Localidad=open100 Referencia=open100 Municipio!=open100 Estado!=state32 Pais!=country CodigoPostal!=digits5
DatosOperacion: NumInstrumentoNotarial!=digits1-6 FechaInstNotarial!=date MontoOperacion!=six Subtotal!=six IVA!=six
DatosNotario: CURP!=pupil NumNotaria!=digits1-3 EntidadFederativa!=state32 Adscripcion=open255
DatosEnajenante: CoproSocConyugalE!='Si|No'
> DatosUnEnajenante|DatosEnajenantesCopSC
DatosUnEnajenante: Nombre!=open254 ApellidoPaterno!=open200 ApellidoMaterno=open200 RFC!=payer CURP!=pupil
DatosEnajenantesCopSC:
> DatosEnajenanteCopSC+
DatosEnajenanteCopSC: Nombre!=open254 ApellidoPaterno=open200 ApellidoMaterno=open200 RFC!=payer CURP=pupil Porcentaje!=local
DatosAdquiriente: CoproSocConyugalE!='Si|No'
> DatosUnAdquiriente|DatosAdquirientesCopSC
DatosUnAdquiriente: Nombre!=open254 ApellidoPaterno=open200 ApellidoMaterno=open200 RFC!=payer CURP=pupil
DatosAdquirientesCopSC:
> DatosAdquirienteCopSC+
DatosAdquirienteCopSC: Nombre!=open254 ApellidoPaterno=open200 ApellidoMaterno=open200 RFC!=payer CURP=pupil Porcentaje!=local
`;

const VEHICULO_USADO = `
VehiculoUsado: Version!='1.0' montoAdquisicion!=six montoEnajenacion!=six claveVehicular!=open7 marca!=open50 tipo!=open50 modelo!=digits4 numeroMotor=open17 numeroSerie=open17 NIV=open17 valor!=six
> InformacionAduanera*
InformacionAduanera: numero!=some fecha!=date aduana=some
`;

const CARTA_PORTE = `
CartaPorte: Version!='3.1' IdCCP!=idCcp TranspInternac!='Sí|No' EntradaSalidaMerc='Entrada|Salida' PaisOrigenDestino=country ViaEntradaSalida=code2 TotalDistRec=kilometers RegistroISTMO='Sí' UbicacionPoloOrigen=code2 UbicacionPoloDestino=code2
> RegimenesAduaneros? Ubicaciones Mercancias FiguraTransporte?
RegimenesAduaneros:
> RegimenAduaneroCCP+
RegimenAduaneroCCP: RegimenAduanero!=code3
Ubicaciones:
> Ubicacion+
Ubicacion: TipoUbicacion!='Origen|Destino' IDUbicacion=stop RFCRemitenteDestinatario!=rfc NombreRemitenteDestinatario=text254 NumRegIdTrib=text6-40 ResidenciaFiscal=country NumEstacion=text10 NombreEstacion=text50 NavegacionTrafico='Altura|Cabotaje' FechaHoraSalidaLlegada!=time TipoEstacion='01|02|03' DistanciaRecorrida=kilometers
> Domicilio?
Domicilio: Calle=text100 NumeroExterior=text55 NumeroInterior=text55 Colonia=text120 Localidad=text120 Referencia=text250 Municipio=text120 Estado!=text30 Pais!=country CodigoPostal!=open12
Mercancias: PesoBrutoTotal!=weight UnidadPeso!=text3 PesoNetoTotal=weight NumTotalMercancias!=count CargoPorTasacion=importe LogisticaInversaRecoleccionDevolucion='Sí'
> Mercancia+ Autotransporte? TransporteMaritimo? TransporteAereo? TransporteFerroviario?
Mercancia: BienesTransp!=goods ClaveSTCC=text6-7 Descripcion!=text1000 Cantidad!=positive ClaveUnidad!=code1-3 Unidad=text20 Dimensiones=dimensions MaterialPeligroso='Sí|No' CveMaterialPeligroso=code3-5 Embalaje=code2-4 DescripEmbalaje=text100 SectorCOFEPRIS=code2 NombreIngredienteActivo=text1000 NomQuimico=text150 DenominacionGenericaProd=text50 DenominacionDistintivaProd=text50 Fabricante=text240 FechaCaducidad=date LoteMedicamento=text10 FormaFarmaceutica=code2 CondicionesEspTransp=code2 RegistroSanitarioFolioAutorizacion=text15 PermisoImportacion=text6 FolioImpoVUCEM=text25 NumCAS=text15 RazonSocialEmpImp=text80 NumRegSanPlagCOFEPRIS=text60 DatosFabricante=text600 DatosFormulador=text600 DatosMaquilador=text600 UsoAutorizado=text1000 PesoEnKg!=weight ValorMercancia=importe Moneda=code3 FraccionArancelaria=digits8-10 UUIDComercioExt=uuid TipoMateria=code2 DescripcionMateria=text50
> DocumentacionAduanera* GuiasIdentificacion* CantidadTransporta* DetalleMercancia?
DocumentacionAduanera: TipoDocumento!=code2 NumPedimento=pedimento IdentDocAduanero=text150 RFCImpo=rfc
GuiasIdentificacion: NumeroGuiaIdentificacion!=text10-30 DescripGuiaIdentificacion!=text1000 PesoGuiaIdentificacion!=weight
CantidadTransporta: Cantidad!=positive IDOrigen!=stop IDDestino!=stop CvesTransporte=code2
DetalleMercancia: UnidadPesoMerc!=text3 PesoBruto!=weight PesoNeto!=weight PesoTara!=weight NumPiezas=count
Autotransporte: PermSCT!=code6 NumPermisoSCT!=text50
> IdentificacionVehicular Seguros Remolques?
IdentificacionVehicular: ConfigVehicular!=code2-8 PesoBrutoVehicular!=tonnes PlacaVM!=plate AnioModeloVM!=modelYear
Seguros: AseguraRespCivil!=text3-50 PolizaRespCivil!=text3-30 AseguraMedAmbiente=text3-50 PolizaMedAmbiente=text3-30 AseguraCarga=text3-50 PolizaCarga=text3-30 PrimaSeguro=importe
Remolques:
> Remolque+
Remolque: SubTipoRem!=code6 Placa!=plate
FiguraTransporte:
> TiposFigura+
TiposFigura: TipoFigura!=code2 RFCFigura=rfc NumLicencia=text6-16 NombreFigura!=text254 NumRegIdTribFigura=text6-40 ResidenciaFiscalFigura=country
> PartesTransporte* Domicilio?
PartesTransporte: ParteTransporte!=code4
TransporteMaritimo: PermSCT=code6 NumPermisoSCT=text30 NombreAseg=text3-50 NumPolizaSeguro=text3-30 TipoEmbarcacion!=code3 Matricula!=text7-30 NumeroOMI!=imo AnioEmbarcacion=modelYear NombreEmbarc=text50 NacionalidadEmbarc!=country UnidadesDeArqBruto!=weight TipoCarga!=code3 Eslora=tonnes Manga=tonnes Calado=tonnes Puntal=tonnes LineaNaviera=text3-50 NombreAgenteNaviero!=text100 NumAutorizacionNaviero!=text10-20 NumViaje=text30 NumConocEmbarc=text30 PermisoTempNavegacion=text19
> Contenedor*
Contenedor: TipoContenedor!=code5 MatriculaContenedor=text11-15 NumPrecinto=text5-20 IdCCPRelacionado=idCcp PlacaVMCCP=plate FechaCertificacionCCP=time
> RemolquesCCP?
RemolquesCCP:
> RemolqueCCP+
RemolqueCCP: SubTipoRemCCP!=code6 PlacaCCP!=plate
TransporteAereo: PermSCT!=code6 NumPermisoSCT!=text50 MatriculaAeronave=aircraft NombreAseg=text3-50 NumPolizaSeguro=text3-30 NumeroGuia!=text12-15 LugarContrato=text120 CodigoTransportista!=code5 RFCEmbarcador=rfc NumRegIdTribEmbarc=text6-40 ResidenciaFiscalEmbarc=country NombreEmbarcador=text254
TransporteFerroviario: TipoDeServicio!=code4 TipoDeTrafico!=code4 NombreAseg=text3-50 NumPolizaSeguro=text3-30
> DerechosDePaso* Carro+
DerechosDePaso: TipoDerechoDePaso!=code6 KilometrajePagado!=tonnes
Carro: TipoCarro!=code4 MatriculaCarro!=text6-15 GuiaCarro!=text15 ToneladasNetasCarro!=weight
> Contenedor[CarroContenedor]*
CarroContenedor: TipoContenedor!=code4 PesoContenedorVacio!=weight PesoNetoMercancia!=weight
`;

const COMERCIO_EXTERIOR = `
ComercioExterior: Version!='2.0' MotivoTraslado='01|02|03|04|05|99' ClaveDePedimento!='A1' CertificadoOrigen!='0|1' NumCertificadoOrigen=text6-40 NumeroExportadorConfiable=text50 Incoterm='CFR|CIF|CIP|CPT|DAP|DDP|DPU|EXW|FAS|FCA|FOB' Observaciones=text300 TipoCambioUSD!=positive TotalUSD!=importe
> Emisor? Propietario* Receptor? Destinatario* Mercancias
Emisor: Curp=curp
> Domicilio
Propietario: NumRegIdTrib!=open6-40 ResidenciaFiscal!=country
Receptor: NumRegIdTrib=open6-40
> Domicilio?
Destinatario: NumRegIdTrib=open6-40 Nombre=text300
> Domicilio+
Domicilio: Calle!=text100 NumeroExterior=text55 NumeroInterior=text55 Colonia=text120 Localidad=text120 Referencia=text250 Municipio=text120 Estado!=text30 Pais!=country CodigoPostal!=open12
Mercancias:
> Mercancia+
Mercancia: NoIdentificacion!=text100 FraccionArancelaria=digits8-10 CantidadAduana=weight UnidadAduana=digits2 ValorUnitarioAduana=importe ValorDolares!=dollars
> DescripcionesEspecificas*
DescripcionesEspecificas: Marca!=text35 Modelo=text80 SubModelo=text50 NumeroSerie=text40
`;

const TFD = `
TimbreFiscalDigital: Version!='1.1' UUID!=uuid FechaTimbrado!=time RfcProvCertif!=company Leyenda=legend SelloCFD!=any NoCertificadoSAT!=digits20 SelloSAT!=any
`;

const RETENCIONES = `
Retenciones: Version!='2.0' FolioInt=folio Sello!=any NoCertificado!=digits20 Certificado!=any FechaExp!=time LugarExpRetenc!=digits5 CveRetenc!=code2 DescRetenc=open100
> CfdiRetenRelacionados? Emisor Receptor Periodo Totales Complemento? Addenda?
CfdiRetenRelacionados: TipoRelacion!=code2 UUID!=uuid
Emisor: RfcE!=rfc NomDenRazSocE!=open254 RegimenFiscalE!=code3
Receptor: NacionalidadR!='Nacional|Extranjero'
> Nacional|Extranjero
Nacional: RfcR!=rfc NomDenRazSocR!=open254 CurpR=curp DomicilioFiscalR!=digits5
Extranjero: NumRegIdTribR=open20 NomDenRazSocR!=open300
Periodo: MesIni!=month MesFin!=month Ejercicio!=period
Totales: MontoTotOperacion!=mxn MontoTotGrav!=mxn MontoTotExent!=mxn MontoTotRet!=mxn UtilidadBimestral=mxn ISRCorrespondiente=mxn
> ImpRetenidos*
ImpRetenidos: BaseRet=mxn ImpuestoRet=code3 MontoRet!=mxn TipoPagoRet!=code2
Complemento:
> open arrendamientoenfideicomiso:Arrendamientoenfideicomiso* dividendos:Dividendos* enajenaciondeacciones:EnajenaciondeAcciones* fideicomisonoempresarial:Fideicomisonoempresarial* intereses:Intereses* intereseshipotecarios:Intereseshipotecarios* operacionesconderivados:Operacionesconderivados* pagosaextranjeros:Pagosaextranjeros* planesderetiro11:Planesderetiro* plataformasTecnologicas:ServiciosPlataformasTecnologicas* premios:Premios* sectorfinanciero:SectorFinanciero* tfd:TimbreFiscalDigital*
Addenda:
> anything
`;

/** The schemas of the complements of withholding documents, with one vocabulary for each prefix. */
const WITHHELD = {
  arrendamientoenfideicomiso: `
Arrendamientoenfideicomiso: Version!='1.0' PagProvEfecPorFiduc!=six RendimFideicom!=six DeduccCorresp!=six MontTotRet=six MontResFiscDistFibras=six MontOtrosConceptDistr=six DescrMontOtrosConceptDistr=any
`,
  dividendos: `
Dividendos: Version!='1.0'
> DividOUtil? Remanente?
DividOUtil: CveTipDivOUtil!='01|02|03|04|05|06' MontISRAcredRetMexico!=six MontISRAcredRetExtranjero!=six MontRetExtDivExt=six TipoSocDistrDiv!=dividendCompany MontISRAcredNal=six MontDivAcumNal=six MontDivAcumExt=six
Remanente: ProporcionRem=six
`,
  enajenaciondeacciones: `
EnajenaciondeAcciones: Version!='1.0' ContratoIntermediacion!=open300 Ganancia!=six Perdida!=six
`,
  fideicomisonoempresarial: `
Fideicomisonoempresarial: Version!='1.0'
> IngresosOEntradas DeduccOSalidas RetEfectFideicomiso
IngresosOEntradas: MontTotEntradasPeriodo!=six PartPropAcumDelFideicom!=six PropDelMontTot!=six
> IntegracIngresos
IntegracIngresos: Concepto!=open100
DeduccOSalidas: MontTotEgresPeriodo!=six PartPropDelFideicom!=six PropDelMontTot!=pointed
> IntegracEgresos
IntegracEgresos: ConceptoS!=open100
RetEfectFideicomiso: MontRetRelPagFideic!=six DescRetRelPagFideic!=open100
`,
  intereses: `
Intereses: Version!='1.0' SistFinanciero!='SI|NO' RetiroAORESRetInt!='SI|NO' OperFinancDerivad!='SI|NO' MontIntNominal!=six MontIntReal!=six Perdida!=six
`,
  intereseshipotecarios: `
Intereseshipotecarios: Version!='1.0' CreditoDeInstFinanc!='SI|NO' SaldoInsoluto!=six PropDeducDelCredit=six MontTotIntNominalesDev=six MontTotIntNominalesDevYPag=six MontTotIntRealPagDeduc=six NumContrato=open300
`,
  operacionesconderivados: `
Operacionesconderivados: Version!='1.0' MontGanAcum!=six MontPerdDed!=six
`,
  pagosaextranjeros: `
Pagosaextranjeros: Version!='1.0' EsBenefEfectDelCobro!='SI|NO'
> NoBeneficiario? Beneficiario?
NoBeneficiario: PaisDeResidParaEfecFisc!=code2-3 ConceptoPago!='1|2|3|4|5|6|7|8|9' DescripcionConcepto!=open255
Beneficiario: RFC!=rfc CURP!=curp NomDenRazSocB!=open300 ConceptoPago!='1|2|3|4|5|6|7|8|9' DescripcionConcepto!=open255
`,
  planesderetiro11: `
Planesderetiro: Version!='1.1' SistemaFinanc!='SI|NO' MontTotAportAnioInmAnterior=six MontIntRealesDevengAniooInmAnt!=six HuboRetirosAnioInmAntPer!='SI|NO' MontTotRetiradoAnioInmAntPer=six MontTotExentRetiradoAnioInmAnt=six MontTotExedenteAnioInmAnt=six HuboRetirosAnioInmAnt!='SI|NO' MontTotRetiradoAnioInmAnt=six NumReferencia=open300
> AportacionesODepositos*
AportacionesODepositos: TipoAportacionODeposito!='a|b|c' MontAportODep!=six RFCFiduciaria=rfc
`,
  plataformasTecnologicas: `
ServiciosPlataformasTecnologicas: Version!='1.0' Periodicidad!='01|02|03|04|05' NumServ!=count MonTotServSIVA!=importe TotalIVATrasladado!=importe TotalIVARetenido!=importe TotalISRRetenido!=importe DifIVAEntregadoPrestServ!=importe MonTotalporUsoPlataforma!=importe MonTotalContribucionGubernamental=importe
> Servicios
Servicios:
> DetallesDelServicio+
DetallesDelServicio: FormaPagoServ!='01|02|03|04|05|06|07|08|09' TipoDeServ!='01|02|03|04|05|06|07|08|09|11' SubTipServ='01|02|03|04|08|09' RFCTerceroAutorizado=person FechaServ!=date PrecioServSinIVA!=importe
> ImpuestosTrasladadosdelServicio? ContribucionGubernamental? ComisionDelServicio?
ImpuestosTrasladadosdelServicio: Base!=positive Impuesto!='01|02|03' TipoFactor!='Tasa' TasaCuota!=platformRate Importe!=importe
ContribucionGubernamental: ImpContrib!=importe EntidadDondePagaLaContribucion!=state32
ComisionDelServicio: Base=positive Porcentaje=commissionRate Importe!=importe
`,
  premios: `
Premios: Version!='1.0' EntidadFederativa!=state32 MontTotPago!=six MontTotPagoGrav!=six MontTotPagoExent!=six
`,
  sectorfinanciero: `
SectorFinanciero: Version!='1.0' IdFideicom!=open20 NomFideicom=open100 DescripFideicom!=open300
`,
};

/*
 * The schemas of the complements of a CFDI. In cfdv40.xsd, complements of the document and complements of a
 * concept have the same wildcard, which allows the root of every complement in both places, any number of
 * times. The SAT's matrices refuse some complements that are in the wrong place or repeated (CP112,
 * CCE113).
 */
const OF_CFDI = {
  pago20: PAGOS,
  nomina12: NOMINA,
  implocal: IMPLOCAL,
  donat: DONAT,
  iedu: IEDU,
  leyendasFisc: LEYENDAS,
  hidrocarburospetroliferos: HIDROCARBUROS,
  ine: INE,
  notariospublicos: NOTARIOS,
  vehiculousado: VEHICULO_USADO,
  cartaporte31: CARTA_PORTE,
  cce20: COMERCIO_EXTERIOR,
  ...RAW_COMPLEMENTS,
  tfd: TFD,
};

/**
 * The roots of all complements, each of which is the first element of its vocabulary and can occur any
 * number of times.
 */
const COMPLEMENTS = Object.entries(OF_CFDI)
  .map(([prefix, source]) => `${prefix}:${source.trim().split(':', 1)[0]}*`)
  .join(' ');

const CFDI = `
Comprobante: Version!='4.0' Serie=text25 Folio=text40 Fecha!=time Sello!=any FormaPago=code2 NoCertificado!=digits20 Certificado!=any CondicionesDePago=text1000 SubTotal!=importe Descuento=importe Moneda!=code3 TipoCambio=positive Total!=importe TipoDeComprobante!='I|E|T|N|P' Exportacion!=code2 MetodoPago=code3 LugarExpedicion!=digits5 Confirmacion=confirmation
> InformacionGlobal? CfdiRelacionados* Emisor Receptor Conceptos Impuestos? Complemento? Addenda?
InformacionGlobal: Periodicidad!=code2 Meses!=code2 Año!=year
CfdiRelacionados: TipoRelacion!=code2
> CfdiRelacionado+
CfdiRelacionado: UUID!=uuid
Emisor: Rfc!=rfc Nombre!=text300 RegimenFiscal!=code3 FacAtrAdquirente=digits10
Receptor: Rfc!=rfc Nombre!=text300 DomicilioFiscalReceptor!=digits5 ResidenciaFiscal=code3 NumRegIdTrib=open40 RegimenFiscalReceptor!=code3 UsoCFDI!=code3-4
Conceptos:
> Concepto+
Concepto: ClaveProdServ!=code8 NoIdentificacion=text100 Cantidad!=positive ClaveUnidad!=code1-3 Unidad=text20 Descripcion!=text1000 ValorUnitario!=importe Importe!=importe Descuento=importe ObjetoImp!=code2
> Impuestos[ConceptoImpuestos]? ACuentaTerceros? InformacionAduanera* CuentaPredial* ComplementoConcepto? Parte*
ConceptoImpuestos:
> Traslados[ConceptoTraslados]? Retenciones[ConceptoRetenciones]?
ConceptoTraslados:
> Traslado[ConceptoTraslado]+
ConceptoTraslado: Base!=positive Impuesto!=code3 TipoFactor!=code4-6 TasaOCuota=rate Importe=importe
ConceptoRetenciones:
> Retencion[ConceptoRetencion]+
ConceptoRetencion: Base!=positive Impuesto!=code3 TipoFactor!=code4-6 TasaOCuota!=rate Importe!=importe
ACuentaTerceros: RfcACuentaTerceros!=rfc NombreACuentaTerceros!=text300 RegimenFiscalACuentaTerceros!=code3 DomicilioFiscalACuentaTerceros!=digits5
InformacionAduanera: NumeroPedimento!=pedimento
CuentaPredial: Numero!=predial
ComplementoConcepto:
> some ${COMPLEMENTS}
Parte: ClaveProdServ!=code8 NoIdentificacion=text100 Cantidad!=positive Unidad=text20 Descripcion!=text1000 ValorUnitario=importe Importe=importe
> InformacionAduanera*
Impuestos: TotalImpuestosRetenidos=importe TotalImpuestosTrasladados=importe
> Retenciones? Traslados?
Retenciones:
> Retencion+
Retencion: Impuesto!=code3 Importe!=importe
Traslados:
> Traslado+
Traslado: Base!=importe Impuesto!=code3 TipoFactor!=code4-6 TasaOCuota=rate Importe=importe
Complemento:
> open ${COMPLEMENTS}
Addenda:
> anything
`;

/** The grammar for all documents that this simulator stamps. */
export const GRAMMAR = readGrammar({
  cfdi: CFDI,
  ...OF_CFDI,
  retenciones: RETENCIONES,
  ...WITHHELD,
});
