import type { ChangeSetType } from '@aws-sdk/client-cloudformation';
import type { Checks } from '../checks.ts';
import { type Account, expect } from './account.ts';
import { drifting } from './templates.ts';

/** What somebody else has changed is detected, and set back by a drift-aware change set. */
export async function checkDrift(account: Account, checks: Checks): Promise<void> {
  const { cloudFormation } = account;
  const StackName = account.name('drifting');
  let id = '';
  await checks.check('a stack in which nothing has drifted is IN_SYNC', async () => {
    id = await account.create('drifting', drifting);
    await account.ended(id);
    const { status, drifts } = await detected(account, StackName);
    expect(status === 'IN_SYNC' && drifts.length === 0, `${status}: ${drifts}`);
  });
  await checks.check('a drift-aware change set of it has no change, and fails with the usual reason', async () => {
    const seen = await planned(account, StackName);
    expect(seen.status === 'FAILED' && /didn.t contain changes/.test(seen.reason), `${seen.status}: ${seen.reason}`);
    await cloudFormation.deleteChangeSet({ StackName, ChangeSetName: 'revert' });
  });
  const before = await account.resources(StackName);
  await checks.check('what was changed and what was deleted is detected, each with its status', async () => {
    await account.harm(before['Group'] ?? '', before['Files'] ?? '');
    const { status, drifts } = await detected(account, StackName);
    expect(status === 'DRIFTED' && drifts.join() === 'Files DELETED,Group MODIFIED', `${status}: ${drifts}`);
  });
  await checks.check('a usual change set sees nothing of it', async () => {
    const seen = await planned(account, StackName, {});
    expect(seen.status === 'FAILED', seen.status);
    await cloudFormation.deleteChangeSet({ StackName, ChangeSetName: 'revert' });
  });
  await checks.check('a drift-aware one sets back the one, makes the other again, and replaces nothing', async () => {
    const { rows } = await planned(account, StackName);
    const [files = '', group = ''] = rows;
    const isSetBack = group === 'Group Modify MODIFIED ACTUAL_STATE False';
    expect(rows.length === 2 && isSetBack && /^Files (Add|Modify) DELETED/.test(files), rows.join());
  });
  await checks.check('it is executed as an update, and is the last change set of its stack', async () => {
    await cloudFormation.executeChangeSet({ StackName, ChangeSetName: 'revert', ClientRequestToken: 'revert' });
    const seen = await account.ended(id);
    const { ChangeSetId = '' } = await account.stack(StackName);
    expect(seen.at(-1) === 'UPDATE_COMPLETE' && ChangeSetId.includes('changeSet/revert/'), `${seen} ${ChangeSetId}`);
  });
  await checks.check('nothing has drifted any more, and what stood is the same', async () => {
    const after = await account.resources(StackName);
    const { status } = await detected(account, StackName);
    expect(status === 'IN_SYNC' && after['Group'] === before['Group'], `${status} ${after['Group']}`);
  });
}

async function detected(account: Account, StackName: string) {
  const { cloudFormation } = account;
  const { StackDriftDetectionId } = await cloudFormation.detectStackDrift({ StackName });
  const { StackDriftStatus: status } = await account.until('the drift detection', async () => {
    const one = await cloudFormation.describeStackDriftDetectionStatus({ StackDriftDetectionId });
    return one.DetectionStatus === 'DETECTION_IN_PROGRESS' ? undefined : one;
  });
  const { StackResourceDrifts = [] } = await cloudFormation.describeStackResourceDrifts({
    StackName,
    StackResourceDriftStatusFilters: ['MODIFIED', 'DELETED', 'UNKNOWN', 'UNSUPPORTED'],
  });
  const drifts = StackResourceDrifts.map(
    ({ LogicalResourceId, StackResourceDriftStatus: is }) => `${LogicalResourceId} ${is}`,
  );
  return { status, drifts: drifts.sort() };
}

const reverting = { DeploymentMode: 'REVERT_DRIFT' as const };

async function planned(account: Account, StackName: string, mode: object = reverting) {
  const { cloudFormation } = account;
  const names = { StackName, ChangeSetName: 'revert', ChangeSetType: 'UPDATE' as ChangeSetType };
  await cloudFormation.createChangeSet({ ...names, TemplateBody: JSON.stringify(drifting), ...mode });
  const seen = await account.until('the change set', async () => {
    const one = await cloudFormation.describeChangeSet({ StackName, ChangeSetName: 'revert' });
    return one.Status === 'CREATE_COMPLETE' || one.Status === 'FAILED' ? one : undefined;
  });
  const rows = (seen.Changes ?? []).map(({ ResourceChange: one }) => {
    const from = one?.Details?.find(({ Target }) => Target?.BeforeValueFrom)?.Target?.BeforeValueFrom;
    return [one?.LogicalResourceId, one?.Action, one?.ResourceDriftStatus, from ?? '-', one?.Replacement ?? '-'].join(
      ' ',
    );
  });
  return { status: seen.Status ?? '', reason: seen.StatusReason ?? '', rows: rows.sort() };
}
