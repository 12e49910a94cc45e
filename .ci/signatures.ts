/**
 * `node .ci/signatures.ts`: asks npm whether what is installed bears its registry's signatures. Exit 1 when one of them is wrong; a
 * registry that signs nothing, or hands on packages without their signatures as a mirror may, and a network without the signers' keys, are told
 * and pass: they say nothing of the packages.
 */

import { spawnSync } from 'node:child_process';

export interface Judgement {
  readonly verdict: 'good' | 'bad' | 'not offered';
  readonly words: string;
}

/** Signed with a key that the registry does not know, or no more: npm gives up at once instead of listing the package. */
const keyFaults = ['EMISSINGSIGNATUREKEY', 'EEXPIREDSIGNATUREKEY'];

interface Listed {
  readonly name?: string;
  readonly version?: string;
}

interface Report {
  readonly invalid?: readonly Listed[];
  readonly missing?: readonly Listed[];
  readonly error?: { readonly code?: string; readonly summary?: string };
}

/** What `npm audit signatures --json` printed; `ended` is its exit code, null when it was killed. */
export const judge = (printed: string, ended: number | null): Judgement => {
  const report = reportOf(printed);
  if (report === undefined) return { verdict: 'not offered', words: `npm gave no report (exit code ${ended})` };
  const { invalid = [], missing = [], error } = report;
  if (invalid.length > 0) return { verdict: 'bad', words: `signatures are wrong: ${names(invalid)}` };
  if (missing.length > 0)
    return {
      verdict: 'not offered',
      words: `the registry has none for ${missing.length}, such as ${names(missing.slice(0, 3))}`,
    };
  if (error === undefined) return { verdict: 'good', words: 'every package bears the signature of its registry' };
  const { code = 'no code', summary = 'no reason' } = error;
  const words = `${code}: ${withoutAddresses(summary)}`;
  return { verdict: keyFaults.includes(code) ? 'bad' : 'not offered', words };
};

const reportOf = (printed: string): Report | undefined => {
  try {
    const report: unknown = JSON.parse(printed);
    return typeof report === 'object' && report !== null ? report : undefined;
  } catch {
    return undefined; // an npm that knows no signatures, or one that was killed
  }
};

const names = (packages: readonly Listed[]): string =>
  packages.map(({ name, version }) => `${name}@${version}`).join(', ');

/** A registry of one's own may have its password in its address. */
const withoutAddresses = (text: string): string => text.replaceAll(/https?:\/\/\S+/g, '<address>');

if (import.meta.main) {
  const { stdout, status } = spawnSync('npm', ['audit', 'signatures', '--json', '--fetch-retries=1'], {
    encoding: 'utf8',
    timeout: 120_000,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { verdict, words } = judge(stdout ?? '', status);
  if (verdict === 'not offered') console.log(`SKIPPED: signatures of packages cannot be checked here: ${words}`);
  else console.log(words);
  process.exitCode = verdict === 'bad' ? 1 : 0;
}
