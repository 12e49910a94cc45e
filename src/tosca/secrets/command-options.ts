/**
 * The options of well-known commands that take a password, from their manuals. The one place for them: no rule set that is kept
 * elsewhere has them (docs/decisions/0016).
 */

/** How an option gives its value: `-psecret`, `-p secret` or `-p=secret`. */
type Form = 'joined' | 'apart' | 'either';

export interface Option {
  readonly option: string;
  readonly form: Form;
  /** the value is `user:password`, or has another sign, or is `name=secret`: only what follows the sign is secret */
  readonly behind?: ':' | '%' | '/' | ',' | '=';
  /** only together with this word: `docker login -p secret`, but `docker run -p 80:80` */
  readonly with?: string | undefined;
}

export const password = (option: string, form: Form = 'apart'): Option => ({ option, form });
const onlyWith = (word: string, option: string, form: Form = 'apart'): Option => ({ option, form, with: word });
const userAndPassword = (option: string, behind: ':' | '%' | '/' | ','): Option => ({ option, form: 'either', behind });

const of = (programs: readonly string[], ...known: readonly Option[]) =>
  Object.fromEntries(programs.map((program) => [program, known]));

/** What several options of one program, or of one family of programs, are. */
const families = {
  ...of(
    ['mysql', 'mysqldump', 'mysqladmin', 'mysqlimport', 'mysqlshow', 'mysqlcheck', 'mysqlsh'],
    password('-p', 'joined'),
  ),
  ...of(['mariadb', 'mariadb-dump', 'mariadb-admin', 'mariadb-import', 'mycli'], password('-p', 'joined')),
  ...of(['docker', 'podman', 'nerdctl', 'buildah', 'skopeo', 'crane', 'oras', 'helm', 'oc'], onlyWith('login', '-p')),
  ...of(['singularity', 'apptainer'], onlyWith('login', '-p')),
  ...of(['mongo', 'mongosh', 'mongodump', 'mongorestore', 'mongoexport'], password('-p', 'either')),
  ...of(['ldapsearch', 'ldapadd', 'ldapmodify', 'ldapdelete', 'ldapwhoami'], password('-w', 'either')),
  ...of(['ipa-client-install', 'kadmin', 'dsconf'], password('-w', 'either')),
  ...of(['http', 'https', 'xh', 'xhs'], userAndPassword('-a', ':'), userAndPassword('--auth', ':')),
  ...of(['xfreerdp', 'freerdp', 'wlfreerdp'], password('/p:', 'joined')),
  ...of(['useradd', 'usermod'], password('-p')),
  ...of(
    [
      ...['snmpwalk', 'snmpget', 'snmpset', 'snmpgetnext', 'snmpbulkwalk', 'snmpbulkget', 'snmptable', 'snmpdf'],
      ...['snmpstatus', 'snmptrap', 'snmpinform', 'snmptest', 'snmpnetstat', 'snmpdelta'],
    ],
    ...['-A', '-X', '-c'].map((one) => password(one, 'either')),
  ),
  ...of(['mosquitto_pub', 'mosquitto_sub'], password('-P')),
  ...of(['sqlcmd', 'bcp', 'osql', 'isql', 'tsql', 'fisql'], password('-P', 'either')),
  ...of(['7z', '7za', '7zz', '7zr'], password('-p', 'joined')),
  ...of(['keytool', 'jarsigner'], password('-storepass'), password('-keypass')),
  ...of(['unzip', 'zip', 'ipmitool', 'knife'], password('-P')),
  ...of(['cqlsh', 'cypher-shell', 'twine', 'rabbitmqadmin', 'ncftpput', 'racadm'], password('-p')),
  ...of(['rdesktop', 'psexec', 'PsExec', 'check_mysql', 'condor_store_cred'], password('-p')),
};

export const options: { readonly [program: string]: readonly Option[] } = {
  ...families,
  curl: [...['-u', '-U', '--user', '--proxy-user', '-E', '--cert'].map((one) => userAndPassword(one, ':'))],
  sshpass: [password('-p', 'either')],
  'ssh-keygen': [password('-N'), password('-P')],
  'redis-cli': [password('-a')],
  'redis-server': [password('--requirepass'), password('--masterauth')],
  smbclient: [userAndPassword('-U', '%')],
  net: [userAndPassword('-U', '%')],
  rclone: [password('--webdav-pass')],
  rar: [password('-p', 'joined'), password('-hp', 'joined')],
  check_http: [userAndPassword('-a', ':')],
  etcdctl: [userAndPassword('--user', ':')],
  'jenkins-cli': [userAndPassword('-auth', ':')],
  lftp: [userAndPassword('-u', ',')],
  ...{ slappasswd: [password('-s')], ldappasswd: [password('-s'), password('-a'), password('-w', 'either')] },
  check_snmp: [password('-C', 'either'), password('--community', 'either')],
  open: [userAndPassword('-u', ',')],
  p4: [password('-P', 'either')],
  'gitlab-runner': [onlyWith('register', '-r')],
  ...{ nuget: [onlyWith('push', '-k'), password('-ApiKey')], java: [userAndPassword('-auth', ':')] },
  oneclient: [password('-t')],
  'add-user.sh': [password('-p')],
  openssl: [onlyWith('enc', '-k'), onlyWith('enc', '-K')],
  jupyter: ['NotebookApp', 'ServerApp', 'IdentityProvider'].map((one) => password(`--${one}.token`, 'either')),
  aws: [onlyWith('put-parameter', '--value')],
  az: [onlyWith('login', '-p'), onlyWith('create', '-p'), onlyWith('secret', '--value', 'either')],
  gh: [onlyWith('secret', '--body', 'either'), onlyWith('secret', '-b', 'either')],
  glab: [onlyWith('login', '-t')],
  doctl: [onlyWith('auth', '-t')],
  kubectl: [{ ...onlyWith('secret', '--from-literal', 'either'), behind: '=' }],
  'ipa-server-install': [password('-a'), password('-p')],
  security: [password('-w', 'either')],
  swift: [password('-K')],
  'oidc-gen': [password('--cs', 'either')],
  cmdkey: [password('/pass:', 'joined'), password('/pass')],
  schtasks: [password('/rp')],
  reg: [onlyWith('DefaultPassword', '/d')],
  dotnet: [onlyWith('nuget', '-p')],
};

/** Programs that read a password from their input whenever they are called. */
export const passwordReaders = [
  ...['passwd', 'kinit', 'cryptsetup', 'smbpasswd', 'vncpasswd', 'realm', 'adcli', 'voms-proxy-init', 'myproxy-logon'],
  ...['iinit', 'su'],
] as const;

/** They read a password from a text behind them, some only with this word: `sudo -S`, but `sudo tee file`. */
export const readingText: readonly (readonly [program: string, only?: string])[] = [
  ...[...passwordReaders, 'pdbedit'].map((one) => [one] as const),
  ...([
    ['sudo', '-S'],
    ['gh', 'login'],
    ['docker', 'login'],
    ['docker', 'secret'],
    ['podman', 'login'],
    ['podman', 'secret'],
    ['gcloud', 'secrets'],
    ['ipa', '--password'],
    ['gpg', '--passphrase-fd'],
    ['wrangler', 'secret'],
  ] as const),
];
