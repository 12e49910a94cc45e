import { describe, expect, it } from 'vitest';
import { passwordsIn, withoutSecretText } from '../../../src/tosca/secrets/material.ts';
import { processorTime } from '../../support/processor-time.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const pem = '-----BEGIN RSA PRIVATE KEY-----\nhunter2\n-----END RSA PRIVATE KEY-----';

describe('the passwords in addresses', () => {
  it.each([
    ['postgres://app:hunter2@db/x and redis://:other@cache', ['hunter2', 'other']],
    ['https://hunter2token@git.example/x', ['hunter2token']],
    ['https://admin@git.example/x', []],
    ['postgres://u:p/hunter2@host/db', ['p/hunter2']],
    ['https://a:b:c@host', ['b:c']],
    ['http://host:8080/a@b', []],
    ['ssh://cloudadm@192.0.2.1', []],
    ['https://example.org/', []],
    ['olga:hunter2@host', []],
  ])('of %j are %j', (text, expected) => expect(passwordsIn(text)).toEqual(expected));
});

/** As a part of a text: what another program wrote of it. */
const quoted = (text: string, times: number): string =>
  times === 0 ? text : JSON.stringify(quoted(text, times - 1)).slice(1, -1);

describe('a part of another text', () => {
  it.each([0, 1, 2, 3])('that is JSON within JSON %i times loses only the secret', (times) => {
    const json = (password: string) => quoted(JSON.stringify({ password, user: 'olga' }), times);
    expect(withoutSecretText(`it said ${json('hun"ter\\2')} here`)).toBe(`it said ${json('********')} here`);
  });

  it.each([
    ['it said {"password": "hunter2 and was cut', 'it said {"password": "********'],
    [String.raw`it said {\"password\": \"hunter2, and`, String.raw`it said {\"password\": \"********`],
    ["password='hunter2\nthe next line", "password='********\nthe next line"],
    ['<user>olga</user><password>hunter2</password>', '<user>olga</user><password>********</password>'],
    ['<v1:Password type="x">hunter2</v1:Password>', '<v1:Password type="x">********</v1:Password>'],
    [':password=>"hunter2", :user=>"olga"', ':password=>"********", :user=>"olga"'],
    ['password := hunter2', 'password := ********'],
    ['q%3Fpassword%3Dhunter2', 'q%3Fpassword%3D********'],
    ['Authorization: Token hunter2hunter2', 'Authorization: ******** ********'],
    ["{'Authorization': 'ApiKey abc:hunter2'}", "{'Authorization': '********'}"],
  ])('%j', (text, expected) => expect(withoutSecretText(text)).toBe(expected));
});

describe('a text without secrets', () => {
  it.each([
    ['postgres://app:hunter2@db/x', 'postgres://********@db/x'],
    ['see https://olga:hunter2@host.example/x and', 'see https://********@host.example/x and'],
    ['redis://:hunter2@cache:6379/0', 'redis://********@cache:6379/0'],
    ['https://hunter2token@git.example/x', 'https://********@git.example/x'],
    ['postgres://u:p/hunter2@host/db', 'postgres://********@host/db'],
    ['mongodb+srv://u:p%40hunter2@host/db?x=1', 'mongodb+srv://********@host/db?x=1'],
    ['http://h:8888/?token=hunter2&page=1', 'http://h:8888/?token=********&page=1'],
    ['https://s3.example/x?X-Amz-Signature=hunter2&x=1', 'https://s3.example/x?X-Amz-Signature=********&x=1'],
    ["password = 'hunter 2'; host = x", "password = '********'; host = x"],
    ['{"token":"hunter2","host":"x"}', '{"token":"********","host":"x"}'],
    ['{\\"token\\":\\"hunter2\\"}', '{\\"token\\":\\"********\\"}'],
    ['credentials: {user: a, pin: hunter2}, x', 'credentials: ********, x'],
    ['secret: |\n  hunter2\n  hunter2\nx: 1', 'secret: ********\nx: 1'],
    ['Secret key: hunter2', 'Secret key: ********'],
    ['AccountName=a;AccountKey=hunter2==;x=1', 'AccountName=a;AccountKey=********;x=1'],
    ['Authorization: Bearer hunter2', 'Authorization: Bearer ********'],
    [`Authorization: Basic ${base64('a:hunter2')}`, 'Authorization: Basic ********'],
    [`Basic ${Buffer.from('a:\u00ff\u00ff\u00ff?>').toString('base64url')}`, 'Basic ********'],
    [
      'chpasswd:\n  list: |\n    root:hunter2\n  expire: False\n',
      'chpasswd:\n  list: |\n    root:********\n  expire: False\n',
    ],
    ['echo "root:hunter2" | sudo chpasswd', 'echo "root:********" | sudo chpasswd'],
    ['chpasswd <<< root:hunter2', 'chpasswd <<< root:********'],
    ['plain_text_passwd: hunter2\nssh_pwauth: True', 'plain_text_passwd: ********\nssh_pwauth: True'],
    ['passwd: $6$rounds=4096$hunter2$hunter2', 'passwd: ********'],
    ['mysql --password hunter2 -u x', 'mysql --password ******** -u x'],
    ['mysql --password=hunter2', 'mysql --password=********'],
    ['PGPASSWORD=hunter2 psql', 'PGPASSWORD=******** psql'],
    ['mysql -u root -phunter2 db', 'mysql -u root -p******** db'],
    ['curl -u olga:hunter2 https://x', 'curl -u olga:******** https://x'],
    ['curl --user "olga:hunter 2" https://x', 'curl --user "olga:********" https://x'],
    ['wget -u olga:hunter2', 'wget -u olga:********'],
    ['docker login -u x -p hunter2 r.io', 'docker login -u x -p ******** r.io'],
    ['docker run -u 1000:1000 -p 80:80 x', 'docker run -u 1000:1000 -p 80:80 x'],
    ['redis-cli -a hunter2 ping', 'redis-cli -a ******** ping'],
    ['openssl rsa -passin pass:hunter2 -in x', 'openssl rsa -passin pass:******** -in x'],
    ['smbclient -U olga%hunter2 //x', 'smbclient -U olga%******** //x'],
    [`{"auths":{"r.io":{"auth":"${base64('olga:hunter2')}"}}}`, '{"auths":{"r.io":{"auth":"********"}}}'],
    [`found hf_${'abcdefghijklmnopq'.repeat(2)}.`, 'found ********.'],
    [`npm_${'a1b2c3'.repeat(6)} and dop_v1_${'0a'.repeat(32)}`, '******** and ********'],
    [`a ${pem} b`, 'a ******** b'],
    [JSON.stringify(pem), '"********"'],
    ['-----BEGIN OPENSSH PRIVATE KEY-----\nhunter2', '********'],
    ['-----BEGIN PGP PRIVATE KEY BLOCK-----\nhunter2', '********'],
    [`kubeconfig of base64 ${base64(pem)}`, 'kubeconfig of base64 ********'],
    ['kubeadm join 10.0.0.1:6443 --token abcdef.0123456789abcdef', 'kubeadm join 10.0.0.1:6443 --token ********'],
    ['abcdef.0123456789abcdef', '********'],
    ['the answer was eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJvbGdhIn0.c2lnbmF0dXJl', 'the answer was ********'],
    ['AKIAIOSFODNN7EXAMPLE', '********'],
    ['wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKE9', '********'],
  ])('%j', (text, expected) => expect(withoutSecretText(text)).toBe(expected));

  it.each([
    ...[
      'http://host:8080/a@b',
      'https://x/y?mail=a@b.c',
      'ssh://cloudadm@192.0.2.1',
      'http://[::1]:80/@x',
      'user@host',
    ],
    ...[
      'basic configuration of x',
      'a basic web_server',
      'basic long-lived',
      'sudo: bob : TTY=pts/0 ; PWD=/home/bob ; USER=root ; COMMAND=/bin/ls',
      'monkey: 3',
      'key_name: web',
      'token_count: 5',
      'time 10:30',
      'the token has expired',
    ],
    ...['public_key: ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQ user@host', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b'],
    ...['https://192.0.2.1:8443/web/console', '0199a0e0-0000-7000-8000-000000000001', 'arn:aws:iam::123:role/x'],
    ...['sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 'https://h/web.1234567890abcdef.js'],
    ...[`-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----`, base64('-----BEGIN CERTIFICATE-----\nMIIE')],
  ])('is all of %j', (text) => expect(withoutSecretText(text)).toBe(text));

  const long = (piece: string): string => piece.repeat(Math.ceil(200_000 / piece.length));

  it.each([
    'a',
    'a-',
    'a.',
    'a:',
    'a://',
    '--a ',
    'eyJaaaaaaa.',
    'password={',
    'password="',
    String.raw`password:\"`,
    String.raw`password:\\\"x\"`,
    '<password>',
    '<password ',
    'authorization: a ',
    'chpasswd:\n ',
    '-----BEGIN ',
    'PRIVATE KEY',
    '-----BEGIN PRIVATE KEY-----',
    '-u a:',
    'mysql -p',
    "mysql '",
    'ghp_',
    '$6$',
    '"auth',
  ])('is made in time that grows with the text: %j', (piece) => {
    const started = processorTime();
    withoutSecretText(long(piece));
    expect(processorTime() - started).toBeLessThan(2_000);
  });
});
