import { expect, it } from 'vitest';
import { widthOf } from '../../cli/screen/paint.ts';
import { type CallOptions, call } from './called.ts';
import { served } from './served.ts';

const uuid = '01980000-0000-7000-8000-0000f7d1a2b3';
const at = '2026-11-28T10:15:03.120Z';
const name = 'A deployment with a rather long name that nobody would ever choose';
const arn = `arn:aws:cloudformation:eu-central-1:111111111111:stack/${uuid}`;
const provider = { id: 'a', name: 'Sandbox AWS of a tenant in eu-central-1' };
const cause = 'portal_server: Quota exceeded for instances: Requested 1, but already used 10 of 10 instances';

const deployment = {
  ...{ uuid, name, status: 'CREATE_FAILED', task: 'NONE', userGroup: 'research', providerName: provider.name },
  ...{ creationTime: at, updateTime: at, createdBy: { subject: 'alice', issuer: 'https://iam.example' }, links: [] },
  causes: [{ provider, cause }],
  outputs: { administrator_password: 'hunter2', address_of_the_portal_server: '198.51.100.17' },
};
const resource = {
  ...{ uuid: 'r', toscaNodeName: 'portal_server_in_front', toscaNodeType: 'tosca.nodes.Compute', state: 'ERROR' },
  metadata: { reason: `the machine did not start: ${cause}` },
  links: [],
};
const log = `${at} ${cause}, and no other provider of the tenant has room for it\n`;
const view = {
  ...{ ...deployment, provider, providers: [provider], operation: { id: 'o', kind: 'CREATE', acceptedAt: at } },
  ...{ cause: [{ provider, attempt: 1, cause }], nodes: [], resources: [], events: 1 },
};
const event = { name: 'e', kind: 'PROVIDER_SAID', at, message: `provider a works on infrastructure ${uuid}` };
const attempt = { number: 1, cloudProviderName: 'a', state: 'DESTROYED', startedAt: at, reason: cause, cause };
const estimate = {
  ...{ currency: 'USD', hourly: 0.0274, monthly: 20, pricesOf: '2026-11-22', region: 'us-east-1' },
  items: [{ name: 'WebA', node: 'portal_server_in_front', what: 't3.small', hourly: 0.0208, whileRunning: true }],
  leftOut: ['the difference between us-east-1, whose prices these are, and eu-central-1'],
};
const schedule = {
  ...{ uuid, name, status: 'RUNNING', fileExpression: 'incoming-bucket:a/long/folder/.*', numberOfReplicas: 1 },
  ...{ replicationExpression: 'LAPTOP_ONE', creationTime: at, updateTime: at, userGroup: 'research', links: [] },
};
const stream = {
  ...event,
  message: `provider a works on infrastructure ${arn.slice(0, 40)}`,
  deployment: { uuid, name },
};

const pageOf = (...content: readonly unknown[]) => ({ content, page: { totalPages: 1, number: 0 } });

const answers: { readonly [path: string]: unknown } = {
  '/me': { subject: 'alice', issuer: 'https://iam.example', groups: ['research'] },
  '/deployments': pageOf(deployment),
  [`/deployments/${uuid}`]: deployment,
  [`/deployments/${uuid}/resources`]: pageOf(resource),
  [`/deployments/${uuid}/view`]: view,
  [`/deployments/${uuid}/events`]: pageOf(event),
  [`/deployments/${uuid}/attempts`]: pageOf(attempt),
  [`/deployments/${uuid}/cost`]: { currency: 'USD', provider: 'a', estimate },
  [`/deployments/${uuid}/log`]: log,
  [`/deployments/${uuid}/inputs`]: [{ name: 'greeting', value: cause, type: 'string' }],
  '/costs': { currency: 'USD', groups: [{ group: 'research', deployments: 3, unpriced: 3, hourly: 0, monthly: 0 }] },
  '/schedules': pageOf(schedule),
  [`/schedules/${uuid}`]: schedule,
  '/events': pageOf(stream),
};

const commands = [
  ['ls'],
  ['show', uuid],
  ['events', uuid],
  ['events', '--all'],
  ['attempts', uuid],
  ['show', uuid, resource.toscaNodeName],
  ['logs', uuid],
  ['inputs', uuid],
  ['check', 'examples/broken.yaml'],
  ['cost'],
  ['cost', uuid],
  ['schedules', 'list'],
  ['schedules', 'show', uuid],
  ['doctor'],
  ['deploy', '--help'],
  ['schedules', 'create', '--help'],
];

it.each([60, 80, 120].flatMap((columns) => commands.map((words) => [columns, words] as const)))(
  'breaks no word at the edge of a terminal of %i columns: %j',
  async (columns, words) => {
    const url = await served(({ url: asked = '' }, response) => {
      const answer = answers[asked.split('?', 1).join()];
      if (answer === undefined) response.statusCode = 404;
      if (typeof answer === 'string') response.setHeader('content-type', 'text/plain');
      response.end(
        typeof answer === 'string'
          ? answer
          : JSON.stringify(answer ?? { code: 404, title: 'Not Found', message: 'nothing' }),
      );
    });
    const to = words.includes('--help') || words[0] === 'check' ? [] : ['--url', url, '--token', 'x'];
    const { out, error } = await call([...words, ...to], { columns, live: true });
    expect(error).not.toContain('defect');
    expect(out.trim()).not.toBe('');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of the terminal
    for (const line of out.replaceAll(/\x1b\[[\d;]*m/g, '').split('\n'))
      expect(widthOf(line), line).toBeLessThanOrEqual(columns);
  },
);

const failedAt = (...providers: readonly string[]) => ({
  ...deployment,
  causes: providers.map((id) => ({ provider: { id, name: `Cloud ${id}` }, cause: `${id} has no room` })),
  drift: { checkedAt: at, verdict: 'as-planned' },
});

const listed = async (options: CallOptions, ...words: readonly string[]): Promise<string> => {
  const url = await served((_, response) => void response.end(JSON.stringify(pageOf(failedAt('A', 'B', 'C')))));
  return (await call(['ls', ...words, '--url', url, '--token', 'x'], options)).out;
};

it('ls shows why each provider failed, as show does; on a narrow screen the last, and how many more', async () => {
  const all = ['Cloud A: A has no room', 'Cloud B: B has no room', 'Cloud C: C has no room'];
  const wide = await listed({ columns: 120, live: true });
  expect(wide.split('\n').slice(2)).toEqual([...all.map((line) => `  ✖ ${line}`), '']);
  for (const piped of [await listed({}), await listed({ columns: 60, live: true }, '-o', 'wide')])
    expect(piped).toContain(all.join('; '));
  const narrow = await listed({ columns: 60, live: true });
  expect(narrow.split('\n').slice(2)).toEqual([
    `  ✖ ${all.at(-1)}`,
    `    and 2 more: toscanini show ${uuid.slice(-8)}`,
    '',
  ]);
});
