/**
 * A truck, its driver and a route from Monterrey to Veracruz, in the format of putTransportSettings.
 */
export const savedTransport = {
  vehicles: [
    {
      code: 'TRACTO-1',
      configuration: 'T3S2',
      plate: 'eku-001a',
      modelYear: 2022,
      permitType: 'TPAF01',
      permitNumber: 'SICT-0001-PRUEBA',
      insurance: { civilLiability: { insurer: 'SEGUROS DE PRUEBA', policy: 'RC-2026-0001' } },
      trailers: [{ type: 'CTR002', plate: 'REM01A' }],
      tareTonnes: 17.5,
    },
  ],
  figures: [
    {
      code: 'XOCHILT',
      type: '01',
      rfc: 'CACX7605101P8',
      name: 'XOCHILT CASAS CHAVEZ',
      license: 'LFD0123456',
    },
  ],
  routes: [
    {
      code: 'MTY-VER',
      stops: [
        {
          kind: 'origin',
          address: { street: 'Avenida Norte', exterior: '5', postalCode: '64000', country: 'MEX' },
          minutes: 0,
        },
        {
          kind: 'destination',
          rfc: 'URE180429TM6',
          name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
          distanceKm: 1012.5,
          address: { street: 'Calle Puerto', postalCode: '91700', country: 'MEX' },
          minutes: 1350,
        },
      ],
    },
  ],
};
