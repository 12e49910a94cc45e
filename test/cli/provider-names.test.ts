import { expect, it } from 'vitest';
import { call } from './called.ts';
import { served } from './served.ts';

const uuid = '01980000-0000-7000-8000-0000f7d1a2b3';
const at = '2026-11-28T10:15:03.120Z';
const infrastructures = [{ attempt: 1, provider: 'cloud-a', physicalId: 'inf-1', state: 'FAILED' }];
const deployment = {
  ...{ uuid, name: 'web', status: 'CREATE_FAILED', task: 'NONE', creationTime: at, updateTime: at, outputs: {} },
  ...{ createdBy: { subject: 'alice', issuer: 'https://iam.example' }, links: [] },
};
const answers: { readonly [call: string]: unknown } = {
  [`GET /deployments/${uuid}`]: deployment,
  [`GET /deployments/${uuid}/view`]: {
    ...{ ...deployment, providers: [{ id: 'cloud-a', name: 'Cloud A' }], version: '1' },
    ...{ operation: { id: 'o', kind: 'CREATE', acceptedAt: at }, cause: [], nodes: [], resources: [], events: 0 },
  },
  [`GET /deployments/${uuid}/template`]: 'tosca_definitions_version: tosca_simple_yaml_1_0\n',
  [`DELETE /deployments/${uuid}`]: { status: 'DELETE_IN_PROGRESS', resources: [], infrastructures, notes: [] },
  [`POST /deployments/${uuid}/retry`]: {
    ...{ retries: 'anew', creation: { candidates: [], dropped: [] }, infrastructures },
  },
};

it.each([[['delete', uuid]], [['retry', uuid, '--anew', '--dry-run']]])(
  'names a provider by its name, as other commands do, also where nobody can be asked: %j',
  async (words) => {
    const url = await served(({ method = '', url: asked = '' }, response) => {
      const answer = answers[`${method} ${asked.split('?', 1).join()}`];
      response.statusCode = answer === undefined ? 404 : 200;
      if (typeof answer === 'string') response.setHeader('content-type', 'text/plain');
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer ?? { code: 404, message: asked }));
    });
    const { out, error } = await call([...words, '--url', url, '--token', 'x']);
    expect(out, error).toContain('Cloud A');
    expect(`${out}${error}`).not.toContain('cloud-a');
    expect(out).toContain('inf-1');
  },
);
