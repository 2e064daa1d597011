/** c_ClaveProdServ of an advance and of its application (guide of Anexo 20, appendix 6). */
export const advanceKey = '84111506';
