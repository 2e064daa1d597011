import { hostname } from 'node:os';
import { LawError, loadLaw, projectName, useLaw } from '@timbre/fiscal';
import pino from 'pino';
import { z } from 'zod';
import { createSimulator } from './simulator';

const port = z.coerce.number().int().min(0).max(65_535);

const environment = z.object({
  TIMBRE_HTTP_PORT: port.default(8090),
  TIMBRE_BIND_HOST: z.string().min(1).default('127.0.0.1'),
  TIMBRE_INSTANCE_ID: z.string().min(1).default(hostname()),
  /** Optional separate ports, so that a single service can refuse connections. */
  TIMBRE_SW_PORT: port.optional(),
  TIMBRE_FINKOK_PORT: port.optional(),
  TIMBRE_SAT_PORT: port.optional(),
  TIMBRE_DATA_DIR: z.string().min(1),
  /** The folder of law packs, which every process has, so that the authority uses the current codes. */
  TIMBRE_LAW_FOLDER: z.string().min(1).optional(),
  TIMBRE_LAW_TRUSTED_KEYS: z.string().default(projectName),
  TIMBRE_LAW_TAKES_EXAMPLES: z.stringbool().default(false),
  TIMBRE_LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
});

async function main(): Promise<void> {
  const read = environment.safeParse(process.env);
  if (!read.success) {
    const faults = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    process.stderr.write(`authority-simulator cannot start: ${faults.join('; ')}\n`);
    process.exit(1);
  }
  const { TIMBRE_DATA_DIR: dataDir, TIMBRE_LOG_LEVEL: level, TIMBRE_BIND_HOST: host } = read.data;
  const logger = pino({ name: 'authority-simulator', level });
  try {
    const { law, warnings } = loadLaw({
      folder: read.data.TIMBRE_LAW_FOLDER,
      trustedKeys: read.data.TIMBRE_LAW_TRUSTED_KEYS.split(',').filter(Boolean),
      takesExamples: read.data.TIMBRE_LAW_TAKES_EXAMPLES,
    });
    useLaw(law);
    warnings.forEach((warning) => logger.warn(warning));
  } catch (error) {
    if (!(error instanceof LawError)) throw error;
    process.stderr.write(`authority-simulator cannot start: ${error.message}\n`);
    process.exit(1);
  }
  const simulator = await createSimulator({
    dataDir,
    logger,
    instance: read.data.TIMBRE_INSTANCE_ID,
  });
  const own = {
    sw: 'TIMBRE_SW_PORT',
    finkok: 'TIMBRE_FINKOK_PORT',
    sat: 'TIMBRE_SAT_PORT',
  } as const;
  for (const owner of ['sw', 'finkok', 'sat'] as const) {
    const ownPort = read.data[own[owner]];
    if (ownPort !== undefined) await simulator.listen(ownPort, host, owner);
  }
  const { url } = await simulator.listen(read.data.TIMBRE_HTTP_PORT, host);
  logger.info({ url }, 'listening');
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      logger.info({ signal }, 'stopping');
      void simulator.close().then(() => process.exit(0));
    });
}

void main();
