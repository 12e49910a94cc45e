/**
 * Masking beside the commit 622a6ec8, in one run and by processor time: texts with which its expressions backtracked, and an
 * ordinary log. Needs the history of this repository.
 */

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { processorTime } from '../test/support/processor-time.ts';
import { withEarlier } from './earlier.ts';
import { median, type Row } from './row.ts';

const baseline = '622a6ec8';

type Masks = Pick<typeof import('../src/tosca/secrets/material.ts'), 'withoutSecretText'> &
  Pick<typeof import('../src/tosca/secrets/template.ts'), 'templateWithoutSecrets'>;

export const run = (): AsyncIterable<Row> =>
  withEarlier(baseline, async function* (earlier, root) {
    const [before, now] = [await masksIn(earlier), await masksIn(root)];
    yield compared(
      'a parameter of 100 kB',
      1 / 50,
      1,
      ({ withoutSecretText }) => withoutSecretText(parameter),
      before,
      now,
    );
    yield compared(
      'a template of 270 kB',
      1 / 50,
      1,
      ({ templateWithoutSecrets }) => templateWithoutSecrets(template),
      before,
      now,
    );
    for (const [what, log] of Object.entries(logs))
      yield compared(
        `${what} of 100 kB`,
        what === 'an ordinary log' ? 1 : 1.3,
        60,
        ({ withoutSecretText }) => withoutSecretText(log),
        before,
        now,
      );
  });

const masksIn = async (folder: string): Promise<Masks> => {
  const load = (file: string) => import(pathToFileURL(join(folder, 'src/tosca/secrets', file)).href);
  return { ...(await load('material.ts')), ...(await load('template.ts')) } as Masks;
};

/** Alternates, so that other load on the machine affects both. */
const compared = (
  what: string,
  budget: number,
  rounds: number,
  work: (masks: Masks) => unknown,
  before: Masks,
  now: Masks,
): Row => {
  const taken: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1)
    for (const [at, masks] of [before, now].entries()) {
      const began = processorTime();
      work(masks);
      taken[at]?.push(processorTime() - began);
    }
  const [old, own] = [median(taken[0]), median(taken[1])];
  return {
    name: `masking ${what} / the same at ${baseline}, processor time`,
    ratio: own / old,
    budget,
    detail: `${own.toFixed(1)} ms against ${old.toFixed(1)} ms`,
  };
};

/** The beginning of a private key that never comes, and may come at each of these words. */
const endless = (words: number): string => `-----BEGIN ${'PRIVATE KEY'.repeat(words)}`;

const parameter = endless(9_000);

const template = `tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs:
    text: { type: string, default: "${endless(18_000)}" }
    other: { type: string, default: "${'text '.repeat(14_000)}" }
`;

const logOf = (line: (at: number) => string): string => {
  let text = '';
  for (let at = 0; text.length < 100_000; at += 1) text += `${line(at)}\n`;
  return text;
};

const logs = {
  'an ordinary log': logOf(
    (at) =>
      `2026-11-28 12:00:${String(at % 60).padStart(2, '0')} TASK [install package-${at}] changed: [10.0.0.${at % 250}]`,
  ),
  'a log of Ansible': logOf(
    (at) =>
      `changed: [10.0.0.${at % 250}] => {"changed": true, "cmd": ["apt-get", "install", "-y", "nginx-${at}"], "rc": 0, "stdout": "Done"}`,
  ),
  'a log of commands': logOf(
    (at) =>
      `+ docker run -d --name app${at} -p 80:80 -v /data:/data nginx:1.${at}\n+ curl -sSL https://example.org/${at}.sh -o /tmp/${at}.sh`,
  ),
  'a log of packages': logOf(
    (at) =>
      `Get:${at} http://archive.example/ubuntu jammy/main amd64 libfoo${at} 1.${at}-1 [${at} kB]\nSetting up libfoo${at}:amd64 ...`,
  ),
};
