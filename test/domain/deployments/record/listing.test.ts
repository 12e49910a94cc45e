import { describe, expect, it } from 'vitest';
import { isId, listingFor, visibleDeployment } from '../../../../src/domain/deployments/record/access.ts';
import { shownTo, shownToOwner } from '../../../../src/domain/deployments/record/disclosure.ts';
import type { Caller } from '../../../../src/foundation/caller.ts';
import { people } from '../../../http/requests.ts';
import { sampleDeployment } from '../../../http/samples.ts';

const issuer = 'https://iam.example';
const member = { ...people.mia, issuer, subject: 'mia', groups: ['physics'], isAdministrator: false } as Caller;
const administrator = { ...member, isAdministrator: true } as Caller;
const colleague = { issuer, subject: 'olga@mail.example' };
const name = `${colleague.subject}@${issuer}`;

const refused = (list: () => unknown, error: string) => expect(list).toThrow(expect.objectContaining({ name: error }));

describe('the list of what another user created', () => {
  it('is for members of the group that both are in, and only what was made for it', () => {
    expect(listingFor(member, name, 'physics')).toEqual({ of: 'owner-in-group', owner: colleague, group: 'physics' });
  });

  it.each<[string, Caller, string, string | undefined]>([
    ['without a group', member, name, undefined],
    ['of a group that the caller is not in', member, name, 'chemistry'],
    ['at another issuer, where the same name is another group', member, 'olga@https://other.example', 'physics'],
    ['where nobody knows the groups of the caller', { ...member, groups: undefined } as never, name, 'physics'],
  ])('is refused %s', (_, caller, createdBy, group) => {
    refused(() => listingFor(caller, createdBy, group), 'ForbiddenError');
  });

  it('is for administrators, also of another issuer', () => {
    const owner = { issuer: 'https://other.example', subject: 'olga' };
    expect(listingFor(administrator, 'olga@https://other.example')).toEqual({ of: 'owner', owner });
  });

  it.each(['olga', '@https://iam.example', 'olga@', ''])('needs a subject and an issuer: %j', (createdBy) => {
    refused(() => listingFor(administrator, createdBy), 'InvalidError');
  });
});

describe('the list of a group', () => {
  it.each([
    ['physics', 'physics', issuer],
    ['physics@https://other.example', 'physics', 'https://other.example'],
    ['physics@http://other.example', 'physics', 'http://other.example'],
    ['physics@lab', 'physics@lab', issuer],
    ['a@b@https://other.example', 'a@b', 'https://other.example'],
    ['@https://other.example', '@https://other.example', issuer],
    ['physics@https://a@b', 'physics@https://a@b', issuer],
  ])('of an administrator is that of an issuer: %s', (userGroup, group, of) => {
    expect(listingFor(administrator, undefined, userGroup)).toEqual({ of: 'group', group, issuer: of });
  });
});

describe('an id', () => {
  it('is quoted, and shortened, in what is said of it', async () => {
    const deployments = { find: async () => undefined };
    const asking = (id: string) => visibleDeployment(deployments, id, member);
    await expect(asking('x'.repeat(40))).rejects.toThrow(`no deployment "${'x'.repeat(40)}" that`);
    await expect(asking('x'.repeat(41))).rejects.toThrow(`no deployment "${'x'.repeat(40)}…" that`);
    expect(isId('01980000-0000-7000-8000-000000000001')).toBe(true);
  });
});

describe('why an operation failed', () => {
  const failed = (operationId: string) => {
    const deployment = sampleDeployment({ userGroup: 'physics', status: 'CREATE_FAILED', statusReason: 'in short' });
    return { ...deployment, statusReasonWithLogs: { operationId, text: 'in short\nits log' } };
  };

  it('has its quotes for the owner, if they are of this operation', () => {
    const { operation } = sampleDeployment({});
    expect(shownToOwner(failed(operation.id)).statusReason).toBe('in short\nits log');
    expect(shownToOwner(failed('earlier')).statusReason).toBe('in short');
    expect(shownTo(people.mia, failed(operation.id)).statusReason).not.toContain('its log');
  });
});
