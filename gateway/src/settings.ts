import { serviceSettings } from '@timbre/kit';
import { z } from 'zod';
import { defaultQuotas } from './limits/rate-limiter';

const {
  TIMBRE_NATS_URL: _nats,
  TIMBRE_NATS_REPLICAS: _replicas,
  TIMBRE_GRPC_PORT: _port,
  ...shared
} = serviceSettings;

const quota = z.strictObject({ perSecond: z.number().positive(), burst: z.int().min(1) });

const quotas = z.strictObject({
  read: quota.default(defaultQuotas.read),
  write: quota.default(defaultQuotas.write),
  stamp: quota.default(defaultQuotas.stamp),
  export: quota.default(defaultQuotas.export),
});

/** The gateway's environment variables. */
export const gatewaySettings = {
  ...shared,
  TIMBRE_HTTP_PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  /** The URL by which clients reach the gateway; part of the OpenAPI document and of challenges. */
  TIMBRE_PUBLIC_URL: z.url().optional(),
  TIMBRE_COMMERCE_ADDRESS: z.string().min(1),
  TIMBRE_FISCAL_CFDI_ADDRESS: z.string().min(1),
  TIMBRE_PAYROLL_ADDRESS: z.string().min(1),
  /** Requests per second and burst by class, as JSON. */
  TIMBRE_RATE_LIMITS: z
    .string()
    .default('{}')
    .transform((text) => JSON.parse(text) as unknown)
    .pipe(quotas),
};
