import { getDeveloperActivity } from './get-developer-activity';
import { getDeveloperActivitySummary } from './get-developer-activity-summary';
import { listDeveloperActivity } from './list-developer-activity';

export const developerActivity = [
  getDeveloperActivity,
  getDeveloperActivitySummary,
  listDeveloperActivity,
];
