import assert from 'node:assert/strict';
import { Checks } from '../checks.ts';
import { stopOnSignal } from '../processes.ts';
import { type Service, startService } from '../service.ts';
import { Browser } from './browser.ts';
import { startCanaille } from './canaille.ts';
import { type CommandLine, commandLine } from './command-line.ts';
import type { Issuer } from './issuer.ts';
import { startOidcProvider } from './oidc-provider.ts';

/**
 * `npm run e2e:issuers`: the command line logs in at real issuers, and the service accepts their tokens: with a browser, on another
 * device, with refresh tokens that are good once, and after the issuer has changed its keys.
 */

/** What the fields of the pages of both issuers want to know. */
const person = { login: 'olga', password: 'secret', confirm: 'yes', answer: 'accept' };

/** Logs in as somebody does who follows the address that the command prints. */
const logIn = async (cli: CommandLine, service: Service, issuer: Issuer, ...flags: readonly string[]) => {
  const at = ['--issuer', issuer.url, '--client-id', issuer.clientId, '--scope', issuer.scope];
  const back = issuer.redirect === undefined || flags.includes('--device') ? [] : ['--redirect', issuer.redirect];
  const stuck = new AbortController();
  let walk: Promise<unknown> | undefined;
  const follow = async (url: string): Promise<void> => {
    const browser = new Browser();
    await browser.through(await browser.open(url), person);
  };
  const hear = (said: string): void => {
    const [url] = /http:\/\/\S+(?=\s)/.exec(said) ?? [];
    if (url === undefined || walk !== undefined) return;
    walk = follow(url);
    walk.catch(() => stuck.abort());
  };
  const ran = await cli.run(['login', service.url, ...at, ...back, ...flags], hear, stuck.signal);
  await walk;
  assert.equal(ran.code, 0, `${ran.error}\n${ran.out}`);
  assert.match(ran.out, /logged in at .* as olga/);
};

const list = async (cli: CommandLine): Promise<void> => {
  const ran = await cli.run(['ls', '--json']);
  assert.equal(ran.code, 0, ran.error);
};

const header = (token: string): Record<string, string> =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());

/** Twice: the second renewal needs the refresh token of the first. */
const checkRotation = async (cli: CommandLine): Promise<void> => {
  const seen = new Set([(await cli.tokens()).refreshToken]);
  for (const renewals of [1, 2]) {
    await cli.age();
    await list(cli);
    seen.add((await cli.tokens()).refreshToken);
    assert.equal(seen.size, renewals + 1);
  }
};

/** A forged token first: it must not keep the service from the new key. */
const checkKeys = async (cli: CommandLine, service: Service, issuer: Issuer): Promise<void> => {
  const { accessToken } = await cli.tokens();
  const [, claims] = accessToken.split('.');
  const forged = [
    Buffer.from(JSON.stringify({ ...header(accessToken), kid: 'no-such-key' })).toString('base64url'),
    ...[claims, 'A'.repeat(342)],
  ].join('.');
  const answer = await fetch(`${service.url}/me`, { headers: { authorization: `Bearer ${forged}` } });
  assert.equal(answer.status, 401);
  await issuer.changeKeys();
  await logIn(cli, service, issuer);
  await list(cli);
  assert.notEqual(header((await cli.tokens()).accessToken)['kid'], header(accessToken)['kid']);
};

const checkIssuer = async (issuer: Issuer, alg: string, service: Service, checks: Checks): Promise<void> => {
  const cli = await commandLine();
  await checks.check(`${issuer.name}: a login with a browser`, async () => {
    await logIn(cli, service, issuer);
    assert.equal(header((await cli.tokens()).accessToken)['alg'], alg);
    await list(cli);
  });
  await checks.check(`${issuer.name}: refresh tokens that are good once`, () => checkRotation(cli));
  if (issuer.hasDeviceFlow)
    await checks.check(`${issuer.name}: a login on another device`, () => logIn(cli, service, issuer, '--device'));
  await checks.check(`${issuer.name}: other keys, after a forged token`, () => checkKeys(cli, service, issuer));
  await cli.remove();
};

const began = performance.now();
const checks = new Checks();
await using started = new AsyncDisposableStack();
stopOnSignal(started);
const algorithms = ['ES256', 'EdDSA', 'PS256'];
const issuers: { readonly issuer: Issuer; readonly alg: string }[] = [];
for (const start of [startOidcProvider, startCanaille])
  for (const alg of algorithms) {
    const issuer = await start(alg);
    started.defer(issuer.stop);
    issuers.push({ issuer, alg });
  }
const trusted = issuers.map(({ issuer: { url } }) => ({ issuer: url, audience: 'toscanini' }));
const service = await startService(async () => ({ TRUSTED_ISSUERS: JSON.stringify(trusted) }));
started.defer(service.stop);
for (const { issuer, alg } of issuers) await checkIssuer(issuer, alg, service, checks);
console.log(`${checks.summary()} in ${Math.round((performance.now() - began) / 1000)} s`);
process.exitCode = checks.failed === 0 ? 0 : 1;
