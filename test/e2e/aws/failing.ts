import type { Checks } from '../checks.ts';
import { type Account, expect } from './account.ts';
import { broken } from './templates.ts';

const outcomes = [
  { mode: 'DO_NOTHING', status: 'CREATE_FAILED', left: 'First' },
  { mode: 'ROLLBACK', status: 'ROLLBACK_COMPLETE', left: '' },
  { mode: 'DELETE', status: 'DELETE_COMPLETE', left: '' },
] as const;

/** What is left of a creation that fails, and how the cause is found. */
export async function checkFailures(account: Account, checks: Checks): Promise<void> {
  for (const { mode, status, left } of outcomes) {
    await checks.check(`a creation that fails with OnFailure ${mode} ends as ${status}`, async () => {
      const id = await account.create(mode.toLowerCase().replace('_', '-'), broken, { OnFailure: mode });
      const seen = await account.ended(id);
      const { StackResourceSummaries: all = [] } = await account.cloudFormation.listStackResources({ StackName: id });
      const complete = all
        .filter(({ ResourceStatus }) => ResourceStatus === 'CREATE_COMPLETE')
        .map((one) => one.LogicalResourceId);
      expect(seen.at(-1) === status && complete.join() === left, `${seen.join(' ')}, left: ${complete}`);
    });
  }
  await checks.check('the first failure names its cause and whose it is', async () => {
    const events = await account.events(account.name('rollback'));
    const first = events.find(({ ResourceStatus }) => ResourceStatus === 'CREATE_FAILED');
    const reason = first?.ResourceStatusReason ?? '';
    expect(
      first?.LogicalResourceId === 'Wrong' && /ami-0+.*HandlerErrorCode: \w+\)$/s.test(reason),
      `${first?.LogicalResourceId}: ${reason}`,
    );
  });
  await checks.check('what comes after a failure never begins', async () => {
    const events = await account.events(account.name('rollback'));
    expect(!events.some(({ LogicalResourceId }) => LogicalResourceId === 'Never'), 'it began');
  });
  await checks.check('a stack that was rolled back can only be deleted', async () => {
    const { name, message } = await account.update('rollback', broken).then(
      () => ({ name: 'accepted', message: '' }),
      (error: Error) => error,
    );
    expect(
      name === 'ValidationError' && /ROLLBACK_COMPLETE state and can not be updated/.test(message),
      `${name}: ${message}`,
    );
  });
}
