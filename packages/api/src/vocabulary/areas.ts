/** An area of the API, for people. */
export interface Area {
  title: string;
  description: string;
}

/** Every area, keyed by the name that operations and the toolsets of assistants use. */
export const areas: Record<string, Area> = {
  organization: {
    title: 'Organization',
    description:
      'The organization of the credential: its name, look, prepaid balance, members with their roles, and its archive. One credential reaches one organization.',
  },
  credentials: {
    title: 'API credentials',
    description:
      'The keys with which programs and assistants call the API. A credential has permissions, and may have an end, allowed addresses and limits. A credential is valid in one environment: production or sandbox.',
  },
  developerActivity: {
    title: 'Developer activity',
    description:
      'The requests of programs and assistants with their outcomes, without contents: to find a failing integration, a slow operation or an unknown caller.',
  },
  fiscalSetup: {
    title: 'Fiscal setup',
    description:
      'The set-up of an issuer before its first stamp: the fiscal profile and the certificates of the SAT. The CSD seals documents; the FIEL (e.firma) signs requests to the SAT. `getFiscalReadiness` says what is missing.',
  },
  files: {
    title: 'Files and delivery',
    description:
      'Uploads for imports, XML and PDF of documents, many documents as one ZIP, and e-mails with their state.',
  },
  contacts: {
    title: 'Contacts',
    description:
      'Customers and suppliers with their tax data. The name, regime and postal code of a receiver must equal the register of the SAT; Timbre reads and compares a Constancia.',
  },
  sat: {
    title: 'SAT',
    description:
      'Catalogues and status of the SAT, the lists of articles 69 and 69-B, tax profiles, and the synchronization of CFDI, declarations and opinions of compliance from its portal.',
  },
  products: {
    title: 'Products and stock',
    description:
      'Goods and services with their SAT codes, prices and taxes, their suppliers, and their stock by location.',
  },
  pricing: {
    title: 'Prices',
    description:
      'Prices for a customer, a location, or a customer at a location, and the rule that decides the price of a sale.',
  },
  quotes: {
    title: 'Quotes',
    description:
      'Offers that a customer accepts and pays on a page. A paid quote becomes a sales receipt, and an invoice if the buyer asks for one.',
  },
  imports: {
    title: 'Imports',
    description:
      'Products, customers and suppliers from a CSV or XLSX file: upload, preview, commit. Nothing changes before the commit.',
  },
  employees: {
    title: 'Employees',
    description:
      'The people that payroll pays, with contract, wages and their history. The readiness of an employee lists the data that a receipt still needs.',
  },
  locations: {
    title: 'Locations',
    description: 'Branches, each with its place of issue, its series of receipts and its stock.',
  },
  settings: {
    title: 'Settings',
    description:
      'Series with their folios, categories of expenses, fields of sales receipts, and the employer of payrolls.',
  },
  salesReceipts: {
    title: 'Sales receipts',
    description:
      'Sales at the counter. Each receipt ends in a CFDI: an invoice to its buyer, or a global invoice to the public in general.',
  },
  cfdi: {
    title: 'CFDI',
    description:
      'Invoices, credit notes, transfers, payroll receipts and payment complements. A CFDI is created as a draft, which can be changed and deleted; `stampCfdi` makes it valid for the SAT. A valid CFDI can only be canceled.',
  },
  expenses: {
    title: 'Expenses',
    description:
      'Operational expenses, paid at once or on credit, with the received CFDI that supports each.',
  },
  accounts: {
    title: 'Accounts',
    description:
      'Open balances of customers and suppliers, payments, payment plans and the collection calendar. Transactions never change; a reversal undoes a transaction.',
  },
  payroll: {
    title: 'Payroll',
    description:
      'Runs that calculate and stamp the receipts of a period, and a simulation of a single payment. Every amount is explained with the article of law that it follows.',
  },
  withholdings: {
    title: 'Withholding documents',
    description:
      'Documents of taxes withheld and payments made (Retenciones e información de pagos): created as drafts, stamped, and canceled.',
  },
  reports: {
    title: 'Reports',
    description:
      'CFDI, sales, expenses, collections and taxes over a range of days, as JSON or as a file.',
  },
  webhooks: {
    title: 'Webhooks and events',
    description:
      'Endpoints that receive every event of the organization, signed, and the list of events for programs without an endpoint. Events may repeat and arrive in any order.',
  },
  approvals: {
    title: 'Approvals',
    description:
      'Irreversible actions that a credential proposed and that wait for a person to approve or reject them.',
  },
  sandbox: {
    title: 'Sandbox',
    description:
      'Help for tests, only in the sandbox: test certificates, a clock that can be advanced, and values that make the simulated PAC and SAT answer with an error.',
  },
};
