import type { Text } from '../texts/language';

/** The texts about an area of the API, for readers of the documentation. */
export interface Area {
  title: Text;
  description: Text;
}

/** Every area of the API, keyed by the name that operations and the toolsets of assistants use. */
export const areas: Record<string, Area> = {
  organization: {
    title: { en: 'Organization', es: 'Organización' },
    description: {
      en: 'The organization of the credential: its name, look, prepaid balance, members with their roles, and its archive. One credential reaches one organization.',
      es: 'La organización de la credencial: su nombre, su imagen, su saldo prepagado, sus miembros con sus roles, y su archivo. Una credencial alcanza una sola organización.',
    },
  },
  credentials: {
    title: { en: 'API credentials', es: 'Credenciales de API' },
    description: {
      en: 'The keys with which programs and assistants call the API. A credential has permissions, and may have an end, allowed addresses and limits. A credential is valid in one environment: production or sandbox.',
      es: 'Las llaves con las que programas y asistentes llaman a la API. Una credencial tiene permisos, y puede tener vencimiento, direcciones permitidas y límites. Sirve en un solo entorno: producción o sandbox.',
    },
  },
  developerActivity: {
    title: { en: 'Developer activity', es: 'Actividad de desarrollo' },
    description: {
      en: 'The requests of programs and assistants with their outcomes, without contents: to find a failing integration, a slow operation or an unknown caller.',
      es: 'Las solicitudes de programas y asistentes con su resultado, sin su contenido: para encontrar una integración que falla, una operación lenta o a alguien desconocido que llama.',
    },
  },
  fiscalSetup: {
    title: { en: 'Fiscal setup', es: 'Configuración fiscal' },
    description: {
      en: 'The set-up of an issuer before its first stamp: the fiscal profile and the certificates of the SAT. The CSD seals documents; the FIEL (e.firma) signs requests to the SAT. `getFiscalReadiness` says what is missing.',
      es: 'La preparación de un emisor antes de su primer timbre: el perfil fiscal y los certificados del SAT. El CSD sella los documentos; la FIEL (e.firma) firma las solicitudes al SAT. `getFiscalReadiness` dice qué falta.',
    },
  },
  files: {
    title: { en: 'Files and delivery', es: 'Archivos y envíos' },
    description: {
      en: 'Uploads for imports, XML and PDF of documents, many documents as one ZIP, and e-mails with their state.',
      es: 'Archivos para importar, XML y PDF de documentos, muchos documentos en un solo ZIP, y los correos con su estado.',
    },
  },
  contacts: {
    title: { en: 'Contacts', es: 'Contactos' },
    description: {
      en: 'Customers and suppliers with their tax data. The name, regime and postal code of a receiver must equal the register of the SAT; Timbre reads and compares a Constancia.',
      es: 'Clientes y proveedores con sus datos fiscales. El nombre, el régimen y el código postal de un receptor deben ser los del registro del SAT; Timbre lee una Constancia y los compara.',
    },
  },
  sat: {
    title: { en: 'SAT', es: 'SAT' },
    description: {
      en: 'Catalogues and status of the SAT, the lists of articles 69 and 69-B, tax profiles, and the synchronization of CFDI, declarations and opinions of compliance from its portal.',
      es: 'Catálogos y estados del SAT, las listas de los artículos 69 y 69-B, perfiles fiscales, y la sincronización de CFDI, declaraciones y opiniones del cumplimiento desde su portal.',
    },
  },
  products: {
    title: { en: 'Products and stock', es: 'Productos e inventario' },
    description: {
      en: 'Goods and services with their SAT codes, prices and taxes, their suppliers, and their stock by location.',
      es: 'Bienes y servicios con sus claves del SAT, precios e impuestos, sus proveedores, y sus existencias por sucursal.',
    },
  },
  pricing: {
    title: { en: 'Prices', es: 'Precios' },
    description: {
      en: 'Prices for a customer, a location, or a customer at a location, and the rule that decides the price of a sale.',
      es: 'Los precios para un cliente, una sucursal, o un cliente en una sucursal, y la regla que decide el precio de una venta.',
    },
  },
  quotes: {
    title: { en: 'Quotes', es: 'Cotizaciones' },
    description: {
      en: 'Offers that a customer accepts and pays on a page. A paid quote becomes a sales receipt, and an invoice if the buyer asks for one.',
      es: 'Ofertas que un cliente acepta y paga en una página. Una cotización pagada se convierte en un recibo de venta, y en una factura si el comprador la pide.',
    },
  },
  imports: {
    title: { en: 'Imports', es: 'Importaciones' },
    description: {
      en: 'Products, customers and suppliers from a CSV or XLSX file: upload, preview, commit. Nothing changes before the commit.',
      es: 'Productos, clientes y proveedores de un archivo CSV o XLSX: cargar, ver antes, escribir. Nada cambia antes de escribir.',
    },
  },
  employees: {
    title: { en: 'Employees', es: 'Empleados' },
    description: {
      en: 'The people that payroll pays, with contract, wages and their history. The readiness of an employee lists the data that a receipt still needs.',
      es: 'Las personas a quienes paga la nómina, con contrato, salarios y su historia. La revisión de un empleado enumera los datos que aún faltan para un recibo.',
    },
  },
  locations: {
    title: { en: 'Locations', es: 'Sucursales' },
    description: {
      en: 'Branches, each with its place of issue, its series of receipts and its stock.',
      es: 'Sucursales, cada una con su lugar de expedición, su serie de recibos y sus existencias.',
    },
  },
  settings: {
    title: { en: 'Settings', es: 'Ajustes' },
    description: {
      en: 'Series with their folios, categories of expenses, fields of sales receipts, and the employer of payrolls.',
      es: 'Las series con sus folios, las categorías de gasto, los campos de los recibos de venta y el patrón de las nóminas.',
    },
  },
  salesReceipts: {
    title: { en: 'Sales receipts', es: 'Recibos de venta' },
    description: {
      en: 'Sales at the counter. Each receipt ends in a CFDI: an invoice to its buyer, or a global invoice to the public in general.',
      es: 'Ventas de mostrador. Cada recibo termina en un CFDI: una factura a su comprador, o una factura global al público en general.',
    },
  },
  cfdi: {
    title: { en: 'CFDI', es: 'CFDI' },
    description: {
      en: 'Invoices, credit notes, transfers, payroll receipts and payment complements. A CFDI is created as a draft, which can be changed and deleted; `stampCfdi` makes it valid for the SAT. A valid CFDI can only be canceled.',
      es: 'Facturas, notas de crédito, traslados, recibos de nómina y complementos de pago. Un CFDI se crea como borrador, que se puede cambiar y borrar; `stampCfdi` le da validez ante el SAT. Un CFDI vigente solo se puede cancelar.',
    },
  },
  expenses: {
    title: { en: 'Expenses', es: 'Gastos' },
    description: {
      en: 'Operational expenses, paid at once or on credit, with the received CFDI that supports each.',
      es: 'Gastos de operación, pagados de contado o a crédito, con el CFDI recibido que ampara cada uno.',
    },
  },
  accounts: {
    title: { en: 'Accounts', es: 'Cuentas' },
    description: {
      en: 'Open balances of customers and suppliers, payments, payment plans and the collection calendar. Transactions never change; a reversal undoes a transaction.',
      es: 'Saldos pendientes de clientes y proveedores, pagos, planes de pago y el calendario de cobranza. Los movimientos nunca cambian; una reversión deshace un movimiento.',
    },
  },
  payroll: {
    title: { en: 'Payroll', es: 'Nómina' },
    description: {
      en: 'Runs that calculate and stamp the receipts of a period, and a simulation of a single payment. Every amount is explained with the article of law that it follows.',
      es: 'Corridas que calculan y timbran los recibos de un periodo, y la simulación de un solo pago. Cada importe se explica con el artículo de la ley en que se funda.',
    },
  },
  withholdings: {
    title: { en: 'Withholding documents', es: 'CFDI de retenciones' },
    description: {
      en: 'Documents of taxes withheld and payments made (Retenciones e información de pagos): created as drafts, stamped, and canceled.',
      es: 'Documentos de impuestos retenidos y pagos hechos (Retenciones e información de pagos): se crean como borradores, se timbran y se cancelan.',
    },
  },
  reports: {
    title: { en: 'Reports', es: 'Reportes' },
    description: {
      en: 'CFDI, sales, expenses, collections and taxes over a range of days, as JSON or as a file.',
      es: 'CFDI, ventas, gastos, cobranza e impuestos de un rango de días, como JSON o como archivo.',
    },
  },
  webhooks: {
    title: { en: 'Webhooks and events', es: 'Webhooks y eventos' },
    description: {
      en: 'Endpoints that receive every event of the organization, signed, and the list of events for programs without an endpoint. Events may repeat and arrive in any order.',
      es: 'Endpoints que reciben cada evento de la organización, firmado, y la lista de eventos para programas sin endpoint. Los eventos pueden repetirse y llegar en cualquier orden.',
    },
  },
  approvals: {
    title: { en: 'Approvals', es: 'Aprobaciones' },
    description: {
      en: 'Irreversible actions that a credential proposed and that wait for a person to approve or reject them.',
      es: 'Acciones irreversibles que una credencial propuso y que esperan a que una persona las apruebe o las rechace.',
    },
  },
  sandbox: {
    title: { en: 'Sandbox', es: 'Sandbox' },
    description: {
      en: 'Help for tests, only in the sandbox: test certificates, a clock that can be advanced, and values that make the simulated PAC and SAT answer with an error.',
      es: 'Ayuda para pruebas, solo en el sandbox: certificados de prueba, un reloj que se puede adelantar, y valores que hacen que el PAC y el SAT simulados respondan con un error.',
    },
  },
};
