import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';

const root = join(__dirname, '..', '..');
const mains = globSync('services/*/src/main.ts', { cwd: root })
  .filter((file) => readFileSync(join(root, file), 'utf8').includes('runService('))
  .map((file) => join(root, file));
const aRpc = /^ +(\w+): (?:replies|answers)\(.*\),\n/m;

/** The files that list each service's RPCs, each file without its first RPC. */
const shortened = new Map<string, { rpc: string; text: string }>();
for (const main of mains) {
  const file = join(main, '..', 'rpc', 'service.ts');
  const text = readFileSync(file, 'utf8');
  shortened.set(file, { rpc: aRpc.exec(text)![1]!, text: text.replace(aRpc, '') });
}

/** Returns the compiler errors in a service's `rpc/service.ts` and `main.ts`, as one text. */
function faultsOf(program: ts.Program, service: string): string {
  return [service, join(service, '..', '..', 'main.ts')]
    .flatMap((file) => program.getSemanticDiagnostics(program.getSourceFile(file)))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
    .join('\n');
}

it('a service without an implementation of one RPC in its contract does not compile', () => {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (file) =>
    ts.sys.readFile(file),
  );
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const compilerOptions = { ...options, incremental: false, noUnusedLocals: false };
  delete compilerOptions.tsBuildInfoFile;
  const host = ts.createCompilerHost(compilerOptions);
  const readFile = host.readFile.bind(host);
  host.readFile = (file) => shortened.get(file)?.text ?? readFile(file);
  const program = ts.createProgram(mains, compilerOptions, host);
  const wanted = [...shortened.values()].map(({ rpc }) => `Property '${rpc}' is missing`);
  const found = [...shortened.keys()].map((file) => faultsOf(program, file));
  expect(found).toEqual(wanted.map((words) => expect.stringContaining(words) as unknown));
  expect(mains.length).toBeGreaterThan(2);
});
