import { expect, it } from 'vitest';
import { call } from './called.ts';

const id = '01980000-0000-7000-8000-000000000001';
const answers: { readonly [request: string]: unknown } = {
  'POST /templates/inspect': { problems: [], inputs: [{ name: 'workers', type: 'integer' }] },
  'POST /deployments': { uuid: id, status: 'CREATE_IN_PROGRESS' },
  'POST /schedules': { uuid: id },
};

const service: typeof fetch = async (address, { method = 'GET' } = {}) =>
  Response.json(answers[`${method} ${new URL(`${address}`).pathname}`] ?? { code: 500, message: 'not asked here' });

const run = (...args: readonly string[]) =>
  call([...args, '--url', 'http://service.example', '--token', 'x'], { fetch: service });

const template = 'examples/web-server.yaml';

it.each([
  [['deploy', template, '--detach']],
  [['deploy', template, '--detach', '--json']],
  [['schedules', 'create', template, '--files', 'x:.*', '--replicate', 'disk']],
])('warns of an input that the template does not declare, also where no plan is shown: %j', async (args) => {
  const { code, out, error } = await run(...args, '-i', 'wrokers=6', '-i', 'workers=2');
  expect({ code, error }).toEqual({
    code: 0,
    error: '! the template declares no input "wrokers", so its value is not used\n',
  });
  expect(out).toContain(id);
  expect(out).not.toContain('wrokers');
});
