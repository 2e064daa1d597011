import type { fiscalCfdi } from '@timbre/contract';
import { answers, replies, type Runtime, type Rpcs } from '@timbre/kit';
import type { SetUpProviders } from '../domain/ports';
import { activateCertificate } from '../operations/activate-certificate';
import { createSandboxCertificate } from '../operations/create-sandbox-certificate';
import { createSeries } from '../operations/create-series';
import { deleteCertificate } from '../operations/delete-certificate';
import { getCertificate } from '../operations/get-certificate';
import { getFiscalProfile } from '../operations/get-fiscal-profile';
import { getFiscalReadiness } from '../operations/get-fiscal-readiness';
import { getSatCatalogEntry } from '../operations/get-sat-catalog-entry';
import { listCertificates } from '../operations/list-certificates';
import { listSandboxScenarios } from '../operations/list-sandbox-scenarios';
import { listLawPacks } from '../operations/list-law-packs';
import { listSatCatalogs } from '../operations/list-sat-catalogs';
import { listSeries } from '../operations/list-series';
import { getLetterhead } from '../operations/get-letterhead';
import { getTransportSettings } from '../operations/get-transport-settings';
import { putBranding } from '../operations/put-branding';
import { putFiscalProfile } from '../operations/put-fiscal-profile';
import { putSandboxScenario } from '../operations/put-sandbox-scenario';
import { putTransportSettings } from '../operations/put-transport-settings';
import { searchSatCatalog } from '../operations/search-sat-catalog';
import { signMassDownload } from '../operations/sign-mass-download';
import { signPortalChallenge } from '../operations/sign-portal-challenge';
import { updateSeries } from '../operations/update-series';
import { uploadCertificate } from '../operations/upload-certificate';

/** Returns the rpcs for fiscal set-up, branding, series, SAT catalogues and sandbox. */
export const setUpRpcs = (runtime: Runtime<SetUpProviders>) =>
  ({
    getFiscalProfile: replies(getFiscalProfile, runtime),
    putFiscalProfile: replies(putFiscalProfile, runtime),
    putBranding: replies(putBranding, runtime),
    getTransportSettings: replies(getTransportSettings, runtime),
    putTransportSettings: replies(putTransportSettings, runtime),
    getLetterhead: answers(getLetterhead, runtime),
    listCertificates: replies(listCertificates, runtime),
    uploadCertificate: replies(uploadCertificate, runtime),
    getCertificate: replies(getCertificate, runtime),
    activateCertificate: replies(activateCertificate, runtime),
    deleteCertificate: replies(deleteCertificate, runtime),
    getFiscalReadiness: replies(getFiscalReadiness, runtime),
    listSeries: replies(listSeries, runtime),
    createSeries: replies(createSeries, runtime),
    updateSeries: replies(updateSeries, runtime),
    listLawPacks: replies(listLawPacks, runtime),
    listSatCatalogs: replies(listSatCatalogs, runtime),
    searchSatCatalog: replies(searchSatCatalog, runtime),
    getSatCatalogEntry: replies(getSatCatalogEntry, runtime),
    signPortalChallenge: answers(signPortalChallenge, runtime),
    signMassDownload: answers(signMassDownload, runtime),
    listSandboxScenarios: replies(listSandboxScenarios, runtime),
    putSandboxScenario: replies(putSandboxScenario, runtime),
    createSandboxCertificate: replies(createSandboxCertificate, runtime),
  }) satisfies Partial<Rpcs<typeof fiscalCfdi.FiscalCfdiService>>;
