import { makeCredentials } from '../test/make-credentials';
import { income, payment, payroll, receptor, UUID, withholding } from '../test/make-documents';
import { cadenaOriginal } from './cadena';
import { cfdiCommand } from './command';
import { seal, sealRetenciones, signCadena } from './seal';
import { attachTimbre, signTimbre } from './timbre';
import { readXml } from './xml';

const { signer } = makeCredentials();
const pac = makeCredentials({ number: '30001000000500003456', rfc: 'SPR190613I52' });
const sealed = seal(income(), signer);
const stamp = signTimbre(
  {
    uuid: UUID,
    fechaTimbrado: '2026-11-18T10:16:00',
    rfcProvCertif: 'SPR190613I52',
    selloCfd: sealed.sello,
    noCertificadoSat: '30001000000500003456',
  },
  pac.privateKey,
);
/** Returns a CFDI 3.3 of the same sale as the CFDI 4.0. */
function version33(): string {
  const old = sealed.xml
    .replaceAll('http://www.sat.gob.mx/cfd/4', 'http://www.sat.gob.mx/cfd/3')
    .replace('Version="4.0"', 'Version="3.3"')
    .replace(/ (Exportacion|DomicilioFiscalReceptor|RegimenFiscalReceptor)="\d+"/g, '')
    .replaceAll(/ ObjetoImp="\d+"/g, '');
  const sello = signCadena(cadenaOriginal(readXml(old)), signer.privateKey);
  return old.replace(/ Sello="[^"]*"/, ` Sello="${sello}"`);
}
/** Seals the document and adds the stamp of a PAC. */
function stampedBy(signer: Parameters<typeof seal>[1], document = income()): string {
  const { xml, sello } = seal(document, signer);
  const request = {
    uuid: UUID,
    fechaTimbrado: '2026-11-18T10:16:00',
    rfcProvCertif: 'SPR190613I52',
    selloCfd: sello,
    noCertificadoSat: '30001000000500003456',
  };
  return attachTimbre(xml, signTimbre(request, pac.privateKey));
}
/** The certificate and key of a natural person who seals documents with the FIEL (case b01). */
const person = makeCredentials({ rfc: 'CACX7605101P8', isCsd: false });
const ofPerson = income({
  emisor: { rfc: 'CACX7605101P8', nombre: 'XOCHILT CASAS CHAVEZ', regimenFiscal: '612' },
});
const files: Record<string, string | Buffer> = {
  'person.xml': stampedBy(person.signer, ofPerson),
  'draft of person.xml': seal(ofPerson, person.signer).xml,
  'company.xml': stampedBy(makeCredentials({ isCsd: false }).signer),
  'odd.xml': stampedBy(signer, income({ receptor: { ...receptor, usoCfdi: 'D01' } })),
  'income.xml': sealed.xml,
  'stamped.xml': attachTimbre(sealed.xml, stamp),
  'changed.xml': sealed.xml.replace(' Total="116.00"', ' Total="117.00"'),
  'payment.xml': seal(payment(), signer).xml,
  'payroll.xml': seal(payroll(), signer).xml,
  'withholding.xml': sealRetenciones(withholding(), signer).xml,
  'headless.xml': sealed.xml.replace(/<cfdi:Emisor[^>]*>/, ''),
  'version33.xml': version33(),
  'unsigned.xml': sealed.xml
    .replace(/ Certificado="[^"]*"/, ' Certificado="AAAA"')
    .replace(/ Sello="[^"]*"/, ' Sello="AAAA"'),
  'old.xml': `<c:Comprobante xmlns:c="http://www.sat.gob.mx/cfd/3" version="3.2" total="1"/>`,
  'new.xml': sealed.xml.replace('Version="4.0"', 'Version="4.1"'),
  'future.xml': `<c:Comprobante xmlns:c="http://www.sat.gob.mx/cfd/5" Version="5.0"/>`,
  'other.xml': '<a/>',
  'text.txt': 'nothing',
  'pac.cer': pac.der,
};

function run(...argv: string[]) {
  let out = '';
  let error = '';
  const status = cfdiCommand(argv, {
    readFile(path) {
      const file = files[path];
      if (file === undefined)
        throw Object.assign(new Error(`no such file: ${path}`), { code: 'ENOENT' });
      return Buffer.from(file);
    },
    write: (text) => (out += text),
    writeError: (text) => (error += text),
  });
  return { status, out, error };
}

describe('cfdi cadena', () => {
  it('`cfdi cadena` prints exactly the cadena, without a newline', () => {
    expect(run('cadena', 'income.xml')).toEqual({ status: 0, out: sealed.cadena, error: '' });
  });

  it('`cfdi cadena` prints one line for each of several files', () => {
    expect(run('cadena', 'income.xml', 'stamped.xml').out).toBe(
      `${sealed.cadena}\n${sealed.cadena}`,
    );
  });

  it.each(['other.xml', 'text.txt', 'missing.xml'])(
    '`cfdi cadena` prints an error for %s',
    (file) => {
      const { status, out, error } = run('cadena', file);
      expect([status, out]).toEqual([2, '']);
      expect(error).toContain(file);
    },
  );
});

describe('cfdi show', () => {
  it.each([
    ['income.xml', 'comprobante', { tipoDeComprobante: 'I', total: '116.00' }],
    [
      'payment.xml',
      'comprobante',
      { complemento: { pagos: [{ totales: { montoTotalPagos: '116.00' } }] } },
    ],
    ['payroll.xml', 'comprobante', { complemento: { nominas: [{ tipoNomina: 'O' }] } }],
    ['withholding.xml', 'retenciones', { totales: { montoTotRet: '1000.00' } }],
  ])('`cfdi show` prints %s as JSON with exact amounts', (file, kind, document) => {
    const { status, out } = run('show', file);
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ kind, document, findings: [] });
  });

  it('`cfdi show` prints the missing required parts of a document', () => {
    expect(run('show', 'headless.xml')).toMatchObject({
      status: 2,
      error: expect.stringContaining('cfdi:Emisor is required'),
    });
  });
});

describe('cfdi verify', () => {
  it.each(['income.xml', 'payment.xml', 'payroll.xml', 'withholding.xml'])(
    '`cfdi verify` finds %s valid',
    (file) => {
      const { status, out } = run('verify', file);
      expect(status).toBe(0);
      expect(out).toBe(
        `${file}: valid
  structure   ok
  seal        ok
  certificate ok 30001000000500009999 EKU9003173C9
  dates       ok
  totals      ok
  stamp       absent
  rules       ok
`,
      );
    },
  );

  it('`cfdi verify` prints each finding with its code and path, and exits with 1', () => {
    const { status, out } = run('verify', 'changed.xml');
    expect(status).toBe(1);
    expect(out).toContain('changed.xml: invalid');
    expect(out).toContain('  seal        wrong (1)\n');
    expect(out).toContain('  totals      wrong (1)\n');
    expect(out).toContain('  CFDI40119 total: Total is 117.00, but its parts add up to 116.00\n');
  });

  it('`cfdi verify` checks a stamped document by the rules for imports, which accept a seal with the e.firma of a natural person', () => {
    const { status, out } = run('verify', 'person.xml');
    expect(out).toContain('person.xml: valid\n');
    expect(out).toContain('  certificate ok');
    expect(status).toBe(0);
    for (const file of ['draft of person.xml', 'company.xml']) {
      expect(run('verify', file).out).toContain('  306 certificado:');
    }
  });

  it('`cfdi verify` warns of rule violations in a document that a PAC has stamped', () => {
    const { status, out } = run('verify', 'odd.xml');
    expect(status).toBe(0);
    expect(out).toContain('  rules       warnings (1)\n');
    expect(out).toMatch(/  warning CFDI40\d+ receptor\.usoCfdi: /);
  });

  it('`cfdi verify` checks the stamp with the certificate of the PAC', () => {
    expect(run('verify', 'stamped.xml').out).toMatch(
      /stamp {7}not checked: give the certificate (\d{20}) of its PAC with --pac \(https:.*\1.cer\)/,
    );
    expect(run('verify', '--pac', 'pac.cer', 'stamped.xml').out).toContain('stamp       valid');
    expect(run('verify', 'stamped.xml', '--pac=pac.cer').out).toContain('stamp       valid');
  });

  it('`cfdi verify` prints "not checked" for the parts of an unreadable document', () => {
    const { status, out } = run('verify', 'headless.xml');
    expect(status).toBe(1);
    expect(out).toContain('  structure   wrong (1)\n  seal        not checked\n');
  });

  it('`cfdi verify` does not check the seal and its dates if the document has no certificate', () => {
    const { status, out } = run('verify', 'unsigned.xml');
    expect(status).toBe(1);
    expect(out).toContain(
      '  seal        not checked\n  certificate wrong (1)\n  dates       not checked\n',
    );
  });

  it('`cfdi verify` checks only the sums and no other rules of a CFDI 3.3', () => {
    const { out } = run('verify', 'version33.xml');
    expect(out).toContain('  totals      ok\n');
    expect(out).toContain('  rules       not checked\n');
  });

  it.each([
    ['old.xml', '3.2'],
    ['new.xml', '4.1'],
    ['future.xml', '5.0'],
  ])('`cfdi verify` reports the version of %s as its only issue', (file, version) => {
    const error = `${file}: version: version ${version} of CFDI is not read; CFDI 4.0 and 3.3, Retenciones 2.0 and 1.0 are\n`;
    for (const command of ['verify', 'show', 'cadena']) {
      expect(run(command, file)).toEqual({ status: 2, out: '', error });
    }
  });

  it('`cfdi verify` exits with the highest status of several files', () => {
    expect(run('verify', 'income.xml', 'changed.xml').status).toBe(1);
    expect(run('verify', 'missing.xml', 'income.xml').status).toBe(2);
    expect(run('verify', 'missing.xml', 'income.xml').out).toContain('income.xml: valid');
  });
});

describe('cfdi', () => {
  it.each([[], ['show'], ['explain', 'income.xml'], ['verify', '--pac', 'pac.cer']])(
    'the command prints its usage for %j',
    (...argv: string[]) => {
      const { status, error } = run(...argv);
      expect(status).toBe(2);
      expect(error).toContain('usage: timbre cfdi show FILE…');
    },
  );

  it('`cfdi verify` prints an error for a file that is not a certificate', () => {
    expect(run('verify', '--pac', 'text.txt', 'income.xml')).toMatchObject({
      status: 2,
      error: 'not an X.509 certificate\n',
    });
  });
});
