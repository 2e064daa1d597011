/**
 * Letters only at the start, then digits with single hyphens between them. IMSS gives a letter or digit and ten digits
 * (`A1234567890`, also written `A12-34567-89-0`), ISSSTE a branch and a payer (`00637-00123`);
 * RegistroPatronal holds at most twenty characters (nomina12.xsd). Fewer than ten digits are neither.
 */
const pattern = /^(?=.{1,20}$)(?=(?:\D*\d){10})[A-Z]{0,3}\d+(-\d+)*$/;

/** Whether the text, in upper case, can be an employer's number at its social security institution. */
export const isEmployerRegistration = (text: string): boolean => pattern.test(text);
