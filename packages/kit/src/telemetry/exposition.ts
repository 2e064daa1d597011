/** What a started telemetry can do; telemetry.ts, loaded first by every main, fills it in. */
interface Telemetry {
  /** The process's metrics in Prometheus text format. */
  render(): Promise<string>;
  /** Sends what is left. */
  stop(): Promise<void>;
}

let running: Telemetry | undefined;

export function exposeTelemetry(telemetry: Telemetry): void {
  running = telemetry;
}

/** The process's metrics in Prometheus text format; empty where no main has started them. */
export const renderMetrics = async (): Promise<string> => (await running?.render()) ?? '';

/** Sends what is left; called at the end of the process. */
export const stopTelemetry = async (): Promise<void> => running?.stop();
