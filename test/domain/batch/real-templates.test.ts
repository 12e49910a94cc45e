/** The job templates that other people wrote: each is translated, or every reason says what cannot be mapped. */

import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { translate } from '../../../src/domain/batch/translate.ts';
import { processTemplate } from '../../../src/tosca/process.ts';
import type { Json } from '../../../src/tosca/topology.ts';
import { corpus, corpusIsHere, filesIn, noImports, topologyOf } from '../../tosca/fixtures.ts';
import { offer } from './translated.ts';

/** A value for an input without a default, by its type. */
const values: readonly (readonly [name: RegExp, value: Json])[] = [
  [/^input_urls$/, ['https://example.org/data.csv']],
  [/^cpus$/, 1],
  [/^mem$/, '1 GB'],
  [/./, 'text'],
];

const inputsOf = async (text: string): Promise<Readonly<Record<string, Json>>> => {
  const { problems } = await processTemplate(text, { inputs: {}, imports: noImports });
  const missing = problems
    .filter(({ code }) => code === 'input-missing')
    .map(({ path }) => path.replace('inputs.', ''));
  return Object.fromEntries(missing.map((name) => [name, values.find(([known]) => known.test(name))?.[1] ?? 'text']));
};

const isTemplate = (text: string): boolean => /^topology_template:/m.test(text);
const hasJob = (text: string): boolean => /type: +tosca\.nodes\.indigo\.\S*(Docker\.Chronos|\.Job)\s/.test(text);

/** A name that Onedata gives is known to nobody here: the variable that takes it is named. */
const fromOnedata = (job: string): string =>
  `node ${job} (tosca.nodes.indigo.Container.Application.Docker.Chronos) takes environment_variables from an attribute, which is known only after the deployment`;
const onedata = (space: string, type = 'OnedataSpace'): string =>
  `node ${space} (tosca.nodes.indigo.${type}) is no job, and this provider runs only jobs`;
const twoSpaces = [onedata('input_onedata_space'), onedata('output_onedata_space')];

const expected: Readonly<Record<string, readonly string[]>> = {
  'indigo-templates/lifewatch-algaebloom.yaml': [fromOnedata('chronos_job1'), ...twoSpaces],
  'indigo-templates/xdc/lfw_frontend_sat_data.yml': [fromOnedata('chronos_job1'), ...twoSpaces],
  'indigo-types/examples/indigo_job_onedata.yaml': [fromOnedata('chronos_job'), ...twoSpaces],
  'indigo-types/examples/indigo_job_output_upload_swift.yaml': [
    fromOnedata('chronos_job'),
    fromOnedata('chronos_job_upload'),
    onedata('onedata_service_space', 'OnedataServiceSpace'),
  ],
  'indigo-types/examples/qcg-job.yaml': [
    'node qcg_job (tosca.nodes.indigo.Qcg.Job) asks for job queue standard, and there are jobs, gpu',
  ],
};

describe.skipIf(!corpusIsHere)('job templates of others', () => {
  const files = corpusIsHere
    ? filesIn(corpus).filter((file) => {
        const text = readFileSync(file, 'utf8');
        return isTemplate(text) && hasJob(text);
      })
    : [];

  it('are all known', () => {
    expect(files.map((file) => relative(corpus, file)).toSorted()).toEqual(Object.keys(expected).toSorted());
  });

  it.each(files)('%s is translated, or each reason says what cannot be mapped', async (file) => {
    const text = readFileSync(file, 'utf8');
    const made = translate(await topologyOf(text, await inputsOf(text)), offer);
    expect(made.ok ? [] : made.reasons.toSorted()).toEqual(expected[relative(corpus, file)]?.toSorted());
  });

  it('run once the provider has their queue, and without Onedata', async () => {
    const qcg = files.find((file) => file.endsWith('qcg-job.yaml')) ?? '';
    const standard = { ...offer, queues: [{ name: 'standard' }] };
    expect(translate(await topologyOf(readFileSync(qcg, 'utf8')), standard)).toMatchObject({
      ok: true,
      blueprint: { jobs: [{ cpus: '2', memory: 4096, timeoutSeconds: 120, queue: 'standard' }] },
      warnings: [
        expect.stringContaining('writes log.txt'),
        expect.stringContaining('memory_per_node is taken, and memory_per_core is ignored'),
      ],
    });
    const chronos = files.find((file) => file.endsWith('indigo_job_output_upload_swift.yaml')) ?? '';
    const lines = readFileSync(chronos, 'utf8').split('\n');
    const own = lines.filter(
      (line) => !/get_attribute|onedata_service_space|OnedataServiceSpace|smartScheduling/.test(line),
    );
    const text = own.join('\n').replace(/^ {6}properties:\n(?=\n)/gm, '');
    const made = translate(await topologyOf(text, await inputsOf(text)), offer);
    expect(made).toMatchObject({
      ok: true,
      blueprint: {
        jobs: [
          { node: 'chronos_job', image: 'text', cpus: '1', memory: 2048, attempts: 2 },
          { node: 'chronos_job_upload', after: ['chronos_job'] },
        ],
      },
    });
  });
});
