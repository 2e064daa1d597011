import { isCurpOfRfc } from './curp-of-rfc';

describe('isCurpOfRfc', () => {
  it.each([
    ['the same letters and date', 'GOLA850312MDFMPN03', 'GOLA850312AB1'],
    ['Ñ at the start, X in a CURP', 'XOLA850312MDFMPN01', 'ÑOLA850312AB1'],
    ['a surname without a second vowel', 'CXLA850312MDFMPN03', 'CHLA850312AB1'],
    ['a forbidden word, changed at two places', 'PXTO850312HDFMPN03', 'PUTX850312AB1'],
    ['no second surname', 'GOXA850312MDFMPN03', 'GOAN850312AB1'],
    ['a first surname of two letters', 'EXLA850312MDFMPN03', 'ELAN850312AB1'],
    ['a worker without a CURP', 'XEXX010101HNEXXXA4', 'GOLA850312AB1'],
    ['a generic RFC', 'GOLA850312MDFMPN03', 'XAXX010101000'],
    ['an RFC of the sandbox', 'GOLA850312MDFMPN03', 'TIMB010101351'],
    ['a text that is not a CURP', 'X', 'GOLA850312AB1'],
    ['the RFC of a company', 'GOLA850312MDFMPN03', 'EKU9003173C9'],
  ])('the CURP and RFC of %s belong to one person', (_, curp, rfc) => {
    expect(isCurpOfRfc(curp, rfc)).toBe(true);
  });

  it.each([
    ['another person', 'XOJI740919MQTDMN02', 'GOLA850312AB1'],
    ['another date of birth', 'GOLA850313MDFMPN02', 'GOLA850312AB1'],
    ['another first surname', 'MOLA850312MDFMPN03', 'GOLA850312AB1'],
    ['another vowel', 'GALA850312MDFMPN03', 'GOLA850312AB1'],
    ['another second surname', 'GOPA850312MDFMPN03', 'GOLA850312AB1'],
    ['another name', 'GOLM850312MDFMPN03', 'GOLA850312AB1'],
    ['no second surname, and another name', 'GOXM850312MDFMPN03', 'GOAN850312AB1'],
  ])('an RFC does not belong to the CURP of %s', (_, curp, rfc) => {
    expect(isCurpOfRfc(curp, rfc)).toBe(false);
  });
});
