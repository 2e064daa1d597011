import { said } from '@timbre/fiscal';
import type { ComplementElement } from '../complement';

/** Source: iedu.xsd and iedu.xslt of the SAT, read 2026-11-28. */
export const element: ComplementElement = {
  name: 'iedu:instEducativas',
  fixed: { version: '1.0' },
  attributes: [
    ['nombreAlumno', 'studentName', said('Alumno', 'Pupil')],
    ['CURP', 'curp', said('CURP', 'CURP')],
    ['nivelEducativo', 'level', said('Nivel educativo', 'Level of education')],
    ['autRVOE', 'rvoe', said('RVOE', 'RVOE')],
    ['rfcPago', 'payerRfc', said('RFC de quien paga', 'RFC of the payer')],
  ],
};
