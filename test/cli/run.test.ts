import { expect, it } from 'vitest';
import type { Operations, RunPlan } from '../../client/types.ts';
import { call } from './called.ts';
import { served } from './served.ts';

const deployment = '01980000-0000-7000-8000-000000000001';
const at = '2026-11-28T10:15:03.120Z';

const plan: RunPlan = {
  what: 'Care.backup of shop',
  steps: [{ step: 'Care.backup of shop', what: 'Care.backup of shop', onSuccess: [], onFailure: [] }],
  calls: [
    { node: 'shop', operation: 'Care.backup', on: 'machine', machines: 2, inputs: { TO: 'tape', PASS: '********' } },
  ],
};
const found: Operations = {
  possible: true,
  operations: [{ node: 'shop', interface: 'Care', operation: 'backup', inputs: ['TO'] }],
  workflows: [{ name: 'save', inputs: [{ name: 'place', required: true, type: 'string', base: 'string' }] }],
  run: {
    ...{ uuid: deployment, what: 'the workflow save', acceptedAt: at, is: 'failed', why: 'i-1: Failed (exit code 3)' },
    steps: [
      {
        ...{ step: 'end', what: 'Care.check of shop', is: 'failed' },
        machines: [{ machine: 'i-1', is: 'failed', since: at, said: 'Failed (exit code 3)' }],
      },
    ],
  },
};

/** Runs the command beside a service that gives a plan to every dry run. */
const toscanini = async (...given: readonly string[]) => {
  const asked: string[] = [];
  const url = await served((request, response) => {
    let body = '';
    request.on('data', (more: Buffer) => {
      body += more.toString();
    });
    request.on('end', () => {
      asked.push(`${request.method} ${request.url} ${body}`.trim());
      if (request.url?.endsWith('/stop')) return void response.writeHead(204).end();
      response.end(JSON.stringify(request.method === 'GET' ? found : plan));
    });
  });
  const { code, out, error } = await call([...given, '--url', url, '--token', 'x']);
  return {
    code,
    error,
    asked,
    rows: out
      .trimEnd()
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/)),
  };
};

const path = `/deployments/${deployment}`;

it('lists what can be run, and the last run with its steps', async () => {
  const { code, asked, rows } = await toscanini('run', deployment);
  expect({ code, asked }).toEqual({ code: 0, asked: [`GET ${path}/operations`] });
  expect(rows.slice(1)).toEqual([
    ['shop', 'Care.backup', 'TO'],
    ['workflow save', 'place'],
    [''],
    ['the workflow save: failed', '2026-11-28 10:15 UTC'],
    ['failed', 'Care.check of shop', 'end', 'i-1 Failed (exit code 3)'],
  ]);
});

it('shows in a dry run where an operation would run, with masked secrets', async () => {
  const { code, asked, rows } = await toscanini('run', deployment, 'shop', 'Care.backup', '-i', 'TO=tape', '--dry-run');
  const body = JSON.stringify({ node: 'shop', interface: 'Care', operation: 'backup', inputs: { TO: 'tape' } });
  expect({ code, asked }).toEqual({ code: 0, asked: [`POST ${path}/operations?dryRun=true ${body}`] });
  expect(rows.at(-1)).toEqual(['Care.backup', 'shop', '2 of machine', 'TO=tape PASS=********']);
});

it('asks for a workflow by its name', async () => {
  const { asked } = await toscanini('workflow', deployment, 'save all', '--dry-run');
  expect(asked).toEqual([`POST ${path}/workflows/save%20all?dryRun=true {"inputs":{}}`]);
});

it('gives a text of a workflow as it was written', async () => {
  const { asked } = await toscanini('workflow', deployment, 'save', '-i', 'place=1.10', '-i', 'depth=1.0', '--dry-run');
  expect(asked).toEqual([
    `GET ${path}/operations`,
    `POST ${path}/workflows/save?dryRun=true {"inputs":{"place":"1.10","depth":1}}`,
  ]);
});

it('tells of many machines those that failed, and how many there are', async () => {
  const step = found.run?.steps[0];
  const done = Array.from({ length: 300 }, (_, index) => ({ machine: `i-${index}`, is: 'done' as const, since: at }));
  const before = step?.machines ?? [];
  Object.assign(step ?? {}, { machines: [...done, { machine: 'i-x', is: 'failed', since: at, said: 'Failed' }] });
  const { rows } = await toscanini('run', deployment);
  Object.assign(step ?? {}, { machines: before });
  expect(rows.at(-1)).toEqual(['failed', 'Care.check of shop', 'end', 'i-x Failed, i-0, i-1, and 298 more']);
});

it('says once how an operation that runs alone has ended', async () => {
  const { run: before } = found;
  const [step] = before?.steps ?? [];
  Object.assign(found, { run: { ...before, what: step?.what, steps: [step] } });
  const { rows } = await toscanini('run', deployment);
  Object.assign(found, { run: before });
  expect(rows.slice(-2)).toEqual([
    ['Care.check of shop: failed', '2026-11-28 10:15 UTC'],
    ['i-1 Failed (exit code 3)'],
  ]);
});

it('stops what runs', async () => {
  const { code, asked, rows } = await toscanini('run', deployment, '--stop');
  expect({ code, asked }).toEqual({ code: 0, asked: [`POST ${path}/operations/stop`] });
  expect(rows[0]?.[0]).toContain('is being stopped');
});

it('wants the whole name of an operation', async () => {
  const { code, error, asked } = await toscanini('run', deployment, 'shop', 'backup');
  expect({ code, asked }).toEqual({ code: 2, asked: [] });
  expect(error).toContain('INTERFACE.OPERATION');
});
