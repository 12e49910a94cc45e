import type { Checks } from '../checks.ts';
import { type Account, expect, refusal } from './account.ts';
import { small, storing } from './templates.ts';

export async function checkDeletions(account: Account, checks: Checks, id: string): Promise<void> {
  const { cloudFormation, ec2 } = account;
  await checks.check('a protected stack is not deleted', async () => {
    const protectedId = await account.create('protected', small(), { EnableTerminationProtection: true });
    await account.ended(protectedId);
    const { name, message } = await refusal(cloudFormation.deleteStack({ StackName: protectedId }));
    expect(name === 'ValidationError' && /TerminationProtection is enabled/.test(message), `${name}: ${message}`);
  });
  await checks.check('a bucket that is not empty stops a deletion, which names it', async () => {
    const stored = await account.create('storing', storing);
    await account.ended(stored);
    const { Files = '' } = await account.resources(stored);
    await account.fill(Files);
    await cloudFormation.deleteStack({ StackName: stored });
    await account.ended(stored);
    const { StackStatus, StackStatusReason } = await account.stack(stored);
    expect(
      StackStatus === 'DELETE_FAILED' && /failed to delete: \[Files\]/.test(StackStatusReason ?? ''),
      `${StackStatus}: ${StackStatusReason}`,
    );
  });
  await checks.check('what stops a deletion can be retained', async () => {
    const { StackId: stored = '' } = await account.stack(account.name('storing'));
    const { Files = '' } = await account.resources(stored);
    await cloudFormation.deleteStack({ StackName: stored, RetainResources: ['Files'] });
    const seen = await account.ended(stored);
    expect(seen.at(-1) === 'DELETE_COMPLETE', seen.join(' '));
    await account.discard(Files);
  });
  const before = await account.resources(id);
  await checks.check('a deletion ends as DELETE_COMPLETE, which its id still tells', async () => {
    await cloudFormation.deleteStack({ StackName: account.name('whole') });
    const seen = await account.ended(id);
    expect(seen.at(-1) === 'DELETE_COMPLETE', seen.join(' '));
  });
  await checks.check('a deleted stack is not found by its name', async () => {
    const { name, message } = await refusal(account.stack(account.name('whole')));
    expect(name === 'ValidationError' && /does not exist$/.test(message), `${name}: ${message}`);
  });
  await checks.check('a deletion goes against the order of the references', async () => {
    const lines = (await account.events(id)).map((one) => `${one.LogicalResourceId} ${one.ResourceStatus}`);
    for (const [first, second] of [
      ['DiskAttached', 'Disk'],
      ['Disk', 'Machine'],
      ['Machine', 'Subnet'],
      ['Subnet', 'Net'],
    ] as const)
      expect(
        lines.indexOf(`${first} DELETE_COMPLETE`) < lines.indexOf(`${second} DELETE_IN_PROGRESS`),
        `${second} before ${first}`,
      );
  });
  await checks.check('nothing of it is left', async () => {
    const { Reservations = [] } = await ec2.describeInstances({
      Filters: [{ Name: 'tag:aws:cloudformation:stack-id', Values: [id] }],
    });
    const states = Reservations.flatMap(({ Instances = [] }) => Instances).map(({ State }) => State?.Name);
    expect(
      states.every((state) => state === 'terminated' || state === 'shutting-down'),
      states.join(),
    );
    const { name } = await refusal(ec2.describeVolumes({ VolumeIds: [before['Disk'] ?? ''] }));
    expect(name === 'InvalidVolume.NotFound', name);
    const { name: networkName } = await refusal(ec2.describeVpcs({ VpcIds: [before['Net'] ?? ''] }));
    expect(networkName === 'InvalidVpcID.NotFound', networkName);
  });
}
