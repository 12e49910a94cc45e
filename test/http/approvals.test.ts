import { describe, expect, it } from 'vitest';
import type { Approval } from '../../src/domain/approvals/approval.ts';
import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import { call, type Sent } from './requests.ts';
import { id, sampleApproval, sampleDeployment } from './samples.ts';
import { serviceForTests } from './service.ts';
import { approvals } from './under-test.ts';

const test = serviceForTests();
let next = 500;

/** Olga's deployment for no group, whose operation waits. */
const waiting = async (changes: Partial<Approval> = {}, more: Partial<Deployment> = {}) => {
  next += 1;
  const deployment = sampleDeployment({ id: id(next), status: 'CREATE_IN_PROGRESS', ...more });
  await test.service.deployments.accept(deployment);
  await test.service.deployments.awaitApproval(deployment, { ...sampleApproval, ...changes });
  return deployment;
};

const asking = (as: Sent['as'], deployment: Deployment, sent: Sent = {}) =>
  call(approvals.get(test.service as never), { as, path: { deployment_id: deployment.id }, ...sent });

const deciding = (as: Sent['as'], deployment: Deployment, decision: string, sent: Sent = {}) =>
  call(approvals.decide(test.service as never), {
    ...{ as, method: 'POST', path: { deployment_id: deployment.id } },
    body: { decision, digest: sampleApproval.digest },
    ...sent,
  });

const listed = async (as: Sent['as']) => {
  const { json } = await call(approvals.list(test.service as never), { as });
  return (json['approvals'] as readonly { deployment: { uuid: string } }[]).map(({ deployment }) => deployment.uuid);
};

describe('GET /approvals', () => {
  it('lists for who may approve, who has asked, and administrators, and for nobody else', async () => {
    const { id: uuid } = await waiting();
    for (const as of ['mia', 'olga', 'ada'] as const) expect(await listed(as), as).toContain(uuid);
    for (const as of ['otto', 'lone', 'namesake'] as const) expect(await listed(as), as).not.toContain(uuid);
  });

  it('lists no more what was decided, or is gone', async () => {
    const [decided, gone] = [await waiting(), await waiting()];
    await deciding('mia', decided, 'approve');
    await test.service.deployments.remove(gone.id, gone.operation.id);
    const left = await listed('mia');
    expect(left).not.toContain(decided.id);
    expect(left).not.toContain(gone.id);
  });

  it('tells a group of another issuer nothing', async () => {
    const { id: uuid } = await waiting({
      rules: [{ rule: 'r', message: 'm', approvers: ['physics@https://elsewhere.example'] }],
    });
    expect(await listed('mia')).not.toContain(uuid);
    expect(await listed('olga')).toContain(uuid);
  });
});

describe('GET /approvals/{deployment_id}', () => {
  it('shows the plan to an approver who may see nothing else of the deployment', async () => {
    const deployment = await waiting();
    const person = { issuer: 'i', subject: 's' };
    const node = {
      name: 'web',
      type: 't',
      types: [],
      kind: 'compute',
      count: 1,
      change: 'added',
      public: false,
      ports: [],
    };
    const plan = {
      ...{ operation: 'create', user: person, owner: person, group: '', name: '', labels: {}, provider: {} },
      nodes: [{ ...node, properties: { password: '********' } }],
      ...{ removed: [], changes: [], total: { instances: 1 }, cost: {} },
    };
    await test.service.files.putPlans(deployment.id, deployment.operation.id, [plan as never]);
    const { status, json } = await asking('mia', deployment);
    expect({ status, json }).toMatchObject({ status: 200, json: { state: 'waiting', plans: [plan] } });
    expect(Object.keys(json)).not.toContain('key');
    for (const as of ['otto', 'lone', 'namesake'] as const) expect((await asking(as, deployment)).status, as).toBe(404);
  });

  it('is 404 where nothing was asked', async () => {
    next += 1;
    const deployment = sampleDeployment({ id: id(next) });
    await test.service.deployments.accept(deployment);
    expect((await asking('ada', deployment)).status).toBe(404);
  });
});

describe('POST /approvals/{deployment_id}', () => {
  /** how often a workflow is started meanwhile */
  const startedBy = async (run: () => Promise<unknown>) => {
    const before = test.service.asked.length;
    await run();
    return test.service.asked.slice(before).filter((one) => one.startsWith('start')).length;
  };

  it('starts the operation once, though sixteen approve at the same time', async () => {
    const deployment = await waiting();
    const outcomes: { readonly status: number }[] = [];
    const all = () =>
      Promise.all(Array.from({ length: 16 }, async () => outcomes.push(await deciding('mia', deployment, 'approve'))));
    expect(await startedBy(all)).toBeGreaterThan(0); // all starts are of one execution
    expect(outcomes.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(outcomes.some(({ status }) => status === 200)).toBe(true);
    const after = await test.service.deployments.find(deployment.id);
    expect(after?.operation).toMatchObject({ approval: { state: 'approved', rounds: 1 }, interrupted: { times: 1 } });
    expect(after?.operation.approval?.grants).toHaveLength(1);
  });

  it('has one outcome when one approves while another refuses', async () => {
    const deployment = await waiting();
    const outcomes = await Promise.all([deciding('mia', deployment, 'approve'), deciding('ada', deployment, 'refuse')]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('is refused to who has asked, to who is in none of the groups, and of another plan', async () => {
    const deployment = await waiting(
      { rules: [{ rule: 'r', message: 'm', approvers: ['security'] }] },
      { userGroup: 'physics' },
    );
    expect((await deciding('olga', deployment, 'approve')).status).toBe(403);
    expect((await deciding('mia', deployment, 'approve')).status).toBe(403);
    expect((await deciding('mia', deployment, 'refuse')).status).toBe(403);
    expect((await deciding('otto', deployment, 'approve')).status).toBe(404);
    const other = { decision: 'approve', digest: 'e'.repeat(43) };
    expect((await deciding('ada', deployment, 'approve', { body: other })).status).toBe(409);
    expect((await test.service.deployments.find(deployment.id))?.operation.approval?.state).toBe('waiting');
  });

  it('does nothing for a dry run', async () => {
    const deployment = await waiting();
    const dry = async () => {
      const { status, json } = await deciding('mia', deployment, 'approve', { query: { dryRun: 'true' } });
      expect({ status, json }).toMatchObject({ status: 200, json: { state: 'waiting' } });
    };
    expect(await startedBy(dry)).toBe(0);
  });

  it('comes too late once the deployment is being deleted', async () => {
    const deployment = await waiting();
    const seen = (await test.service.deployments.find(deployment.id)) as Deployment;
    const operation = { id: 'deletion', kind: 'DELETE', acceptedAt: seen.updatedAt } as const;
    await test.service.deployments.supersede(seen, { ...seen, status: 'DELETE_IN_PROGRESS', operation });
    expect((await deciding('mia', deployment, 'approve')).status).toBe(404);
  });
});
