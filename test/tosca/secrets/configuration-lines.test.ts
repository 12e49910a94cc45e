import { describe, expect, it } from 'vitest';
import { withoutSecretText } from '../../../src/tosca/secrets/material.ts';
import { isMaskedInLinearTime } from './growth.ts';

const secret = 'Zx9q7Lw2Rt';

describe('a secret in a line of configuration or a command of SNMP, Windows or Oracle', () => {
  it.each([
    'rocommunity ~ 10.0.0.0/8',
    'rwcommunity "~"',
    'com2sec readonly default ~',
    'trapsink h.example ~',
    'createUser bob SHA ~ AES ~',
    'createUser -e 0x80 bob MD5 "~" DES "~"',
    'snmp-server community ~ RO',
    'snmp-server host 10.0.0.1 version 2c ~',
    'snmp-server user bob grp v3 auth sha ~ priv aes 128 ~',
    'set snmp community ~ authorization read-only',
    'snmpwalk -v 2c -c ~ h.example',
    'snmpbulkwalk -v2c -c ~ h.example 1.3.6',
    'snmptrap -v 2c -c ~ h.example',
    'check_snmp -H h.example -C ~ -o sysUpTime.0',
    'nmap --script-args snmpcommunity=~ h.example',
    'snmp_community: ~',
    'enable secret 5 ~',
    'enable secret ~',
    'username bob privilege 15 secret ~',
    'username bob password 7 ~',
    'tacacs-server key ~',
    'radius-server host 10.0.0.1 key ~',
    'ip ospf message-digest-key 1 md5 ~',
    'neighbor 10.0.0.1 password ~',
    'wpa-psk "~"',
    '%any h.example : PSK "~"',
    '"bob" * "~" *',
    'user default on >~ allkeys',
    'ACL SETUSER bob on >~ allkeys',
    "EXEC sp_addlogin 'bob', '~'",
    "EXEC sp_password '~', '~'",
    'quote PASS ~',
    'a001 LOGIN bob ~',
    'rootpw ~',
    'bindpw ~',
    'smbclient //h.example/share ~ -U bob',
    "smbclient '//h.example/share' '~' -U bob -c 'ls'",
    String.raw`smbclient \\h\share ~ -U bob`,
    String.raw`net use Z: \\h\share ~ /user:bob`,
    'exp bob/~@orcl file=a.dmp',
    'imp userid=bob/~@orcl full=y',
    'exp system/~ file=a.dmp',
    'qpdf --encrypt ~ ~ 256 -- a.pdf b.pdf',
    'composer config http-basic.repo.example bob ~',
    'nuget push a.nupkg -ApiKey ~',
    'java -jar jenkins-cli.jar -auth bob:~ build x',
  ])('is masked, and the rest stays: %s', (text) => {
    expect(withoutSecretText(text.replaceAll('~', secret))).toBe(text.replaceAll('~', '********'));
    const inList = JSON.stringify({ lines: `one\n${text}\nthree` });
    expect(withoutSecretText(inList.replaceAll('~', secret))).not.toContain(secret);
  });

  it.each([
    'the snmp community is large',
    'a community of 12 members',
    'enable password rotation for all users',
    'enable secret scanning',
    'username and password must be given',
    'a create username and password field',
    'x = self.channels * self.rate * self.width,',
    '5 * 1 * * root /usr/bin/x2',
    'PASS src/app/login2.test.js',
    'exp and imp are words',
    'exp a/b of both',
    'say yes or no',
    'open the file /tmp/a2 -u now',
    'smbclient -L //h.example -U bob',
    'smbclient //h.example/share -U bob2 -c ls',
    'neighbor 10.0.0.1 remote-as 65000',
    'user bob on > /dev/null2',
    'Token refreshed',
    'password /etc/pw2.txt',
    'snmpwalk -v 2c h.example',
  ])('is none in %s', (text) => expect(withoutSecretText(text)).toBe(text));

  it('takes time as the line grows', () => {
    expect(isMaskedInLinearTime('username a secret ', 2_000)).toBe(true);
  });
});
