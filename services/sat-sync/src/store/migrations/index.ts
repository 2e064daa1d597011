import { CompressReplies, type MigrationList } from '@timbre/kit';
import { CreateSchedules } from './0001-schedules';
import { CreateMassDownload } from './0029-mass-download';
import { CreateDeclarations } from './0020-declarations';
import { CreateSyncs } from './0021-syncs';
import { CreateLists } from './0022-lists';
import { WatchLists } from './0031-listed-parties';
import { RunSchedules } from './0030-runs-of-schedules';
import { CountRequestsOfAnRfc } from './0032-requests-of-an-rfc';
import { RememberListFailures } from './0033-list-failures';
import { RequestFolios } from './0034-folios';
import { RememberRefusedDocuments } from './0035-refused-documents';
import { KnowOrganizations } from './0036-organizations';
import { WalkMetadataInOrder } from './0037-metadata-in-order';
import { VisitPortalsInTurn } from './0038-portal-visits';
import { CountRetries } from './0039-retries';
import { KeepTimeOfPresentation } from './0040-time-of-presentation';

export const migrations: MigrationList[] = [
  { name: '0001-schedules', class: CreateSchedules },
  { name: '0002-replies', class: CompressReplies },
  { name: '0020-declarations', class: CreateDeclarations },
  { name: '0021-syncs', class: CreateSyncs },
  { name: '0022-lists', class: CreateLists },
  { name: '0029-mass-download', class: CreateMassDownload },
  { name: '0030-runs-of-schedules', class: RunSchedules },
  { name: '0031-listed-parties', class: WatchLists },
  { name: '0032-requests-of-an-rfc', class: CountRequestsOfAnRfc },
  { name: '0033-list-failures', class: RememberListFailures },
  { name: '0034-folios', class: RequestFolios },
  { name: '0035-refused-documents', class: RememberRefusedDocuments },
  { name: '0036-organizations', class: KnowOrganizations },
  { name: '0037-metadata-in-order', class: WalkMetadataInOrder },
  { name: '0038-portal-visits', class: VisitPortalsInTurn },
  { name: '0039-retries', class: CountRetries },
  { name: '0040-time-of-presentation', class: KeepTimeOfPresentation },
];
