import { describe, expect, it } from 'vitest';
import {
  deploymentFor,
  listingFor,
  mayChange,
  maySee,
  maySeeSecrets,
  requireGroup,
} from '../../../../src/domain/deployments/record/access.ts';
import type { Caller } from '../../../../src/foundation/caller.ts';
import { id, sampleDeployment } from '../../../http/samples.ts';

const iam = 'https://iam.example/';
const owner: Caller = { issuer: iam, subject: 'olga', groups: [], isAdministrator: false };
const member: Caller = { issuer: iam, subject: 'mia', groups: ['physics'], isAdministrator: false };
const stranger: Caller = { issuer: iam, subject: 'otto', groups: ['chemistry'], isAdministrator: false };
const administrator: Caller = { issuer: 'https://other.example', subject: 'ada', groups: [], isAdministrator: true };
const namesake: Caller = { ...owner, issuer: 'https://other.example' };
const memberElsewhere: Caller = { ...member, issuer: 'https://other.example' };
const manager: Caller = { ...member, subject: 'lena', manages: ['physics'] };
const managerElsewhere: Caller = { ...manager, issuer: 'https://other.example' };
const managerOfAnother: Caller = { ...member, subject: 'max', manages: ['chemistry'] };
const ungrouped: Caller = { issuer: iam, subject: 'lone', isAdministrator: false };

const deployment = sampleDeployment({ userGroup: 'physics' });

describe('who sees, changes and sees secrets of a deployment of a group', () => {
  it.each([
    ['the owner', owner, true, true, true],
    ['an administrator', administrator, true, true, true],
    ['a manager of its group', manager, true, true, false],
    ['a manager of a group of that name at another issuer', managerElsewhere, false, false, false],
    ['a member of its group who manages another one', managerOfAnother, true, false, false],
    ['a member of its group', member, true, false, false],
    ['a stranger', stranger, false, false, false],
    ['somebody of the same subject at another issuer', namesake, false, false, false],
    ['a member of a group of that name at another issuer', memberElsewhere, false, false, false],
    ['somebody whose groups nobody tells', ungrouped, false, false, false],
  ])('%s', (_, caller, sees, changes, seesSecrets) => {
    expect([maySee(caller, deployment), mayChange(caller, deployment), maySeeSecrets(caller, deployment)]).toEqual([
      sees,
      changes,
      seesSecrets,
    ]);
  });

  it('of no group, its owner and administrators alone', () => {
    const own = sampleDeployment();
    const seen = [owner, administrator, member, manager].map((caller) => [maySee(caller, own), mayChange(caller, own)]);
    expect(seen).toEqual([
      [true, true],
      [true, true],
      [false, false],
      [false, false],
    ]);
  });
});

describe('a deployment for a caller', () => {
  const deployments = { find: async (wanted: string) => (wanted === deployment.id ? deployment : undefined) };

  it('is found by who has the right', async () => {
    expect(await deploymentFor(deployments, deployment.id, member, 'see')).toBe(deployment);
    expect(await deploymentFor(deployments, deployment.id, owner, 'change')).toBe(deployment);
    expect(await deploymentFor(deployments, deployment.id, manager, 'change')).toBe(deployment);
  });

  it.each(['change', 'see-secrets'] as const)('is forbidden to who may see it but not %s', async (right) => {
    await expect(deploymentFor(deployments, deployment.id, member, right)).rejects.toMatchObject({
      name: 'ForbiddenError',
    });
  });

  it('keeps its secrets from who manages its group', async () => {
    await expect(deploymentFor(deployments, deployment.id, manager, 'see-secrets')).rejects.toMatchObject({
      name: 'ForbiddenError',
    });
  });

  it('is not there for who may not see it', async () => {
    await expect(deploymentFor(deployments, deployment.id, stranger, 'change')).rejects.toMatchObject({
      name: 'NotFoundError',
      message: `there is no deployment "${deployment.id}" that you may see; GET /deployments lists those that you may`,
    });
  });

  it.each(['', 'x', '../../..', id(1).toUpperCase(), `${id(1)} `, 'a'.repeat(5000)])(
    'is not looked for under %j, which is no id',
    async (text) => {
      const never = { find: () => Promise.reject(new Error('looked')) };
      const attempt = deploymentFor(never, text, owner, 'see');
      await expect(attempt).rejects.toMatchObject({ name: 'NotFoundError' });
      await expect(attempt).rejects.toThrow(/^.{0,200}$/s);
    },
  );
});

describe('what a list shows', () => {
  const own = (caller: Caller) => ({ of: 'owner', owner: { issuer: caller.issuer, subject: caller.subject } });

  it.each([
    ['nothing asked', stranger, undefined, undefined, own(stranger)],
    ['nothing asked by an administrator', administrator, undefined, undefined, { of: 'all' }],
    ['createdBy=me', stranger, 'me', undefined, own(stranger)],
    ['createdBy=me of an administrator', administrator, 'me', undefined, own(administrator)],
    ['oneself by name', owner, `olga@${iam}`, undefined, own(owner)],
    ['somebody by an administrator', administrator, `olga@${iam}`, undefined, own(owner)],
    ["one's group", member, undefined, 'physics', { of: 'group', group: 'physics', issuer: iam }],
    [
      'any group by an administrator',
      administrator,
      undefined,
      'x',
      { of: 'group', group: 'x', issuer: administrator.issuer },
    ],
    [
      'a group of another issuer by an administrator',
      administrator,
      undefined,
      'x@https://other.example/',
      { of: 'group', group: 'x', issuer: 'https://other.example/' },
    ],
    ["one's own in a group", member, 'me', 'physics', { ...own(member), of: 'owner-in-group', group: 'physics' }],
    [
      'somebody in a group by an administrator',
      administrator,
      `olga@${iam}`,
      'x',
      { ...own(owner), of: 'owner-in-group', group: 'x' },
    ],
    ['a group where none are told', ungrouped, undefined, 'x', { ...own(ungrouped), of: 'owner-in-group', group: 'x' }],
  ] as const)('for %s', (_, caller, createdBy, userGroup, listing) => {
    expect(listingFor(caller, createdBy, userGroup)).toEqual(listing);
  });

  it('takes a subject that is a mail address', () => {
    const mail = { ...owner, subject: 'olga@mail.example' };
    expect(listingFor(mail, `olga@mail.example@${iam}`)).toEqual(own(mail));
  });

  it.each([
    ['somebody else', `mia@${iam}`, undefined],
    ['the same subject elsewhere', 'otto@https://other.example', undefined],
    ['a group one is not in', undefined, 'physics'],
    ["one's own in a group one is not in", 'me', 'physics'],
  ])('is forbidden for %s', (_, createdBy, userGroup) => {
    expect(() => listingFor(stranger, createdBy, userGroup)).toThrow(
      expect.objectContaining({ name: 'ForbiddenError' }),
    );
  });

  it.each(['you', '@', 'otto@', '@https://iam.example/', 'otto@https://iam.example/@'])(
    'is not to be had for createdBy=%s',
    (createdBy) => {
      expect(() => listingFor(administrator, createdBy)).toThrow(expect.objectContaining({ name: 'InvalidError' }));
    },
  );
});

describe('creating for a group', () => {
  it.each([member, administrator, ungrouped])('is allowed to $subject', (caller) => {
    expect(() => requireGroup(caller, 'physics')).not.toThrow();
  });

  it('is forbidden to who is not in it', () => {
    expect(() => requireGroup(stranger, 'physics')).toThrow(expect.objectContaining({ name: 'ForbiddenError' }));
  });
});
