import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { CreationPlan } from '../../client/types.ts';
import { type CallOptions, call } from './called.ts';
import { served } from './served.ts';

const deployment = '01980000-0000-7000-8000-000000000001';
const what = 'dummy/4f1d0000-7d0c-11f0-8000-0242ac110002';
const query = `adopt=${encodeURIComponent(what)}`;

type Adoption = NonNullable<CreationPlan['adoption']>;

const fitting: Adoption = {
  ...{ provider: 'dummy', physicalId: '4f1d0000', fits: true },
  findings: [{ node: 'web', part: '0', is: 'ignored', why: 'it is stopped, and stays stopped' }],
  notComparable: ['ports', 'disks'],
};

const plan = (adoption: Adoption, changes: Partial<CreationPlan> = {}): CreationPlan => ({
  topology: { version: '', inputs: {}, nodes: [], outputs: [], policies: [] },
  resources: [{ toscaNodeName: 'web', toscaNodeType: 't', state: 'INITIAL', requiredBy: [] }],
  ...{ candidates: [{ id: 'dummy', name: 'Dummy' }], dropped: [], notes: [], warnings: [], adoption },
  ...changes,
});

/** Runs the command beside a service with this plan, which has nothing to follow. */
const adopt = async (planned: CreationPlan, options: CallOptions, ...flags: readonly string[]) => {
  const asked: string[] = [];
  const url = await served(({ method, url = '' }, response) => {
    asked.push(`${method} ${url}`);
    const isPlan = url.includes('dryRun=true');
    response.statusCode = method === 'POST' && !isPlan ? 201 : 200;
    response.end(JSON.stringify(isPlan ? planned : { uuid: deployment, status: 'CREATE_IN_PROGRESS', links: [] }));
  });
  const folder = await mkdtemp(join(tmpdir(), 'toscanini-adopt-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'web.yaml');
  await writeFile(file, 'tosca_definitions_version: tosca_simple_yaml_1_3\n');
  const ended = await call(['adopt', what, file, '--url', url, '--token', 'x', ...flags], options);
  return { ...ended, asked: asked.filter((one) => one.startsWith('POST /deployments?')) };
};

const planned = `POST /deployments?${query}&dryRun=true`;

it('shows how the template describes what stands, asks, and has it adopted', async () => {
  const { code, out, asked, questions } = await adopt(plan(fitting), { answer: true }, '--detach');
  expect({ code, asked, questions }).toEqual({
    code: 0,
    asked: [planned, `POST /deployments?${query}`],
    questions: [`Adopt ${what}?`],
  });
  expect(out).toContain('it fits: 1 resource, and nothing of it is changed');
  expect(out).toContain('it is stopped, and stays stopped');
  expect(out).toContain('not comparable here: ports, disks');
  expect(out.trimEnd().endsWith(deployment)).toBe(true);
});

it('has nothing adopted with --dry-run, without an answer, or with a no', async () => {
  expect(await adopt(plan(fitting), {}, '--dry-run')).toMatchObject({ code: 0, asked: [planned] });
  expect(await adopt(plan(fitting), {})).toMatchObject({ asked: [planned], error: expect.stringContaining('--yes') });
  expect(await adopt(plan(fitting), { answer: false })).toMatchObject({ asked: [planned] });
});

it('prints the plan for a program', async () => {
  const { out } = await adopt(plan(fitting), {}, '--dry-run', '--json');
  expect(JSON.parse(out)).toMatchObject({ adoption: fitting });
});

it('shows what differs, and has nothing adopted', async () => {
  const finding = { node: 'db', is: 'missing', why: 'the template asks for 2, and 1 of them stands' } as const;
  const { code, out, error, asked } = await adopt(plan({ ...fitting, fits: false, findings: [finding] }), {}, '--yes');
  expect({ code: code === 0, asked }).toEqual({ code: false, asked: [planned] });
  expect(out).toMatch(/db +missing +the template asks for 2, and 1 of them stands/);
  expect(error).toContain('what stands is not what the template describes');
});

it('has nothing adopted where the provider cannot run the template', async () => {
  const none = plan(fitting, {
    candidates: [],
    dropped: [{ id: 'dummy', name: 'Dummy', reason: 'it has no such image' }],
  });
  const { error, asked } = await adopt(none, {}, '--yes');
  expect(asked).toEqual([planned]);
  expect(error).toContain('the provider cannot run this template: it has no such image');
});
