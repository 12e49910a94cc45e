import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namesSecret } from '../../../src/tosca/secrets/names.ts';

/** As the attack of issue 12 had them, and what is like them. */
const secret = [
  ...['access_key', 'adminPassword', 'api_key', 'db_pwd', 'passphrase', 'token', 'kubeconfig', 'private-key'],
  ...['APIKey', 'API_KEY', 'apikey', 'x-api-key', 'dbPassword', 'mysqlrootpassword', 'secretAccessKey', 'p4ssw0rd'],
  ...['aws_secret_access_key', 'privateKeyPem', 'client-key-data', 'pa55word', 'password2', 'userpass', 'root_pass'],
  ...['authToken', 'authtoken', 'refresh_tokens', 'credentials', 'cluster_creds', 'vault_secret_id', 'DBPASSWORD'],
  ...[
    'connectionString',
    'pre-shared-key',
    'preSharedKey',
    'accountKey',
    'bearer_token',
    'ssh_private_key',
    'PGPASSWORD',
  ],
  ...[
    'disk.0.os.credentials.private_key',
    'disk.0.os.credentials.new.password',
    'admin_pw',
    'gitlab_pat',
    'join_token',
  ],
  ...['password_hash', 'secretKeyBase', 'pass_phrase', 'kube_config', 'KubeConfig', 'iam_access_token', 'wn-token'],
  ...[
    'contraseña',
    'mot_de_passe_secret',
    'db_passwort',
    'passwordForAdmin',
    'token_github',
    'key_private',
    'PRIVATE KEY',
  ],
];

const readable = [
  ...['token_count', 'keyboard', 'public_key', 'monkey', 'key_name', 'ssh_public_key', 'sshPubKey', 'pubkey', 'turkey'],
  ...[
    'compass',
    'bypass',
    'passenger',
    'tokenizer',
    'key',
    'keys',
    'key_1',
    'ssh_key',
    'password_length',
    'passwordless',
  ],
  ...['token_type', 'disk.0.os.credentials.username', 'endpoint', 'url', 'node_ip', 'port', 'username', 'secretary'],
  ...[
    'key_pair',
    'keypair',
    'access_key_id',
    'token_endpoint',
    'secret_arn',
    'passthrough',
    'image',
    'os_type',
    'max_tokens',
  ],
  ...['author', 'authentication', 'assets', 'accessible', 'api_version', 'apiServer', 'private_ip', 'privateAddress'],
  ...[
    'password_authentication',
    'spin',
    'pineapple',
    'patch',
    'path',
    'pattern',
    'kubeconfig_path',
    'shared_folder',
    '',
  ],
];

describe('a name', () => {
  it.each(secret)('says of %s that it is a secret', (name) => expect(namesSecret(name)).toBe(true));
  it.each(readable)('says nothing of %j', (name) => expect(namesSecret(name)).toBe(false));

  const words = (name: string): string[] =>
    name
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z]+/);
  const spelled = [
    (all: string[]) => all.join('_'),
    (all: string[]) => all.join('-'),
    (all: string[]) => all.join('.'),
    (all: string[]) => all.join(' '),
    (all: string[]) => all.join('_').toUpperCase(),
    (all: string[]) => all.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(''),
    (all: string[]) => all.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join(''),
  ];

  it('is read the same in every spelling, whatever stands before it', () => {
    const names = fc.constantFrom(
      ...['access_key', 'admin_password', 'api_key', 'db_pwd', 'passphrase', 'auth_token', 'kubeconfig', 'private_key'],
    );
    const before = fc.constantFrom('', 'my_', 'mysql_', 'cluster_node_', 'new_');
    fc.assert(
      fc.property(
        before,
        names,
        fc.constantFrom(...spelled),
        fc.constantFrom('', '1', '2'),
        (start, name, spell, end) => {
          expect(namesSecret(`${spell(words(`${start}${name}`).filter(Boolean))}${end}`)).toBe(true);
        },
      ),
    );
  });
});
