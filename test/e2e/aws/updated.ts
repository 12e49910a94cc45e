import type { Checks } from '../checks.ts';
import { type Account, expect, refusal } from './account.ts';
import { given } from './created.ts';
import { small, whole } from './templates.ts';

const kept = { Capabilities: given.Capabilities, Parameters: [{ ParameterKey: 'Secret', UsePreviousValue: true }] };

interface Plan {
  readonly status: string;
  readonly reason: string;
  readonly rows: readonly string[];
}

export async function planned(account: Account, what: string, template: object, rest: object = {}): Promise<Plan> {
  const names = { StackName: account.name(what), ChangeSetName: 'plan' };
  await account.cloudFormation.createChangeSet({ ...names, TemplateBody: JSON.stringify(template), ...rest });
  const seen = await account.until('the change set', async () => {
    const one = await account.cloudFormation.describeChangeSet({ ...names, IncludePropertyValues: true });
    return one.Status?.endsWith('_COMPLETE') || one.Status === 'FAILED' ? one : undefined;
  });
  const rows = (seen.Changes ?? []).map(
    ({ ResourceChange: one }) => `${one?.Action} ${one?.LogicalResourceId} ${one?.Replacement ?? '-'}`,
  );
  return { status: seen.Status ?? '', reason: seen.StatusReason ?? '', rows: rows.sort() };
}

const dropPlan = (account: Account, what: string): Promise<unknown> =>
  account.cloudFormation.deleteChangeSet({ StackName: account.name(what), ChangeSetName: 'plan' });

export async function checkPlans(account: Account, checks: Checks): Promise<void> {
  await checks.check('a change set without a change fails, and says so', async () => {
    const { status, reason } = await planned(account, 'whole', whole(), kept);
    expect(status === 'FAILED' && /didn't contain changes/.test(reason), `${status}: ${reason}`);
    await dropPlan(account, 'whole');
  });
  await checks.check('a change set lists what is added, changed and removed, and nothing else', async () => {
    const { rows } = await planned(account, 'whole', whole({ second: true, diskGiB: 2, bucket: false }), kept);
    expect(rows.join() === 'Add Second -,Modify Disk False,Remove Files -', rows.join());
    await dropPlan(account, 'whole');
  });
  await checks.check(
    'a change set of a new stack leaves it in REVIEW_IN_PROGRESS, from where it is deleted',
    async () => {
      const { rows } = await planned(account, 'review', small(), { ChangeSetType: 'CREATE' });
      const { StackStatus, StackId = '' } = await account.stack(account.name('review'));
      expect(StackStatus === 'REVIEW_IN_PROGRESS' && rows.join() === 'Add Group -', `${StackStatus} ${rows}`);
      await account.cloudFormation.deleteStack({ StackName: account.name('review') });
      const [status] = (await account.ended(StackId)).slice(-1);
      expect(status === 'DELETE_COMPLETE', `${status}`);
    },
  );
  await checks.check('a change set names what is replaced, and does it when it is executed', async () => {
    const id = await account.create('small', small());
    await account.ended(id);
    const before = await account.resources(id);
    const { rows } = await planned(account, 'small', small('another description'));
    expect(rows.join() === 'Modify Group True', rows.join());
    await account.cloudFormation.executeChangeSet({ StackName: account.name('small'), ChangeSetName: 'plan' });
    const seen = await account.ended(id);
    const after = await account.resources(id);
    expect(seen.at(-1) === 'UPDATE_COMPLETE' && after['Group'] !== before['Group'], `${seen.at(-1)} ${after['Group']}`);
  });
}

export async function checkUpdates(account: Account, checks: Checks, id: string): Promise<void> {
  await checks.check('an update without a change is refused', async () => {
    const { name, message } = await refusal(account.update('whole', whole(), kept));
    expect(name === 'ValidationError' && message === 'No updates are to be performed.', `${name}: ${message}`);
  });
  const before = await account.resources(id);
  await checks.check('an update adds a machine and grows the disk, and leaves the rest as it is', async () => {
    await account.update('whole', whole({ second: true, diskGiB: 2 }), { ...kept, ClientRequestToken: 'update' });
    const seen = await account.ended(id);
    const after = await account.resources(id);
    const changed = Object.keys(before).filter((name) => before[name] !== after[name]);
    expect(seen.at(-1) === 'UPDATE_COMPLETE' && changed.length === 0 && Boolean(after['Second']), `${seen} ${changed}`);
    const { Volumes: [disk] = [] } = await account.ec2.describeVolumes({ VolumeIds: [before['Disk'] ?? ''] });
    expect(disk?.Size === 2, `the disk has ${disk?.Size} GiB`);
  });
  await checks.check('an update passes UPDATE_COMPLETE_CLEANUP_IN_PROGRESS', async () => {
    const own = (await account.events(id)).filter(({ PhysicalResourceId }) => PhysicalResourceId === id);
    const statuses = own
      .map(({ ResourceStatus }) => ResourceStatus)
      .slice(-3)
      .join(' ');
    expect(statuses === 'UPDATE_IN_PROGRESS UPDATE_COMPLETE_CLEANUP_IN_PROGRESS UPDATE_COMPLETE', statuses);
  });
  await checks.check('what an update leaves out is removed', async () => {
    await account.update('whole', whole({ diskGiB: 2 }), kept);
    await account.ended(id);
    const after = await account.resources(id);
    expect(after['Second'] === undefined && after['Machine'] === before['Machine'], JSON.stringify(after));
  });
  await checks.check('an update that fails goes back to what was', async () => {
    await account.update('whole', whole({ diskGiB: 2, second: true, broken: true }), kept);
    const seen = await account.ended(id);
    const after = await account.resources(id);
    const changed = Object.keys(before).filter((name) => before[name] !== after[name]);
    expect(
      seen.at(-1) === 'UPDATE_ROLLBACK_COMPLETE' && changed.length === 0 && !after['Second'],
      `${seen} ${changed}`,
    );
  });
  await checks.check('a stack that went back can be updated', async () => {
    await account.update('whole', whole({ diskGiB: 2, bucket: false }), kept);
    const seen = await account.ended(id);
    expect(seen.at(-1) === 'UPDATE_COMPLETE', seen.join(' '));
  });
}

export async function checkPower(account: Account, checks: Checks, id: string): Promise<void> {
  const state = async (wanted: string): Promise<void> => {
    const { Machine = '' } = await account.resources(id);
    await account.until(`the machine is ${wanted}`, async () => {
      const { Reservations: [reservation] = [] } = await account.ec2.describeInstances({ InstanceIds: [Machine] });
      return reservation?.Instances?.[0]?.State?.Name === wanted ? true : undefined;
    });
  };
  const InstanceIds = [(await account.resources(id))['Machine'] ?? ''];
  await checks.check('a machine stops, and its stack does not notice', async () => {
    await account.ec2.stopInstances({ InstanceIds });
    await state('stopped');
    const { StackStatus } = await account.stack(id);
    expect(StackStatus === 'UPDATE_COMPLETE', `${StackStatus}`);
  });
  await checks.check('a stopped machine starts again', async () => {
    await account.ec2.startInstances({ InstanceIds });
    await state('running');
  });
}
