import type { TransportSettings as Settings } from '@timbre/api';
import type { fiscalCfdi } from '@timbre/contract';
import { command, invalid, replyWith } from '@timbre/kit';
import { savedTransportIssues } from '../domain/complements/saved-transport';
import { lockSetUp } from '../store/set-up/set-up-lock';
import { TransportSettings, transportSettingsResource } from '../store/set-up/transport-settings';

/**
 * Replaces the saved vehicles, persons and routes. Existing drafts do not change, because they contain
 * copies of the settings.
 * @throws Refusal with validation_error and the issues of `savedTransportIssues`
 */
export const putTransportSettings = command(
  async (tx, { settingsJson }: fiscalCfdi.PutTransportSettingsRequest) => {
    const settings = JSON.parse(settingsJson) as Settings;
    const issues = savedTransportIssues(settings);
    if (issues.length > 0) throw invalid(issues);
    await lockSetUp(tx);
    const values = { ...settings, updatedAt: tx.now };
    const current = await tx.findBy(TransportSettings, {});
    if (current) Object.assign(current, values);
    const id = current?.id ?? tx.add(TransportSettings, { ...values, version: 1 });
    return replyWith(transportSettingsResource, id);
  },
);
