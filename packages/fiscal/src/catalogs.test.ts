import { catalog, catalogs, requiredCatalog } from './catalogs';

describe('catalogs', () => {
  test('each catalogue has a title, a source and a date', () => {
    const all = catalogs();
    expect(all.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['c_UsoCFDI', 'c_Banco', 'c_TipoCadenaPago', 'c_CveRetenc']),
    );
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    for (const info of all) {
      expect(Object.keys(info)).toEqual(['name', 'title', 'group', 'entryCount', 'source', 'asOf']);
      expect(info.asOf).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(info.title).not.toBe('');
      expect(info.source).not.toBe('');
    }
  });

  test.each(catalogs().map(({ name }) => name))(
    'each row of the catalogue %s is found by its code',
    (name) => {
      const found = requiredCatalog(name);
      const rows = [...found.entries()];
      expect(rows).toHaveLength(found.info.entryCount);
      const wrong = rows.filter((row) => found.get(row.code, 'latest')?.code !== row.code);
      expect(wrong).toEqual([]);
      expect(rows.filter((row) => row.description === '' || row.validFrom === '')).toEqual([]);
      const codes = rows.map(({ code }) => code);
      expect(codes).toEqual([...codes].sort());
      // A code that has changed has one row for each period, and the periods do not overlap.
      const overlapping = rows.filter((row, at) => {
        const before = rows[at - 1];
        return before?.code === row.code && !((before.validTo ?? '9999') < row.validFrom);
      });
      expect(overlapping).toEqual([]);
    },
  );

  test('no catalogue is returned for an unknown name or for a file path', () => {
    expect(catalog('c_Nada')).toBeUndefined();
    expect(catalog('../package')).toBeUndefined();
    expect(() => requiredCatalog('c_Nada')).toThrow(RangeError);
  });

  test('each catalogue is loaded once', () => {
    expect(catalog('c_FormaPago')).toBe(catalog('c_FormaPago'));
  });
});

describe('an entry', () => {
  test('a catalogue entry has its first day, its last day and its other columns', () => {
    expect(catalog('c_ObjetoImp')?.get('06', 'latest')).toEqual({
      code: '06',
      description: 'Sí objeto del IVA, No traslado IVA.',
      validFrom: '2024-12-13',
      attributes: {},
    });
    expect(catalog('c_Municipio')?.get('CMX-010', 'latest')?.description).toBe('Álvaro Obregón');
    expect(catalog('c_MotivoCancelacion')?.get('01', 'latest')?.attributes).toEqual({
      requiresReplacementUuid: '1',
    });
  });

  test('an entry in a catalogue of a complement or of customs has its columns', () => {
    const of = (name: string, code: string) => requiredCatalog(name).get(code, 'latest');
    expect(of('c_TipoPermiso', 'TPAF01')).toMatchObject({
      validFrom: '2024-07-17',
      attributes: { transport: '01' },
    });
    expect(of('c_ConfigAutotransporte', 'VL')?.attributes).toEqual({
      axles: '2',
      tyres: '4',
      trailer: '0 1',
    });
    expect(of('c_Estaciones', 'Juárez0')).toMatchObject({ description: 'BUENAVISTA' });
    expect(of('c_MaterialPeligroso', '1826')?.attributes).toEqual({
      hazardClass: '8',
      secondaryHazard: '5.1',
    });
    expect(of('c_FraccionArancelaria', '0101290200')?.attributes).toEqual({ unit: '06' });
    expect(of('hidrocarburos10.c_TipoPermiso', 'PER02')?.attributes).toMatchObject({
      pattern: 'H/[0-9]{4,24}/COM/[0-9]{4}',
    });
    const ports = requiredCatalog('c_NumAutorizacionNaviero');
    expect(ports.isActive('ANC001/2022', '2027-02-01')).toBe(true);
    expect(ports.isActive('ANC001/2022', '2027-02-02')).toBe(false);
    expect(requiredCatalog('c_PatenteAduanal').isActive('0000', '2026-11-23')).toBe(true);
    expect(of('c_NumPedimentoAduana', '24-3287')?.description).toBe('2003 2007-2026');
    expect(of('c_Colonia', '01000-0001')?.description).toBe('San Ángel');
  });

  test('a catalogue entry is active from its first day to its last day, both inclusive', () => {
    const objects = requiredCatalog('c_ObjetoImp');
    expect(objects.isActive('06', '2024-12-12')).toBe(false);
    expect(objects.isActive('06', '2024-12-13')).toBe(true);
    const deductions = requiredCatalog('c_TipoDeduccion');
    const lastDay = deductions.get('063', 'latest')?.validTo;
    expect(lastDay).toBe('2026-03-01');
    expect(deductions.isActive('063', '2026-03-01')).toBe(true);
    expect(deductions.isActive('063', '2026-03-02')).toBe(false);
  });

  test.each(['', '0', '061', 'toString', '__proto__', '06\t', 'é'])(
    'the code %j is unknown and never active',
    (code) => {
      expect(catalog('c_ObjetoImp')?.get(code, 'latest')).toBeUndefined();
      expect(catalog('c_ObjetoImp')?.isActive(code, '2026-11-21')).toBe(false);
    },
  );

  test('reading a row at a position outside the catalogue throws an error', () => {
    expect(() => catalog('c_ObjetoImp')?.at(8)).toThrow(RangeError);
    expect(() => catalog('c_ObjetoImp')?.at(-1)).toThrow(RangeError);
  });
});
