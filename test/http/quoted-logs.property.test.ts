/** @module-tag full */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanUpAttempt } from '../../src/domain/deployments/attempting/clean-up-attempt.ts';
import { keepEnded } from '../../src/domain/deployments/deleting/keep-ended.ts';
import { failOperation } from '../../src/domain/deployments/finishing/fail-operation.ts';
import { pollError } from '../../src/domain/deployments/polling/poll-error.ts';
import type { Attempt } from '../../src/domain/deployments/record/attempt.ts';
import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import { notificationId } from '../../src/domain/deployments/record/notification.ts';
import type { Failure } from '../../src/domain/deployments/record/operation.ts';
import { describeDeployment } from '../../src/http/deployments/views.ts';
import { sampled } from '../support/sampled.ts';
import { call, type Name } from './requests.ts';
import { id, sampleDeployment } from './samples.ts';
import { serviceForTests } from './service.ts';
import { attempts, events, extrainfo, get, list, log, resources, template, view } from './under-test.ts';

const test = serviceForTests();

/** Is in every line of a provider's log that says anything. */
const mark = 'zq7x';
const rule = '-'.repeat(64);

/** Lines that look like what a reason itself is made of, too. */
const logs = fc
  .array(
    fc.constantFrom(
      ...[`${mark} one`, `key: ${mark}`, '', rule, `Cloud Provider <${mark}>`, 'contextualization message:'],
      ...[`… 12 characters left out, see the log …\n${mark}`, `${mark} `.repeat(400).trim(), `\n\n${rule}\n${mark}`],
    ),
    { maxLength: 8 },
  )
  .map((lines) => lines.join('\n'));

/** Who wrote the attempt: this release; an earlier one; or an earlier one its error, and this release the rest. */
const writers = ['now', 'before', 'on the way'] as const;

const failures = fc.array(
  fc.record({
    why: fc.constantFrom('a machine failed', 'machines failed\nmachine 1', 'no quota '.repeat(300).trim()),
    log: logs,
    by: fc.constantFrom(...writers),
  }),
  { minLength: 1, maxLength: 5 },
);
type Failing = Parameters<Parameters<typeof failures.map>[0]>[0][number];

/** Reason and quote as one text, as earlier releases stored it, and as the owner has always read it. */
const joined = ({ why, log: text }: Pick<Failing, 'why' | 'log'>): string => {
  const whole = text.trim();
  if (whole.length <= 1_500) return whole === '' ? why : `${why}\ncontextualization message:\n${whole}`;
  const end = whole.slice(-1_500);
  return `${why}\ncontextualization message, its end (the log has the rest):\n${end.slice(end.indexOf('\n') + 1)}`;
};

const ports = () => ({
  ...test.service,
  describe: describeDeployment,
  tolerance: { outageMins: 60 },
  deployerOf: () => {
    throw new Error('all is kept, so nobody is asked');
  },
});

const providerOf = (index: number): string => `p-${index}`;

/** Makes the attempt and lets it fail; answers what went through the workflow. */
const attempted = async (deployment: Deployment, index: number, { by, ...failing }: Failing): Promise<string> => {
  const { id: deploymentId, operation } = deployment;
  const [number, providerId] = [index + 1, providerOf(index)];
  const attempt: Attempt = {
    ...{ deploymentId, operationId: operation.id, number, providerId, infrastructureId: `inf-${number}` },
    ...{ state: 'RUNNING', startedAt: deployment.createdAt, deadline: '9999', last: true, logged: {} },
  };
  await test.service.attempts.findOrCreate(attempt);
  const kept = `kept, as keepLastAttempt asks: infrastructure inf-${number}`;
  if (by === 'before') {
    const reason = `${joined(failing)}\n${kept}`;
    await test.service.attempts.record(deploymentId, number, { state: 'FAILED', left: 'kept', reason });
    return '';
  }
  const { why, log: text } = failing;
  const error =
    by === 'now' ? await pollError(ports(), deployment, attempt, { is: 'failed', why, log: text }) : undefined;
  const failure = { Error: 'ProviderFailedError', Cause: error?.message ?? joined(failing) };
  await cleanUpAttempt(ports())({
    ...{ deploymentId, operationId: operation.id },
    ...{ attempt: { number, providerId, last: true }, failure },
  });
  return error?.message ?? '';
};

let made = 10;

const deployed = async (kind: 'CREATE' | 'UPDATE' = 'CREATE'): Promise<Deployment> => {
  made += 2;
  const sample = sampleDeployment({
    ...{ id: id(made), userGroup: 'physics', status: `${kind}_IN_PROGRESS`, templateOf: id(made + 1) },
    callback: 'https://hooks.example/',
  });
  const limits = { ...sample.limits, keepLastAttempt: true };
  const deployment: Deployment = { ...sample, limits, operation: { ...sample.operation, id: id(made + 1), kind } };
  await test.service.files.putTemplate(deployment.id, deployment.templateOf, 'the template');
  await test.service.deployments.accept(deployment);
  return deployment;
};

const failed = async ({ id: deploymentId, operation }: Deployment, failure: Failure): Promise<Deployment> => {
  await failOperation(ports())({ deploymentId, operationId: operation.id, failure });
  const deployment = await test.service.deployments.find(deploymentId);
  if (deployment === undefined) throw new Error('it is gone');
  return deployment;
};

/** All that somebody can read of it, also when it has ended, and its callback. */
const readBy = async (as: Name, deployment: Deployment): Promise<readonly string[]> => {
  const { service } = test;
  await keepEnded(service, { ...deployment, operation: { ...deployment.operation, kind: 'DELETE' } });
  const path = { deployment_id: deployment.id };
  const handlers = [get, view, template, resources, events, log, extrainfo, attempts].map((route) => route(service));
  const answers = await Promise.all([
    ...handlers.map((handler) => call(handler, { as, path })),
    ...[get(service), events(service), log(service)].map((handler) =>
      call(handler, { as, path, query: { ended: 'true' } }),
    ),
    call(list(service), { as, query: { userGroup: 'physics', size: '100' } }),
    call(list(service), { as, query: { userGroup: 'physics', size: '100', status: 'DELETE_COMPLETE' } }),
  ]);
  return answers.map(({ body }) => body);
};

const callbackOf = async ({ operation }: Deployment): Promise<string> =>
  (await test.service.files.getNotification(notificationId(operation.id, 'failed'))).body;

const reasonsFor = async (as: Name, deployment: Deployment) => {
  const path = { deployment_id: deployment.id };
  const { json } = await call(attempts(test.service), { as, path, query: { sort: 'createdAt,asc' } });
  const whole = await call(get(test.service), { as, path });
  return { attempts: json.content.map(({ reason }) => `${reason}`), whole: `${whole.json['statusReason']}` };
};

const expectHidden = async (deployment: Deployment): Promise<void> => {
  for (const reader of ['mia', 'otto'] as const)
    for (const body of await readBy(reader, deployment)) expect(body).not.toContain(mark);
  expect(await callbackOf(deployment)).not.toContain(mark);
};

describe('a quote of a provider’s log', () => {
  it('is read by the owner, and by nobody else on any route, whatever the log holds and whoever wrote it', async () => {
    await fc.assert(
      fc.asyncProperty(failures, async (tried) => {
        const deployment = await deployed();
        for (const [index, failing] of tried.entries())
          expect(await attempted(deployment, index, failing)).not.toContain(mark);
        const ended = await failed(deployment, { Error: 'OutOfProvidersError', Cause: '' });
        await expectHidden(ended);
        const owner = await reasonsFor('olga', ended);
        const whole = tried.map(
          (one, index) => `${joined(one)}\nkept, as keepLastAttempt asks: infrastructure inf-${index + 1}`,
        );
        expect(owner.attempts).toEqual(whole);
        const size = Math.floor(12_000 / tried.length);
        for (const text of whole.filter(({ length }) => length <= size)) expect(owner.whole).toContain(text);
        const group = await reasonsFor('mia', ended);
        for (const [index, { why, log: text }] of tried.entries()) {
          const hidden = `${why}\nthe rest is in the log, which only the owner or an administrator may read`;
          expect(group.attempts[index]).toBe(text.trim() === '' ? whole[index] : hidden);
        }
      }),
      { numRuns: sampled(5, 12) },
    );
  });

  it.each(writers)('is for the owner alone when an update fails, written %s', async (by) => {
    const deployment = await deployed('UPDATE');
    const failing = { why: 'the update failed', log: `VM 0\n${mark}\n\n${rule}\nCloud Provider <${mark}>\n${mark}` };
    const { id: deploymentId, operation } = deployment;
    const attempt: Attempt = {
      ...{ deploymentId, operationId: operation.id, number: 1, providerId: 'first', infrastructureId: 'inf-1' },
      ...{ state: 'RUNNING', startedAt: deployment.createdAt, deadline: '9999', last: true, logged: {} },
    };
    await test.service.attempts.findOrCreate(attempt);
    const { why, log: text } = failing;
    if (by === 'now') await pollError(ports(), deployment, attempt, { is: 'failed', why, log: text });
    const Cause = by === 'now' ? why : joined(failing);
    const ended = await failed(deployment, { Error: 'ProviderFailedError', Cause });
    const { id: operationId } = operation;
    const former = { statusReason: joined(failing), statusReasonWithLogs: undefined };
    const stored = by === 'before' ? await test.service.deployments.record(deploymentId, operationId, former) : ended;
    await expectHidden(stored);
    expect((await reasonsFor('olga', stored)).whole).toBe(joined(failing));
    expect((await reasonsFor('mia', stored)).whole).toMatch(/^the update failed\nthe rest is in the log/);
    expect(await test.service.files.readLog(deploymentId)).toMatch(
      / the deployment is UPDATE_FAILED: the update failed$/m,
    );
  });

  it('is hidden in a record that an earlier release has failed anew, beside the text of a former operation', async () => {
    const statusReason = joined({ why: 'it failed', log: mark });
    const former = { operationId: id(1), text: 'a former failure' };
    const deployment = await deployed();
    const { id: deploymentId, operation } = deployment;
    await test.service.deployments.record(deploymentId, operation.id, { statusReason, statusReasonWithLogs: former });
    const ended = await test.service.deployments.record(deploymentId, operation.id, { status: 'CREATE_FAILED' });
    for (const body of await readBy('mia', ended)) expect(body).not.toContain(mark);
    expect((await reasonsFor('olga', ended)).whole).toBe(statusReason);
  });
});
