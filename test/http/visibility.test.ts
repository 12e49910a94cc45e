import { beforeAll, describe, expect, it } from 'vitest';
import { route as list } from '../../functions/http/deployments/list.ts';
import { type FailureReason, failureReason } from '../../src/domain/deployments/polling/failure-reason.ts';
import { quoteOf } from '../../src/domain/deployments/record/quoted-log.ts';
import { call, type Name } from './requests.ts';
import { id, sampleDeployment, sampleResource } from './samples.ts';
import { serviceForTests } from './service.ts';
import { extrainfo, get, log, remove, resource, resources, template } from './under-test.ts';

const test = serviceForTests();
const deployment = sampleDeployment({ userGroup: 'physics', status: 'DELETE_IN_PROGRESS' });

beforeAll(async () => {
  const { service } = test;
  await service.files.putTemplate(deployment.id, deployment.operation.id, 'the template');
  await service.resources.put([sampleResource()]);
  await service.deployments.accept(deployment);
});

const routes = { get, template, resources, resource, log, extrainfo, remove };
const path = { deployment_id: deployment.id, resource_id: id(100) };
const answers = (as?: Name) =>
  Promise.all(
    Object.values(routes).map(async (route) => {
      const answer = await call(route(test.service), { ...(as && { as }), path });
      return answer.status;
    }),
  );

describe('who sees and does what with a deployment of olga for the group physics', () => {
  // the last is a deletion, of what is being deleted already: 409 where it would be allowed
  it.each([
    ['olga', [200, 200, 200, 200, 200, 200, 409]],
    ['ada', [200, 200, 200, 200, 200, 200, 409]],
    ['mia', [200, 200, 200, 200, 403, 403, 403]],
    ['lena', [200, 200, 200, 200, 403, 403, 409]],
    ['otto', [404, 404, 404, 404, 404, 404, 404]],
    ['lone', [404, 404, 404, 404, 404, 404, 404]],
    ['namesake', [404, 404, 404, 404, 404, 404, 404]],
    [undefined, [401, 401, 401, 401, 401, 401, 401]],
  ] as const)('%s', async (as, statuses) => {
    expect(await answers(as)).toEqual(statuses);
  });

  it('shows credentials of a machine to owner and administrators, and masks them for the group', async () => {
    const seen = async (as: Name) => [
      (await call(resource(test.service), { as, path })).body,
      (await call(resources(test.service), { as, path })).body,
    ];
    for (const body of [...(await seen('olga')), ...(await seen('ada'))]) expect(body).toContain('KEY MATERIAL');
    for (const body of [...(await seen('mia')), ...(await seen('lena'))]) {
      expect(body).not.toContain('MATERIAL');
      expect(body).toContain('cloudadm');
    }
  });

  it('shows credentials in outputs to owner and administrators, and masks them for the group, also in lists', async () => {
    const key = '-----BEGIN PRIVATE KEY-----\nMATERIAL\n-----END PRIVATE KEY-----';
    const outputs = { node: { user: 'cloudadm', token: key, token_type: 'private_key' }, ssh: [key], url: 'http://a' };
    const withOutputs = sampleDeployment({ id: id(7), userGroup: 'physics', outputs });
    await test.service.deployments.accept(withOutputs);
    const seen = async (as: Name) => [
      (await call(get(test.service), { as, path: { deployment_id: withOutputs.id } })).body,
      (await call(list(test.service), { as, query: { userGroup: 'physics' } })).body,
    ];
    for (const body of [...(await seen('olga')), ...(await seen('ada'))]) expect(body).toContain('MATERIAL');
    for (const body of [...(await seen('mia')), ...(await seen('lena'))]) {
      expect(body).not.toContain('MATERIAL');
      expect(body).toContain('cloudadm');
      expect(body).toContain('http://a');
    }
  });

  it('quotes the logs of providers in the reason of a failure to owner and administrators, but not to the group', async () => {
    const why = await reasonOf(['short', 'long '.repeat(400), ...Array.from({ length: 14 }, () => 'short')]);
    const sample = sampleDeployment({ id: id(8), userGroup: 'physics', status: 'CREATE_FAILED' });
    const statusReasonWithLogs = { operationId: sample.operation.id, text: why.forOwner };
    const failed = { ...sample, statusReason: why.forGroup, statusReasonWithLogs };
    await test.service.deployments.accept(failed);
    const seen = async (as: Name) => [
      (await call(get(test.service), { as, path: { deployment_id: failed.id } })).body,
      (await call(list(test.service), { as, query: { userGroup: 'physics' } })).body,
    ];
    for (const body of [...(await seen('olga')), ...(await seen('ada'))]) expect(body).toContain('MATERIAL');
    for (const body of [...(await seen('mia')), ...(await seen('lena'))]) {
      expect(body).not.toContain('MATERIAL');
      // once in the reason, once in its causes
      expect(body.match(/machine \d+ failed/g)).toHaveLength(32);
      expect(body).toContain('only the owner or an administrator');
    }
  });
});

/** As a deployment tells it that failed with one provider after the other, each of which had printed a key. */
const reasonOf = (logs: readonly string[]): Promise<FailureReason> => {
  const tried = logs.map((log, index) => ({
    ...{ deploymentId: id(8), operationId: id(9), number: index + 1, providerId: `p-${index}` },
    ...{ state: 'FAILED' as const, startedAt: '', deadline: '', last: false, logged: {} },
    reason: `machine ${index} failed`,
    quotedLog: quoteOf(`${log}\nKEY MATERIAL\n${'-'.repeat(64)}\nMATERIAL again`),
  }));
  const ports = {
    providers: { get: async (name: string) => ({ id: name, name, priority: 1 }) },
    files: { findRanking: async () => undefined },
  };
  return failureReason(
    ports,
    { deploymentId: id(8), operationId: id(9) },
    { Error: 'OutOfProvidersError', Cause: '' },
    tried,
  );
};
