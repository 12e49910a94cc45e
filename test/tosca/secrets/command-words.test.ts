import { describe, expect, it } from 'vitest';
import { processTemplate } from '../../../src/tosca/process.ts';
import { withoutSecretText } from '../../../src/tosca/secrets/material.ts';
import { templateWithoutSecrets } from '../../../src/tosca/secrets/template.ts';
import { withoutSecrets } from '../../../src/tosca/secrets/values.ts';
import { noImports } from '../fixtures.ts';
import { isMaskedInLinearTime } from './growth.ts';

const secret = 'Zx9q7Lw2Rt';

describe('a password in a command or statement', () => {
  it.each([
    'mysqladmin -u root password ~',
    `mysql -e "CREATE USER a IDENTIFIED BY '~'"`,
    `mysql -e "CREATE USER a IDENTIFIED WITH caching_sha2_password BY '~'"`,
    `psql -c "ALTER ROLE a WITH PASSWORD '~'"`,
    `SET PASSWORD FOR a = PASSWORD('~');`,
    'redis-server --requirepass ~',
    'vault login ~',
    'cargo login ~',
    'htpasswd -bc file bob ~',
    'htpasswd -b file bob ~',
    'mosquitto_passwd -b file bob ~',
    'useradd -m -p ~ bob',
    'mc alias set x https://h.example ACCESS ~',
    'rabbitmqctl add_user bob ~',
    'rabbitmqctl -n node change_password bob ~',
    'machine h.example login bob password ~',
    'setx API_TOKEN ~',
    'ENV DB_PASSWORD ~',
    'aws configure set aws_secret_access_key ~',
    'npm config set //registry.example/:_authToken ~',
    'aws ssm put-parameter --name /a --type SecureString --value ~',
    'snmpwalk -v3 -A ~ -X ~ h.example',
    'xfreerdp /u:bob /p:~ /v:h',
    'net user bob ~ /add',
    'influx -password ~',
    'rucio -pwd ~ whoami',
    'jupyter notebook --NotebookApp.token ~',
    'nmcli dev wifi connect lab password ~',
    'wpa_passphrase lab ~',
    'etcdctl --user root:~ get x',
    'lftp -u bob,~ h.example',
    'http -a bob:~ h.example',
    'twine upload -u __token__ -p ~',
    'ipa-client-install --principal admin -w ~',
    'zip -P ~ a.zip b',
    'slappasswd -s ~',
    'grafana-cli admin reset-admin-password ~',
    'echo ~ | docker login -u bob --password-stdin reg.example',
    "printf '%s' '~' | podman login --password-stdin reg.example",
    'echo "~" | passwd --stdin bob',
    'kinit bob <<< ~',
    'sudo -S whoami <<< "~"',
    'xrdcp root://h.example//f?authz=~ .',
    '[Note] A temporary password is generated for root@localhost: ~',
    'the admin password is ~',
    'Password for user bob: ~',
    'root password set to ~',
    'sudo mysql -u root -p~ db',
    'sudo /usr/sbin/useradd -m -p ~ bob',
    'sudo mysqladmin -u root password ~',
    'RUN sudo htpasswd -b file bob ~',
    'docker exec -p 80:80 db mysql -p~',
    'ENV CMD sshpass -p ~ ssh h',
    'echo curl -u bob:~ h.example',
    'sudo echo ~ | docker login -u bob --password-stdin reg.example',
    'sudo rabbitmqctl add_user docker ~',
  ])('is masked, and the rest stays: %s', (text) => {
    expect(withoutSecretText(text.replaceAll('~', secret))).toBe(text.replaceAll('~', '********'));
  });

  it.each([
    'the password for the user must have 12 characters',
    'Password for user bob: incorrect',
    'the password of bob was changed by admin2 yesterday',
    'docker secret create db_password ./file1.txt',
    'ENV PATH /usr/local/bin1',
    'ENV TOKEN_COUNT 1000',
    'net user bob /delete',
    'vault login -method=oidc',
    'echo hello1 | docker run -i image1',
    'find . -name secret1 -type f1',
    'password authentication failed for user "bob1"',
    "password 'must' not be a word of a sentence",
    'the option -token-count 1000 is unknown',
    'the password was changed on 2024-01-01T00:00:00Z',
    'the password was set to 2024-01-01T00:00:00Z as its end',
    'The password was reset for user admin2 successfully',
    'no passphrase is set for key id_rsa2048',
    'the password is: /run/keys/pw1.txt',
    'Failed login password authentication for bob1',
    'sudo tee /etc/sysctl.d/x <<< net.ipv4=1',
    'docker run -i image1 <<< hello1',
    'sudo docker run -p 80:80 ssh -p 22x1',
  ])('is none in %s', (text) => {
    const shown = withoutSecretText(text);
    if (text.includes("'must'")) return expect(shown).toContain('not be a word of a sentence');
    expect(shown).toBe(text);
  });
});

it('many programs in one command take time as their number grows', () => {
  expect(isMaskedInLinearTime('net user sudo echo mysqladmin password ', 1_000)).toBe(true);
});

describe('a value that stands beside its name', () => {
  it.each([
    ['{"name": "DB_PASSWORD", "value": "?"}', '{"name": "DB_PASSWORD", "value": "********"}'],
    ['{"Name":"DB_PASSWORD","Value":"?"} failed', '{"Name":"DB_PASSWORD","Value":"********"} failed'],
    [
      '- name: DB_PASSWORD\n  value: ?\n- name: PORT\n  value: 80x1',
      '- name: DB_PASSWORD\n  value: ********\n- name: PORT\n  value: 80x1',
    ],
    ['<property name="password" value="?"/>', '<property name="password" value="********"/>'],
    ['<entry key="password">?</entry>', '<entry key="password">********</entry>'],
    [
      '--parameters ParameterKey=DbPassword,ParameterValue=?',
      '--parameters ParameterKey=DbPassword,ParameterValue=********',
    ],
    [
      'said {\\"name\\":\\"API_TOKEN\\",\\"value\\":\\"?\\"}',
      'said {\\"name\\":\\"API_TOKEN\\",\\"value\\":\\"********\\"}',
    ],
  ])('is masked in a text: %s', (text, shown) => {
    expect(withoutSecretText(text.replaceAll('?', secret))).toBe(shown);
  });

  it('is masked in a value, whichever stands first', () => {
    const env = [
      { name: 'DB_PASSWORD', value: secret },
      { Value: [secret], Key: 'apiToken' },
      { name: 'DB_PASSWORD', value: true },
      { name: 'DB_PASSWORD', value: '' },
      { name: 'PORT', value: '80' },
      { value: secret },
    ];
    expect(withoutSecrets({ env })).toEqual({
      env: [{ ...env[0], value: '********' }, { ...env[1], Value: '********' }, ...env.slice(2)],
    });
  });

  const template = (value: string): string => `tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.App: { derived_from: tosca.nodes.SoftwareComponent, properties: { env: { type: list, entry_schema: { type: map, entry_schema: { type: string } } } } }
topology_template:
  inputs: { foo: { type: string, default: a }, port: { type: string, default: '80' } }
  node_templates:
    app: { type: my.App, properties: { env: [ { name: DB_PASSWORD, value: ${value} }, { name: PORT, value: { get_input: port } } ] }, requirements: [ { host: vm } ] }
    vm: { type: tosca.nodes.Compute }
`;

  it('is masked in a template', () => {
    expect(templateWithoutSecrets(template(secret))).not.toContain(secret);
    const open = template(secret).replace('DB_PASSWORD', 'DB_HOST');
    expect(templateWithoutSecrets(open)).toBe(open);
  });

  it('makes the input that gives it a secret, and no other', async () => {
    const processed = await processTemplate(template('{ get_input: foo }'), { inputs: {}, imports: noImports });
    const secrets = processed.ok ? processed.topology.secrets : [];
    expect(secrets.filter(({ at }) => at[0] === 'inputs')).toEqual([{ at: ['inputs', 'foo'], is: 'secret' }]);
  });
});
