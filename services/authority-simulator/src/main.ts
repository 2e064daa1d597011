import pino from 'pino';
import { z } from 'zod';
import { createSimulator } from './simulator';

const environment = z.object({
  TIMBRE_HTTP_PORT: z.coerce.number().int().min(0).max(65_535).default(8090),
  TIMBRE_HTTP_HOST: z.string().min(1).default('0.0.0.0'),
  TIMBRE_DATA_DIR: z.string().min(1),
  TIMBRE_LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
});

async function main(): Promise<void> {
  const read = environment.safeParse(process.env);
  if (!read.success) {
    const faults = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    process.stderr.write(`authority-simulator cannot start: ${faults.join('; ')}\n`);
    process.exit(1);
  }
  const { TIMBRE_HTTP_PORT, TIMBRE_HTTP_HOST, TIMBRE_DATA_DIR, TIMBRE_LOG_LEVEL } = read.data;
  const logger = pino({ name: 'authority-simulator', level: TIMBRE_LOG_LEVEL });
  const simulator = await createSimulator({ dataDir: TIMBRE_DATA_DIR, logger });
  const { url } = await simulator.listen(TIMBRE_HTTP_PORT, TIMBRE_HTTP_HOST);
  logger.info({ url }, 'listening');
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      logger.info({ signal }, 'stopping');
      void simulator.close().then(() => process.exit(0));
    });
}

void main();
