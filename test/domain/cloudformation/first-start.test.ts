/** Users and disks at the first start of a machine. Everybody who sees the machine can read this. */

import { describe, expect, it } from 'vitest';
import { firstStart } from '../../../src/domain/cloudformation/machines/first-start.ts';
import type { Mount } from '../../../src/domain/cloudformation/machines/volumes.ts';
import type { Json } from '../../../src/tosca/topology.ts';
import { type Given, node } from './node.ts';

const key = 'ssh-ed25519 AAAAC3Nz ada@example.org';
const start = (more: Given, mounts: readonly Mount[] = []) => firstStart(node('server', 'Compute', more), mounts);
const withUsers = (...users: readonly Json[]) => start({ properties: { os_users: users } });
const withLogin = (credential: Json) => start({ capabilities: { os: { credential } } });

/** The users that cloud-init makes. */
const usersIn = ({ userData }: ReturnType<typeof start>): Json | undefined => {
  const { 'Fn::Base64': text } = userData as { 'Fn::Base64': string };
  expect(text.startsWith('#cloud-config\n')).toBe(true);
  const { users } = JSON.parse(text.slice('#cloud-config\n'.length)) as { users: readonly Json[] };
  expect(users[0]).toBe('default');
  return users.slice(1);
};
const made = { shell: '/bin/bash', lock_passwd: true };
const sudo = 'ALL=(ALL) NOPASSWD:ALL';

describe('the first start of a machine', () => {
  it('is not longer than AWS takes', () => {
    const rsa = `ssh-rsa ${'A'.repeat(716)} ada@example.org`;
    const people = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ os_user_name: `ada${index}`, os_user_ssh_public_key: rsa }));
    expect(withUsers(...people(18)).reasons).toEqual([]);
    expect(withUsers(...people(20)).reasons).toEqual([
      expect.stringMatching(
        /^needs \d{5} bytes for its first start, and AWS takes 16384: name fewer users \(os_users\)/,
      ),
    ]);
  });

  it('does nothing where nothing is asked for', () => {
    expect(start({})).toStrictEqual({ reasons: [] });
    expect(withLogin({ user: 'ada', token: '' })).toStrictEqual({ reasons: [] });
  });

  it('makes the users, with their public keys, numbers and rights', () => {
    const all = [
      { os_user_name: 'ada', os_user_ssh_public_key: `${key}\n`, os_user_guid: 1001, os_user_add_to_sudoers: true },
      { os_user_name: '_grace-2', os_user_add_to_sudoers: false },
    ];
    expect(usersIn(withUsers(...all))).toStrictEqual([
      { name: 'ada', ...made, uid: 1001, ssh_authorized_keys: [key], sudo },
      { name: '_grace-2', ...made },
    ]);
  });

  it('makes the login that the template gives a public key', () => {
    expect(usersIn(withLogin({ user: 'ada', token: `${key}\n` }))).toStrictEqual([
      { name: 'ada', ...made, ssh_authorized_keys: [key], sudo },
    ]);
  });

  it.each<readonly [Json, string]>([
    [{}, 'has a user without a name, who cannot be made'],
    ...['Ada', '1ada', 'a b', 'a; reboot', 'x'.repeat(33), '../a'].map(
      (name) => [{ os_user_name: name }, `has a user ${name}, who cannot be made`] as const,
    ),
    [
      { os_user_name: 'ada', os_user_ssh_public_key: '-----BEGIN OPENSSH PRIVATE KEY-----' },
      'gives user ada a key that is no public SSH key',
    ],
  ])('makes no user %j', (user, why) => {
    expect(withUsers(user)).toStrictEqual({ reasons: [why] });
  });

  it('takes names of 32 characters', () => {
    expect(withUsers({ os_user_name: 'x'.repeat(32) }).reasons).toEqual([]);
  });

  it('shows nobody a password or a private key, and makes no login without a user', () => {
    for (const token of ['sesame', '-----BEGIN OPENSSH PRIVATE KEY-----'])
      expect(withLogin({ user: 'ada', token })).toStrictEqual({
        reasons: [expect.stringMatching(/^gives its login a password or a private key .*: give a public SSH key$/)],
      });
    for (const user of [undefined, '', 'a b'])
      expect(withLogin({ ...(user !== undefined && { user }), token: key })).toStrictEqual({
        reasons: ['gives a key to a login without a user name (os.credential)'],
      });
  });

  it('waits for each disk, makes a file system on an empty one, and mounts it', () => {
    const mounts = [
      { volume: { Ref: 'a' }, path: '/data', system: 'xfs' },
      { volume: 'vol-1', path: 'none', system: 'swap' },
    ];
    const { userData } = start({ properties: { os_users: [{ os_user_name: 'ada' }] } }, mounts);
    const { 'Fn::Base64': sub } = userData as { 'Fn::Base64': { 'Fn::Sub': readonly [string, object] } };
    const [text, volumes] = sub['Fn::Sub'];
    expect(volumes).toEqual({ Volume0: { Ref: 'a' }, Volume1: 'vol-1' });
    const { users, runcmd } = JSON.parse(text.slice('#cloud-config\n'.length)) as {
      users: readonly Json[];
      runcmd: readonly (readonly string[])[];
    };
    expect(users).toHaveLength(2);
    expect(runcmd.map(([shell, flag]) => [shell, flag])).toEqual([
      ['bash', '-c'],
      ['bash', '-c'],
    ]);
    expect(runcmd.map(([, , script]) => script?.split('\n'))).toEqual([
      expect.arrayContaining(['id=$(echo ${Volume0} | tr -d -)', 'blkid $disk || mkfs -t xfs $disk', 'mount /data']),
      expect.arrayContaining(['id=$(echo ${Volume1} | tr -d -)', 'blkid $disk || mkswap $disk', 'swapon $disk']),
    ]);
  });

  it('leaves what looks like a variable of CloudFormation as it is', () => {
    const odd = `${key} \${AWS::AccountId}`;
    const mounts = [{ volume: 'vol-1', path: '/data', system: 'ext4' }];
    const { userData } = start(
      { properties: { os_users: [{ os_user_name: 'ada', os_user_ssh_public_key: odd }] } },
      mounts,
    );
    expect(JSON.stringify(userData)).toContain('${!AWS::AccountId}');
  });
});
