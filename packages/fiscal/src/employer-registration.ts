/**
 * The pattern allows letters only at the start, followed by digits with single hyphens between them.
 * The IMSS uses a letter or digit and ten digits (`A1234567890`, also written `A12-34567-89-0`); the
 * ISSSTE uses a branch and a payer (`00637-00123`). RegistroPatronal has at most twenty characters
 * (nomina12.xsd). Both kinds of numbers have at least ten digits.
 */
const pattern = /^(?=.{1,20}$)(?=(?:\D*\d){10})[A-Z]{0,3}\d+(-\d+)*$/;

/** Whether a text in upper case can be an employer's number at a social security institution. */
export const isEmployerRegistration = (text: string): boolean => pattern.test(text);
