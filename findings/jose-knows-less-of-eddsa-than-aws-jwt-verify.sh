#!/usr/bin/env bash
# aws-jwt-verify 5.2.1 and jose 6.2.17 (npm), which verify JWTs.
# Guess: aws-jwt-verify names seven algorithms and jose thirteen asymmetric ones, all seven among them, so whatever
# aws-jwt-verify accepts jose accepts too.
# Outcome: a token with `alg: EdDSA` and a key on Ed448 (RFC 8037) is valid for aws-jwt-verify, and "unsupported" for jose 6, whose EdDSA is
# only Ed25519. The other way, `alg: Ed25519` (RFC 9864) is valid for jose and refused by aws-jwt-verify, with the same key and the same
# bytes of a signature. We choose by algorithm and curve (docs/decisions/0056).
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund aws-jwt-verify@5.2.1 jose@6.2.17
cat > run.mjs <<'JS'
import { generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { verifyJwtSync } from 'aws-jwt-verify/jwt-verifier';
import { compactVerify, importJWK } from 'jose';

const encoded = (part) => Buffer.from(JSON.stringify(part)).toString('base64url');
const seen = {};
for (const [curve, alg] of [['ed25519', 'EdDSA'], ['ed448', 'EdDSA'], ['ed25519', 'Ed25519']]) {
  const { publicKey, privateKey } = generateKeyPairSync(curve);
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one' };
  const input = `${encoded({ alg, kid: 'one' })}.${encoded({ iss: 'https://issuer.example', exp: 9e9 })}`;
  const token = `${input}.${sign(null, Buffer.from(input), privateKey).toString('base64url')}`;
  const outcome = async (verify) => verify().then(() => 'valid', (error) => error.constructor.name);
  seen[`${alg} on ${curve}`] = [
    await outcome(async () => verifyJwtSync(token, jwk, { issuer: null, audience: null })),
    await outcome(async () => compactVerify(token, await importJWK(jwk, alg))),
  ];
}
for (const name of ['aws-jwt-verify', 'jose'])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version);
for (const [what, [aws, jose]] of Object.entries(seen)) console.log(`${what}: aws-jwt-verify ${aws}, jose ${jose}`);
const pattern = Object.values(seen).flat().map((word) => (word === 'valid' ? '1' : '0')).join('');
process.exit(pattern === '111001' ? 0 : 1);
JS
node run.mjs
