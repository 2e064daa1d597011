import { certain } from '@timbre/fiscal';
import { clockDaysMax, clockYearsMax, type sandboxClock } from '@timbre/api';
import { audit, command, conflict, invalid, replyValue, type Answer } from '@timbre/kit';
import { clockEvent, lockOrganization } from '../store/organizations';

const dayMs = 86_400_000;
const aheadMsMax = clockYearsMax * 366 * dayMs;

/**
 * Advances the clock of the organization. A clock is never set back. Leases, API keys, quotas and
 * webhooks continue to use real time. The possible refusals are validation_error (in_the_past,
 * clock_step_too_long); conflict (clock_limit)
 *
 * - clock_limit: the sandbox's clock cannot be advanced this far; the message has the limit
 */
export const advance = command(
  async (tx, { days, to }: { days?: number | undefined; to?: string | undefined }) => {
    const organization = await lockOrganization(tx);
    const before = organization.clockAheadMs;
    const nowMs = tx.now.getTime();
    const stepMs =
      to === undefined ? certain(days, 'days') * dayMs : Date.parse(to) - (nowMs + before);
    const issues = to === undefined ? [] : issuesOf(stepMs);
    if (issues.length) throw invalid(issues);
    const clockAheadMs = before + stepMs;
    if (clockAheadMs > aheadMsMax) {
      const message = `A clock is advanced by ${clockYearsMax} years at most.`;
      throw conflict(message, 'clock_limit');
    }
    Object.assign(organization, { clockAheadMs, updatedAt: tx.now });
    const now = new Date(nowMs + clockAheadMs);
    audit(tx, {
      action: 'sandbox_clock.advanced',
      subjectId: organization.id,
      before: { aheadMs: before },
      after: { aheadMs: clockAheadMs },
    });
    tx.emit(() => clockEvent(organization, now));
    return replyValue({
      now: now.toISOString(),
      aheadSeconds: Math.floor(clockAheadMs / 1_000),
    } satisfies Answer<typeof sandboxClock>);
  },
);

/**
 * - in_the_past: the sandbox's clock can only be advanced, and this time is not after its present time
 * - clock_step_too_long: one call cannot advance the sandbox's clock this far; the message has the limit
 */
function issuesOf(stepMs: number) {
  const path = ['to'];
  if (stepMs <= 0) {
    const message = 'The clock of the organization is not before this instant.';
    return [{ path, code: 'in_the_past', message }];
  }
  if (stepMs <= clockDaysMax * dayMs) return [];
  const message = `A clock is advanced by ${clockDaysMax} days at once.`;
  return [{ path, code: 'clock_step_too_long', message }];
}
