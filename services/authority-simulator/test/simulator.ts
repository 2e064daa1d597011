import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSimulator, type Simulator } from '../src/simulator';
import { ISSUER, mintOver, signerOf, type MintedJson } from './documents';
import type { Signer } from '@timbre/cfdi';

export interface Running extends Simulator {
  readonly url: string;
  readonly dataDir: string;
  readonly csd: MintedJson;
  readonly signer: Signer;
}

const disposals: (() => Promise<void>)[] = [];

/** Closes all simulators of the test file and deletes their state, even after a failed test. */
export async function disposeSimulators(): Promise<void> {
  await Promise.all(disposals.splice(0).map((dispose) => dispose()));
}

/** Starts a simulator on a free port, and creates a CSD for the test taxpayer. */
export async function runSimulator(random?: () => number): Promise<Running> {
  const dataDir = mkdtempSync(join(tmpdir(), 'timbre-simulator-'));
  const simulator = await createSimulator({ dataDir, ...(random ? { random } : {}) });
  const { url } = await simulator.listen(0);
  const csd = await mintOver(url, { kind: 'csd', rfc: ISSUER.rfc, legalName: ISSUER.legalName });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await simulator.close();
    isOpen = false;
  };
  disposals.push(async () => {
    await close();
    rmSync(dataDir, { recursive: true });
  });
  return { ...simulator, close, url, dataDir, csd, signer: signerOf(csd) };
}

export async function turn(url: string, path: string, body: object): Promise<void> {
  const method = path === '/clock/advance' || path === '/reset' ? 'POST' : 'PATCH';
  const response = await fetch(`${url}/__sim${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
}

export interface StampLine {
  readonly pac: string;
  readonly uuid: string;
  readonly sealHash: string;
  readonly sends: number;
  readonly cancelRequests: number;
}

export async function stampsOf(url: string, rfc = ISSUER.rfc): Promise<StampLine[]> {
  const response = await fetch(`${url}/__sim/stamps?rfc=${encodeURIComponent(rfc)}`);
  return ((await response.json()) as { data: StampLine[] }).data;
}
