export * as common from './generated/common/v1/common';
export * as exchange from './generated/common/v1/exchange';
export * as commerce from './generated/commerce/v1/commerce';
export * as fiscalCfdi from './generated/fiscal_cfdi/v1/fiscal_cfdi';
export * as payroll from './generated/payroll/v1/payroll';
