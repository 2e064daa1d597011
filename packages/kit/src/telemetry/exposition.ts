/**
 * The telemetry functions of this process. telemetry.ts sets these functions; every main file
 * imports telemetry.ts first.
 */
interface Telemetry {
  /** Returns the process's metrics in Prometheus text format. */
  render(): Promise<string>;
  /** Sends the spans that are still buffered. */
  stop(): Promise<void>;
}

let running: Telemetry | undefined;

export function exposeTelemetry(telemetry: Telemetry): void {
  running = telemetry;
}

/** Returns the process's metrics in Prometheus text format; empty if telemetry was not started. */
export const renderMetrics = async (): Promise<string> => (await running?.render()) ?? '';

/** Sends the spans that are still buffered; called when the process ends. */
export const stopTelemetry = async (): Promise<void> => running?.stop();
