/**
 * Letters only at the start, then digits and hyphens. IMSS gives a letter or digit and ten digits
 * (`A1234567890`, also written `A12-34567-89-0`), ISSSTE a branch and a payer (`00637-00123`);
 * RegistroPatronal holds at most twenty characters (nomina12.xsd).
 */
const pattern = /^(?=.{5,20}$)[A-Z]{0,3}\d[\d-]*\d$/;

/** Whether the text, in upper case, can be an employer's number at its social security institution. */
export const isEmployerRegistration = (text: string): boolean => pattern.test(text);
