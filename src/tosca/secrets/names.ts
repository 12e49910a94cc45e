/**
 * Whether a name speaks of a secret, in any spelling: `adminPassword`, `db-pwd`, `API_KEY`, `kubeconfig`. Names of
 * facts about a secret (`token_count`, `key_name`) and of public keys do not.
 */

/** Words that name a secret alone. Some are of other languages: templates are written all over Europe. */
const secretWords = new Set([
  ...['password', 'passwd', 'passcode', 'passphrase', 'pass', 'pwd', 'pswd', 'psw', 'pw', 'pin'],
  ...[
    'passwort',
    'kennwort',
    'motdepasse',
    'passe',
    'contrasena',
    'contraseña',
    'senha',
    'wachtwoord',
    'heslo',
    'haslo',
    'hasło',
  ],
  ...['secret', 'token', 'tkn', 'jwt', 'pat', 'otp', 'psk', 'credential', 'cred', 'cookie', 'authorization', 'bearer'],
  ...['activationkey', 'apikey', 'accesskey', 'secretkey', 'privatekey', 'privkey', 'authkey', 'kubeconfig', 'dsn'],
]);

/** A word written together with others: `mysqlrootpassword`, `authtoken`. */
const endsInSecret =
  /(?:password|passwd|passphrase|passwort|secret|token|credential|apikey|accesskey|secretkey|privatekey|kubeconfig|pwd|(?:db|root|user|admin|sql|ssh|ldap|bind|smtp|ftp|redis|mongo|proxy)(?:pass|pw)|authtok|snmpcommunity)$/;
const beginsWithSecret = /^(?:password|passwd|passphrase|secretkey|privatekey|apikey)(?!less)/;

/** Pairs of words that name a secret together. */
const secretPhrases = [
  ['pass', 'phrase'],
  ['kube', 'config'],
  ['connection', 'string'],
  ['conn', 'string'],
  ['conn', 'str'],
  ['recovery', 'code'],
  ['backup', 'code'],
  ['snmp', 'community'],
  ['community', 'string'],
] as const;

/** Words that make a key a secret one, before the word key or directly after it. */
const secretKeys = new Set([
  ...['private', 'priv', 'secret', 'access', 'api', 'auth', 'account', 'storage', 'shared', 'preshared', 'session'],
  ...['master', 'root', 'admin', 'encryption', 'encrypt', 'encrypting', 'decryption', 'crypto', 'signing', 'sign'],
  ...['hmac', 'aes', 'rsa', 'license', 'licence', 'deploy', 'client', 'tls', 'ssl', 'ca', 'rndc', 'tsig', 'wireguard'],
  ...['activation', 'setup', 'enrollment', 'registration'],
]);
const secretBehindKey = new Set(['private', 'secret']);

const publicWords = new Set(['public', 'pub', 'pubkey', 'publickey']);

/** A name that ends in one of these words names a fact about a secret, not the secret. */
const describingWords = new Set([
  ...[
    'count',
    'number',
    'num',
    'type',
    'kind',
    'name',
    'user',
    'username',
    'owner',
    'url',
    'uri',
    'endpoint',
    'address',
  ],
  ...['host', 'port', 'length', 'len', 'size', 'min', 'max', 'limit', 'quota', 'policy', 'expiry', 'expiration'],
  ...['expires', 'expire', 'expired', 'ttl', 'lifetime', 'duration', 'validity', 'timeout', 'age', 'path', 'file'],
  ...['filename', 'dir', 'directory', 'enable', 'enabled', 'disabled', 'required', 'allowed', 'authentication'],
  ...['issuer', 'audience', 'scope', 'algorithm', 'alg', 'format', 'version', 'status', 'state', 'id', 'arn', 'ref'],
  ...['reference', 'hint', 'prompt', 'label', 'description', 'help', 'rotation', 'manager', 'store', 'provider'],
  ...[
    'server',
    'stdin',
    'fd',
    'service',
    'rate',
    'budget',
    'usage',
    'pair',
    'fingerprint',
    'thumbprint',
    'protocol',
    'role',
  ],
]);

const quantities = new Set(['max', 'min', 'num', 'number', 'total', 'count', 'n']);

/** Names that end like a fact but are a secret: AppRole of Vault has a `secret_id`. */
const secretAnyway = [['secret', 'id']] as const;

/** Letters that digits stand for in `p4ssw0rd`. */
const lettersOfDigits: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
};

/** Names are short; of a longer text only the end is examined. */
const longestName = 200;

export const namesSecret = (name: string): boolean => {
  const known = judged.get(name);
  if (known !== undefined) return known;
  const judgement = judge(name);
  if (judged.size >= mostJudged) judged.clear();
  if (name.length <= longestName) judged.set(copyOf(name), judgement);
  return judgement;
};

/** Names that were judged before: templates use the same few names again and again. */
const judged = new Map<string, boolean>();
const mostJudged = 5_000;

/** A part of a text keeps the whole text in memory; a copy does not. */
const copyOf = (name: string): string =>
  String.fromCharCode(...Array.from({ length: name.length }, (_, at) => name.charCodeAt(at)));

const judge = (name: string): boolean => {
  const words = wordsOf(name.slice(-longestName));
  if (secretAnyway.some((phrase) => hasPhrase(words, phrase))) return true;
  if (words.length === 0 || describes(words)) return false;
  return words.some(isSecretWord) || secretPhrases.some((phrase) => hasPhrase(words, phrase)) || namesSecretKey(words);
};

/** Whether the name is of a fact, as `token_count`, or of a quantity, as `max_tokens`. */
const describes = (words: readonly string[]): boolean => {
  const [first = '', last = ''] = [words[0], words.at(-1)];
  return describingWords.has(singular(last)) || (quantities.has(first) && singular(last) !== last);
};

/** `dbRootPassword2` -> db, root, password. Digits are not words; they belong to the word next to them. */
const wordsOf = (name: string): readonly string[] =>
  name
    .normalize('NFKC')
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.replace(/^\d+|(?<!\d)\d+$/g, ''))
    .filter((word) => word !== '');

const singular = (word: string): string =>
  word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;

const isSecretWord = (word: string): boolean => isSecretSpelling(word) || isSecretSpelling(spelledOut(word));

const isSecretSpelling = (word: string): boolean => {
  const one = singular(word);
  return secretWords.has(one) || endsInSecret.test(one) || beginsWithSecret.test(one);
};

const spelledOut = (word: string): string => word.replaceAll(/\d/g, (digit) => lettersOfDigits[digit] ?? digit);

const hasPhrase = (words: readonly string[], [first, second]: readonly [string, string]): boolean =>
  words.some((word, index) => word === first && singular(words[index + 1] ?? '') === second);

const namesSecretKey = (words: readonly string[]): boolean => {
  const at = words.findIndex((word) => singular(word) === 'key');
  if (at < 0 || words.some((word) => publicWords.has(word))) return false;
  return words.slice(0, at).some((word) => secretKeys.has(word)) || secretBehindKey.has(words[at + 1] ?? '');
};
