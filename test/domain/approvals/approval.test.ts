import { describe, expect, it } from 'vitest';
import { policiesOf } from '../../../src/adapters/policies/policies.ts';
import { decideApproval, requireDecidable } from '../../../src/domain/deployments/accepting/decide-approval.ts';
import { dryRunCreation } from '../../../src/domain/deployments/accepting/dry-run-template.ts';
import { approvedDigest } from '../../../src/domain/deployments/attempting/approved-digest.ts';
import { rankProviders } from '../../../src/domain/deployments/attempting/rank-providers.ts';
import { settleOperation } from '../../../src/domain/deployments/finishing/settle-operation.ts';
import type { Deployment } from '../../../src/domain/deployments/record/deployment.ts';
import type { Execution } from '../../../src/domain/deployments/record/ports.ts';
import { type PastPause, type Pause, pausedSince } from '../../../src/domain/operators/pause.ts';
import type { PolicyRule } from '../../../src/domain/policies/rule.ts';
import type { Caller } from '../../../src/foundation/caller.ts';
import { noChecks } from '../../support/no-checks.ts';
import { noMoving } from '../../support/no-moving.ts';
import { attempting } from '../deployments/attempting/attempting.ts';
import { nodes, updating } from '../deployments/updating/updating.ts';
import { limits, template } from '../deployments/world.ts';

const issuer = 'https://issuer.example';
const person = (subject: string, groups: readonly string[] = [], more: Partial<Caller> = {}): Caller =>
  ({ issuer, subject, groups, isAdministrator: false, ...more }) as Caller;
const lead = person('lead', ['leads']);
const author = person('user', ['leads', 'security']);

const large: PolicyRule = {
  ...{ id: 'large', effect: 'approval', when: 'total.instances > 1', message: 'more than one machine' },
  approvers: ['leads'],
};
const open: PolicyRule = { ...large, id: 'open', message: 'it is open', approvers: ['security@https://other.example'] };

const waiting = async (rules: readonly PolicyRule[] = [large], more: object = {}) => {
  const one = await attempting({ timeoutMins: 60 });
  const ports = { ...one.world, ...noChecks, ...noMoving, resumptions: 0, policies: { ...policiesOf(rules), ...more } };
  const rank = () => rankProviders(ports)(one.ref);
  const now = async () => (await one.now()) as Deployment;
  return {
    ...{ ...one, ports, rank, now },
    approval: async () => (await now()).operation.approval,
    decide: async (caller: Caller, decision: 'approve' | 'refuse' = 'approve', comment?: string) => {
      const deployment = await now();
      const digest = deployment.operation.approval?.digest ?? '';
      return decideApproval(ports, deployment, caller, { decision, digest, comment });
    },
    settle: async (execution: Execution) => settleOperation(ports, await now(), execution),
    told: (kind: string) => one.world.events.filter((event) => event.kind === kind),
  };
};

describe('an operation whose plan needs an approval', () => {
  it('waits as a task, before anything is sent, and says so once', async () => {
    const one = await waiting();
    for (let run = 1; run <= 2; run += 1)
      await expect(one.rank()).rejects.toMatchObject({ name: 'ApprovalNeededError' });
    expect(await one.now()).toMatchObject({ status: 'CREATE_IN_PROGRESS', task: 'APPROVAL' });
    expect(one.told('APPROVAL_NEEDED')).toHaveLength(1);
    expect(one.told('APPROVAL_NEEDED')[0]?.message).toMatch(/large \(leads\): more than one machine/);
    expect(one.world.clouds.made).toHaveLength(0);
    expect(await one.attempt()).toBeUndefined();
  });

  it('goes on once somebody of the group has approved, and its time stood still', async () => {
    const one = await waiting();
    const deadline = Date.parse((await one.now()).operation.deadline ?? '');
    await expect(one.rank()).rejects.toThrow();
    one.world.clock.advance(7200);
    await one.decide(lead, 'approve', 'for the talk');
    const { operation } = await one.now();
    expect(operation.interrupted).toMatchObject({ times: 1 });
    expect(Date.parse(operation.deadline ?? '')).toBe(deadline + 7_200_000);
    expect(one.told('APPROVED')[0]).toMatchObject({ message: 'lead has approved for large: for the talk' });
    expect((await one.rank()).candidates).toHaveLength(2);
    expect(await one.now()).toMatchObject({ task: 'BROKERING' });
  });

  it('ends with the comment of who refuses', async () => {
    const one = await waiting();
    await expect(one.rank()).rejects.toThrow();
    await one.decide(lead, 'refuse', 'too large');
    await expect(one.rank()).rejects.toMatchObject({
      ...{ name: 'ForbiddenError', message: 'lead has refused the plan: too large' },
    });
    await expect(one.decide(lead)).rejects.toMatchObject({ name: 'ConflictError' });
  });

  it('asks again when template or inputs are not those that were approved', async () => {
    const one = await waiting();
    await expect(one.rank()).rejects.toThrow();
    await one.decide(lead);
    const { id, templateOf } = await one.now();
    await one.world.files.putTemplate(id, templateOf, template.replace('web:', 'other:'));
    one.world.clock.advance(1);
    await expect(one.rank()).rejects.toMatchObject({ name: 'ApprovalNeededError' });
    expect(await one.approval()).toMatchObject({ state: 'waiting', grants: [], rounds: 1 });
    await one.decide(lead);
    expect((await one.now()).operation.interrupted).toMatchObject({ times: 2 });
    expect((await one.rank()).candidates).toHaveLength(2);
  });

  it('asks again when it has become dearer by more than is set, and not by less', async () => {
    let hourly = 1;
    const creationPreviewOf = () => async () => ({
      ...{ resources: [], unpriced: new Set<string>() },
      cost: {
        ...{ currency: 'USD', hourly, monthly: hourly * 730, pricesOf: 'x', region: 'r' },
        items: [],
        leftOut: [],
      },
    });
    const one = await waiting([large], { approvals: { expireHours: 1, dearerPercent: 10 } });
    const rank = () => rankProviders({ ...one.ports, creationPreviewOf } as never)(one.ref);
    await expect(rank()).rejects.toThrow();
    expect(await one.approval()).toMatchObject({ hourly: 1 });
    await one.decide(lead);
    hourly = 1.2;
    await expect(rank()).rejects.toMatchObject({ name: 'ApprovalNeededError' });
    await one.decide(lead);
    hourly = 1.3;
    expect((await rank()).candidates).toHaveLength(2);
  });

  it('needs one of the groups of each rule, at their issuer', async () => {
    const one = await waiting([large, open]);
    await expect(one.rank()).rejects.toThrow();
    await expect(one.decide(person('stranger', ['security']))).rejects.toMatchObject({ name: 'ForbiddenError' });
    await expect(one.decide(author)).rejects.toThrow(/somebody else/);
    expect((await one.decide(lead)).operation.approval?.state).toBe('waiting');
    expect((await one.now()).operation.interrupted).toBeUndefined();
    await one.decide(lead); // a repeat
    expect((await one.approval())?.grants).toHaveLength(1);
    await one.decide(person('guard', ['security'], { issuer: 'https://other.example' }));
    expect((await one.rank()).candidates).toHaveLength(2);
  });

  it('is decided about only as it was read', async () => {
    const one = await waiting();
    await expect(one.rank()).rejects.toThrow();
    const request = { decision: 'approve', digest: 'x'.repeat(43) } as const;
    await expect(decideApproval(one.ports, await one.now(), lead, request)).rejects.toMatchObject({
      name: 'ConflictError',
    });
  });

  it('can be taken back by who asked for it', async () => {
    const one = await waiting();
    await expect(one.rank()).rejects.toThrow();
    expect((await one.decide(author, 'refuse')).operation.approval?.state).toBe('refused');
  });

  it('is told of, and fails when its time is over, by the sweep', async () => {
    const one = await waiting([large], { approvals: { expireHours: 2, dearerPercent: 10 } });
    await expect(one.rank()).rejects.toThrow();
    for (let look = 1; look <= 2; look += 1) expect(await one.settle({ state: 'SUCCEEDED' })).toBe('waiting');
    expect(one.told('APPROVAL_NEEDED')).toHaveLength(1);
    expect(new Set(one.world.notified)).toHaveLength(1);
    one.world.clock.advance(7201);
    await expect(one.decide(lead)).rejects.toThrow(/was over/);
    expect(await one.settle({ state: 'SUCCEEDED' })).toBe('ended');
    expect(await one.now()).toMatchObject({ status: 'CREATE_FAILED', statusReason: expect.stringContaining('nobody') });
  });

  it('has as much time as before once a pause of the installation is over, in which nobody could approve', async () => {
    const one = await waiting([large], { approvals: { expireHours: 2, dearerPercent: 10 } });
    await expect(one.rank()).rejects.toThrow();
    const at = () => one.world.clock.now().toISOString();
    const by = { issuer, subject: 'ada' };
    let current: Pause | undefined;
    const past: PastPause[] = [];
    Object.assign(one.ports, { pauses: { current: async () => current, past: async () => past } });
    one.world.clock.advance(3600);
    current = { since: at(), by, reason: 'r' };
    one.world.clock.advance(36_000);
    expect(await one.settle({ state: 'SUCCEEDED' })).toBe('waiting');
    past.push({ since: current.since, until: at() });
    current = undefined;
    one.world.clock.advance(3_500);
    expect(await one.settle({ state: 'SUCCEEDED' })).toBe('waiting');
    const { digest = '' } = (await one.approval()) ?? {};
    await requireDecidable(one.ports, await one.now(), lead, { decision: 'approve', digest });
    one.world.clock.advance(101);
    await expect(one.decide(lead)).rejects.toThrow(/was over/);
    expect(await one.settle({ state: 'SUCCEEDED' })).toBe('ended');
  });

  it('counts of a pause only what is after the operation began to wait, and a pause that ends meanwhile once', async () => {
    const current = { since: '2026-11-20T10:00:00.000Z', by: { issuer, subject: 'ada' }, reason: 'r' };
    const past = [
      { since: '2026-11-20T01:00:00.000Z', until: '2026-11-20T03:00:00.000Z' },
      { since: '2026-11-20T10:00:00.000Z', until: '2026-11-20T11:00:00.000Z' },
    ];
    const pauses = { current: async () => current, past: async () => past };
    const now = new Date('2026-11-20T12:00:00.000Z');
    expect(await pausedSince({ pauses }, '2026-11-20T02:00:00.000Z', now)).toBe(2 * 3_600_000);
    expect(await pausedSince({}, '2026-11-20T02:00:00.000Z', now)).toBe(0);
  });

  it('is started by the sweep when the process that noted the decision has died', async () => {
    const one = await waiting();
    await expect(one.rank()).rejects.toThrow();
    const dying = { ...one.ports.workflows, startOperation: () => Promise.reject(new Error('died')) };
    const { digest = '' } = (await one.approval()) ?? {};
    const request = { decision: 'approve', digest } as const;
    await expect(decideApproval({ ...one.ports, workflows: dying }, await one.now(), lead, request)).rejects.toThrow(
      'died',
    );
    expect(await one.settle({ state: 'UNKNOWN' })).toBe('resumed');
    expect(one.told('INTERRUPTED')).toEqual([]);
    expect((await one.rank()).candidates).toHaveLength(2);
  });

  it('can be resumed after interruptions as often as without an approval', async () => {
    const one = await waiting();
    await expect(one.rank()).rejects.toThrow();
    await one.decide(lead);
    const ports = { ...one.ports, resumptions: 1 };
    expect(await settleOperation(ports, await one.now(), { state: 'FAILED' })).toBe('resumed');
    expect(await settleOperation(ports, await one.now(), { state: 'FAILED' })).toBe('ended');
  });

  it('is shown by a dry run, and not refused', async () => {
    const one = await waiting();
    const owner = { issuer, subject: 'user' };
    const { candidates, notes, violations } = await dryRunCreation(one.ports, {
      template,
      parameters: {},
      limits,
      owner,
    });
    expect(candidates).toHaveLength(2);
    expect(notes.join()).toContain('policy large needs an approval by leads: more than one machine');
    expect(violations?.[0]).toMatchObject({ effect: 'approval', approvers: ['leads'] });
  });

  it('does not wait where no rule asks', async () => {
    const one = await waiting([{ ...large, when: 'total.instances > 100' }]);
    expect((await one.rank()).candidates).toHaveLength(2);
  });
});

describe('an update that needs an approval', () => {
  it('waits before its attempt begins, and what takes a failed one back does not wait', async () => {
    const one = await updating(nodes('web', 'db', 'more'));
    const policies = policiesOf([large]);
    const ports = { ...one.world, ...noChecks, ...noMoving, policies };
    const { beginUpdate } = await import('../../../src/domain/deployments/updating/begin-update.ts');
    const { id } = one.deployment;
    const input = { deploymentId: id, operationId: one.operationId };
    const before = await one.attempt();
    await expect(beginUpdate(ports)(input)).rejects.toMatchObject({ name: 'ApprovalNeededError' });
    expect(await one.attempt()).toEqual(before);
    const deployment = (await one.now()) as Deployment;
    expect(deployment).toMatchObject({ status: 'UPDATE_IN_PROGRESS', task: 'APPROVAL' });
    const digest = deployment.operation.approval?.digest ?? '';
    await decideApproval(ports, deployment, lead, { decision: 'approve', digest });
    await beginUpdate(ports)(input);
    expect(await one.now()).toMatchObject({ task: 'DEPLOYER' });
  });
});

describe('the digest of a plan', () => {
  const plan = {
    ...{ operation: 'create', provider: { id: 'a' }, removed: [], changes: [] },
    nodes: [{ name: 'n', size: 's', image: 'i', hourly: 1, properties: {}, change: 'added' }],
  };
  const about = { template: 't', inputs: { password: 'x', size: 2 }, nodes: [{ a: 1, b: 2 }], plans: [plan] };
  const digest = (more: object = {}, key = 'key') => approvedDigest(key, { ...about, ...more } as never);

  it('is that of the same plan, in any order of members, at any price and with any image', () => {
    const node = { ...plan.nodes[0], image: 'other', hourly: 2 };
    expect(digest({ inputs: { size: 2, password: 'x' }, nodes: [{ b: 2, a: 1 }] })).toBe(digest());
    expect(digest({ plans: [{ ...plan, nodes: [node] }] })).toBe(digest());
  });

  it.each([
    ['template', { template: 'u' }],
    ['an input', { inputs: { password: 'y', size: 2 } }],
    ['an import', { nodes: [{ a: 2, b: 2 }] }],
    ['a provider', { plans: [{ ...plan, provider: { id: 'b' } }] }],
    ['the order of providers', { plans: [plan, { ...plan, provider: { id: 'b' } }] }],
    ['a size', { plans: [{ ...plan, nodes: [{ ...plan.nodes[0], size: 'l' }] }] }],
    ['a replacement', { plans: [{ ...plan, nodes: [{ ...plan.nodes[0], change: 'replaced' }] }] }],
  ])('is another one for another %s', (_, more) => {
    expect(digest(more)).not.toBe(digest());
  });

  it('tells nothing without its key', () => {
    expect(digest({}, 'other')).not.toBe(digest());
  });
});
