import { existsSync, readFileSync } from 'node:fs';
import { makeCredentials } from '../test/make-credentials';
import { CredentialError, certificateFromDer } from './certificate';
import { keyMatches, openPrivateKey } from './private-key';

describe('certificateFromDer', () => {
  it("certificateFromDer reads the number, the holder's RFC, the name and the validity", () => {
    const { der } = makeCredentials({ name: 'NIÑO & PEÑA "SA", DE CV' });
    const certificate = certificateFromDer(der);
    expect(certificate).toMatchObject({
      number: '30001000000500009999',
      rfc: 'EKU9003173C9',
      name: 'NIÑO & PEÑA "SA", DE CV',
      validFrom: new Date('2025-01-01T00:00:00Z'),
      validTo: new Date('2029-01-01T00:00:00Z'),
      base64: der.toString('base64'),
    });
  });

  it('certificateFromDer recognizes a CSD by the branch (OU) in its subject, which a FIEL does not have', () => {
    expect(certificateFromDer(makeCredentials().der).isCsd).toBe(true);
    expect(certificateFromDer(makeCredentials({ isCsd: false }).der).isCsd).toBe(false);
  });

  it('certificateFromDer refuses bytes that are not a certificate', () => {
    expect(() => certificateFromDer(Buffer.from('nothing'))).toThrow(CredentialError);
    expect(() => certificateFromDer(Buffer.alloc(0))).toThrow(CredentialError);
  });
});

const folder = `${__dirname}/../../../../shared/sat/csd`;
const suite = existsSync(folder) ? describe : describe.skip;

suite('the test certificates of the SAT', () => {
  const rows = existsSync(folder)
    ? readFileSync(`${folder}/index.csv`, 'utf8')
        .trim()
        .split('\n')
        .filter((row) => row.includes('12345678a'))
        .filter((row) => row.includes('12345678a'))
    : ['none'];

  it.each(rows)(
    'the test certificate %s can be read and matches its entry in the list',
    async (row) => {
      const columns = row.match(/("[^"]*"|[^,]*)(,|$)/g)!.map((cell) => cell.replace(/"|,$/g, ''));
      const number = columns.find((cell) => /^\d{20}$/.test(cell))!;
      const file = ['valid', 'expired'].find((kind) =>
        existsSync(`${folder}/${kind}/${number}.cer`),
      );
      const certificate = certificateFromDer(readFileSync(`${folder}/${file}/${number}.cer`));
      const key = await openPrivateKey(
        readFileSync(`${folder}/${file}/${number}.key`),
        '12345678a',
      );
      expect(certificate.number).toBe(number);
      expect(certificate.rfc).toBe(columns[0]);
      expect(certificate.isCsd).toBe(row.includes(',CSD,'));
      expect(keyMatches(certificate, key)).toBe(true);
    },
  );
});
