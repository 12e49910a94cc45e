import type { Json, Node } from '../../../tosca/topology.ts';
import { capabilityValues, listOf, mapOf, numberOf, textOf } from '../../deployers/capability-values.ts';
import { isPublicKey } from '../../deployers/secret-references.ts';
import type { Mount } from './volumes.ts';

/** The first start of a machine: its users, and its disks. Only public keys go there, since user data can be read. */
export interface FirstStart {
  /** absent: nothing is to be done */
  readonly userData?: Json;
  readonly reasons: readonly string[];
}

export const firstStart = (node: Node, mounts: readonly Mount[]): FirstStart => {
  const people = [...usersOf(node), ...loginOf(node)];
  const reasons = people.flatMap((one) => ('why' in one ? [one.why] : []));
  const users = people.flatMap((one) => ('user' in one ? [one.user] : []));
  if (users.length === 0 && mounts.length === 0) return { reasons };
  const configuration = {
    ...(users.length > 0 && { users: ['default', ...users] }),
    ...(mounts.length > 0 && { runcmd: mounts.map((_, index) => ['bash', '-c', mounting(index)]) }),
  };
  // JSON is YAML too
  const text = `#cloud-config\n${JSON.stringify(configuration)}\n`;
  if (mounts.length === 0) return { userData: { 'Fn::Base64': text }, reasons: [...reasons, ...tooLong(text)] };
  const volumes = Object.fromEntries(mounts.map(({ volume }, index) => [`Volume${index}`, volume]));
  const known = Object.fromEntries(mounts.map(({ path, system }, index) => [index, { path, system }]));
  const whole = withMounts(text, known);
  return { userData: { 'Fn::Base64': { 'Fn::Sub': [whole, volumes] } }, reasons: [...reasons, ...tooLong(whole)] };
};

/** Bytes of the user data of EC2, before base64; ids of volumes are a little longer than what stands for them. */
const mostUserData = 16_384;
const spare = 256;

const tooLong = (text: string): readonly string[] => {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes <= mostUserData - spare) return [];
  return [
    `needs ${bytes} bytes for its first start, and AWS takes ${mostUserData}: name fewer users (os_users), or give them shorter keys such as ssh-ed25519`,
  ];
};

type Person = { readonly user: { readonly [name: string]: Json } } | { readonly why: string };

const usersOf = (node: Node): readonly Person[] =>
  listOf(node.properties['os_users']).map((entry): Person => {
    const user = mapOf(entry);
    const name = textOf(user['os_user_name']);
    if (name === undefined || !isName(name))
      return { why: `has a user ${name ?? 'without a name'}, who cannot be made` };
    const key = textOf(user['os_user_ssh_public_key']);
    const uid = numberOf(user['os_user_guid']);
    if (key !== undefined && !isPublicKey(key)) return { why: `gives user ${name} a key that is no public SSH key` };
    const made = {
      name,
      shell: '/bin/bash',
      lock_passwd: true,
      ...(uid !== undefined && { uid }),
      ...(key !== undefined && { ssh_authorized_keys: [key.trim()] }),
      ...(user['os_user_add_to_sudoers'] === true && { sudo }),
    };
    return { user: made };
  });

const sudo = 'ALL=(ALL) NOPASSWD:ALL';

const isName = (name: string): boolean => /^[a-z_][a-z0-9_-]{0,31}$/.test(name);

/** The login that the template asks for. A user without a key is that of the image. */
const loginOf = (node: Node): readonly Person[] => {
  const credential = mapOf(capabilityValues(node, 'os')['credential']);
  const token = textOf(credential['token']);
  if (token === undefined) return [];
  if (!isPublicKey(token)) return [{ why: noPassword }];
  const name = textOf(credential['user']);
  if (name === undefined || !isName(name))
    return [{ why: 'gives a key to a login without a user name (os.credential)' }];
  return [{ user: { name, shell: '/bin/bash', lock_passwd: true, ssh_authorized_keys: [token.trim()], sudo } }];
};

const noPassword =
  'gives its login a password or a private key (os.credential), which everybody who sees the machine could read: give a public SSH key';

/** Stands for a script in JSON until it is written in. */
const mounting = (index: number): string => `mount-${index}`;

/**
 * Waits for the disk, which is attached after the start; makes a file system only on an empty one. The disk is found by
 * the id of its volume: its name differs from machine to machine. No variable of the shell is in
 * braces, since Fn::Sub reads those.
 */
const script = (index: number, { path, system }: Pick<Mount, 'path' | 'system'>): string =>
  [
    `id=$(echo \${Volume${index}} | tr -d -)`,
    'disk=/dev/disk/by-id/nvme-Amazon_Elastic_Block_Store_$id',
    'for i in $(seq 120); do [ -e $disk ] && break; sleep 5; done',
    ...(system === 'swap'
      ? ['blkid $disk || mkswap $disk', 'echo "$disk none swap sw,nofail 0 0" >> /etc/fstab', 'swapon $disk']
      : [
          `blkid $disk || mkfs -t ${system} $disk`,
          `mkdir -p ${path}`,
          `echo "$disk ${path} ${system} defaults,nofail 0 2" >> /etc/fstab`,
          `mount ${path}`,
        ]),
  ].join('\n');

/** Only the ids of volumes are variables of Fn::Sub: whatever else looks like one is written as it is. */
const withMounts = (text: string, known: { readonly [index: string]: Pick<Mount, 'path' | 'system'> }): string =>
  Object.entries(known).reduce(
    (seen, [index, mount]) =>
      seen.replace(JSON.stringify(mounting(Number(index))), () => JSON.stringify(script(Number(index), mount))),
    text.replaceAll('${', '${!'),
  );
