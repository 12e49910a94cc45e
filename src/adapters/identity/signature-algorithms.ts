/** The algorithms with which tokens may be signed (docs/decisions/0056). */

/** `kty` and, if it needs a curve, `crv` of the keys that an algorithm is used with (RFC 7518 section 6, RFC 8037 section 2). */
interface Algorithm {
  readonly kty: 'RSA' | 'EC' | 'OKP';
  readonly curves?: readonly string[];
}

const rsa: Algorithm = { kty: 'RSA' };

/** The asymmetric algorithms of RFC 7518 section 3.1, RFC 8037, RFC 8812 and RFC 9864. docs/operations.md lists them. */
const algorithms: ReadonlyMap<string, Algorithm> = new Map<string, Algorithm>([
  ['RS256', rsa],
  ['RS384', rsa],
  ['RS512', rsa],
  ['PS256', rsa],
  ['PS384', rsa],
  ['PS512', rsa],
  ['ES256', { kty: 'EC', curves: ['P-256'] }],
  ['ES384', { kty: 'EC', curves: ['P-384'] }],
  ['ES512', { kty: 'EC', curves: ['P-521'] }],
  ['ES256K', { kty: 'EC', curves: ['secp256k1'] }],
  ['EdDSA', { kty: 'OKP', curves: ['Ed25519', 'Ed448'] }],
  ['Ed25519', { kty: 'OKP', curves: ['Ed25519'] }],
  ['Ed448', { kty: 'OKP', curves: ['Ed448'] }],
]);

export const acceptedAlgorithms: readonly string[] = [...algorithms.keys()];

/** What of a published key decides which algorithms it is used with; `alg`: the only one. */
interface KeyForm {
  readonly kty: string;
  readonly crv?: string | undefined;
  readonly alg?: string | undefined;
}

/** Whether a key verifies that algorithm. A key for one name of EdDSA is also for the other name that its curve has. */
export const fits = (key: KeyForm, wanted: string): boolean => {
  const { kty, alg = wanted } = key;
  return isOf(key, wanted) && isOf(key, alg) && (alg === wanted || kty === 'OKP');
};

const isOf = ({ kty, crv = '' }: KeyForm, alg: string): boolean => {
  const known = algorithms.get(alg);
  return known?.kty === kty && (known.curves?.includes(crv) ?? true);
};
