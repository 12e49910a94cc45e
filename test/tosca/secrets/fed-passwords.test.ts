import { describe, expect, it } from 'vitest';
import { withoutSecretText } from '../../../src/tosca/secrets/material.ts';
import { isMaskedInLinearTime } from './growth.ts';

const secret = 'Zx9q7Lw2Rt';
const masked = (text: string): string => withoutSecretText(text.replaceAll('~', secret));

describe('a password that a script feeds to a program', () => {
  it.each([
    'chpasswd <<EOF\nbob:~\nalice:~\nEOF\necho done',
    'passwd bob <<EOF\n~\n~\nEOF\nls /home',
    "sudo passwd --stdin bob <<'EOF'\n~\nEOF",
    'smbpasswd -a -s bob <<-END\n\t~\n\t~\n\tEND\nls',
    'docker login -u bob --password-stdin reg.example <<EOF\n~\nEOF',
    'gh auth login --with-token <<EOF\n~\nEOF',
    'cryptsetup luksFormat /dev/sdb - <<EOF\n~\nEOF',
    'mysql_secure_installation <<EOF\n\ny\n~\n~\ny\nEOF',
    'ftp -n h.example <<EOF\nuser bob ~\nput a.txt\nEOF',
    'ftp -n h.example <<EOF\nquote USER bob\nquote PASS ~\nbye\nEOF',
    'sudo -S bash <<EOF\n~\napt-get install x1\nEOF',
    '{"cmd": "kinit bob <<EOF\\n~\\nEOF", "rc": 0}',
    'openvpn --auth-user-pass <(echo ~)',
    'initdb --pwfile=<(echo ~) -D /data',
    'echo ~ | gpg --batch --passphrase-fd 0 -d x.gpg',
    'yes ~ | passwd bob',
    'echo ~ | su - bob',
    'expect "password:"\nsend "~\\r"\nexpect eof',
    'expect "*assword:*" { send "hunter22\\r" }'.replace('hunter22', '~'),
    `expect -c 'spawn ssh h; expect "password:"; send -- "~\\r"; interact'`,
    'send "~\\n"',
    'exp_send "~\\r"',
  ])('is masked, and the rest stays: %s', (text) => expect(masked(text)).toBe(text.replaceAll('~', '********')));

  it.each(['expect "assword:"\nsend "hunter\\r"', 'expect -re "Passphrase" { send "my pass phrase\\r" }'])(
    'is masked as a word, where it is asked for: %s',
    (text) => expect(withoutSecretText(text)).toMatch(/send "\*{8}\\r"/),
  );

  it.each([
    'cat > /etc/motd <<EOF\nWelcome2 to host1\nEOF',
    'mysql -u root <<EOF\nSELECT 1 FROM t1;\nEOF',
    'sudo tee /etc/x.conf <<EOF\nport 8080\nEOF',
    'expect "login:"\nsend "bob2\\r"',
    'expect "assword:"\nsend "$password\\r"',
    'expect "$ "\nsend "ls -la /tmp\\r"',
    'we send "Hello World 2" to everybody',
    'passwd bob <<EOF',
    'diff <(echo a1) <(echo b2)',
    'cat <<EOF\n\n\nEOF',
  ])('is none in %s', (text) => expect(withoutSecretText(text)).toBe(text));

  it('takes time as the number of documents grows', () => {
    expect(isMaskedInLinearTime('passwd <<A\n', 2_000)).toBe(true);
  });
});
