import { beforeAll, describe, expect, it } from 'vitest';
import type { Attempt } from '../../src/domain/deployments/record/attempt.ts';
import { call, type Name } from './requests.ts';
import { id, sampleDeployment, sampleResource } from './samples.ts';
import { serviceForTests } from './service.ts';
import { attempts, resource } from './under-test.ts';

const test = serviceForTests();
const instant = '2026-11-20T15:33:12.345Z';
const reason = 'the machine failed\ncontextualization message:\npassword: s3cret';

const tried = (number: number, more: Partial<Attempt>): Attempt => ({
  ...{ deploymentId: id(1), operationId: sampleDeployment().operation.id, number, providerId: 'first' },
  ...{ state: 'SUBMITTING', startedAt: instant, deadline: instant, last: false, logged: {} },
  ...more,
});

beforeAll(async () => {
  const stands = { providerId: 'second', infrastructureId: 'inf-2' };
  await test.service.deployments.accept(sampleDeployment({ ...stands, userGroup: 'physics' }));
  await test.service.attempts.findOrCreate(tried(1, { state: 'DESTROYED', infrastructureId: 'inf-1', reason }));
  await test.service.attempts.findOrCreate(tried(2, { ...stands, state: 'COMPLETE', said: 'configured', last: true }));
  await test.service.resources.put([
    sampleResource({ metadata: { VirtualMachineInfo: '{"vmProperties":[{"class":"system","state":"configured"}]}' } }),
    sampleResource({ id: id(101), metadata: {} }),
  ]);
});

const ask = (as: Name, query: Record<string, string> = {}) =>
  call(attempts(test.service), { as, path: { deployment_id: id(1) }, query });

describe('GET /deployments/{deployment_id}/attempts', () => {
  it('says which providers were tried, what became of each, and why, newest first', async () => {
    const { json } = await ask('olga');
    expect(json.content).toEqual([
      {
        ...{ number: 2, operation: sampleDeployment().operation.id, cloudProviderName: 'second', physicalId: 'inf-2' },
        ...{ state: 'COMPLETE', providerState: 'configured', startedAt: instant, deadline: instant },
      },
      expect.objectContaining({ number: 1, cloudProviderName: 'first', state: 'DESTROYED', reason }),
    ]);
  });

  it('tells the group the reason without what it quotes of the provider’s log', async () => {
    const { json } = await ask('mia', { sort: 'createdAt,asc', size: '1' });
    expect(json.content).toMatchObject([{ number: 1, reason: expect.stringMatching(/^the machine failed\nthe rest/) }]);
    expect(json['page']).toMatchObject({ totalElements: 2, totalPages: 2 });
    expect(JSON.stringify(json)).not.toContain('s3cret');
  });

  it('goes on behind the attempt that was shown last', async () => {
    const { json } = await ask('olga', { size: '1' });
    const next = json.links.find(({ rel }) => rel === 'next')?.href ?? '';
    const rest = await ask('olga', Object.fromEntries(new URL(next).searchParams));
    expect(new URL(next).searchParams.has('cursor')).toBe(true);
    expect(rest.json.content).toMatchObject([{ number: 1 }]);
    expect(rest.json.links.map(({ rel }) => rel)).not.toContain('next');
  });

  it('is not found by others', async () => {
    expect((await ask('otto')).status).toBe(404);
  });
});

describe('a resource', () => {
  it.each([
    [100, { InfrastructureId: 'inf-2', CloudProviderName: 'second', VirtualMachineState: 'configured' }],
    [101, { InfrastructureId: 'inf-2', CloudProviderName: 'second' }],
  ])('tells where it stands, without the log: %i', async (n, place) => {
    const path = { deployment_id: id(1), resource_id: id(n) };
    const { json } = await call(resource(test.service), { as: 'mia', path });
    const { VirtualMachineInfo: _, ...metadata } = json['metadata'] as Record<string, string>;
    expect(metadata).toEqual(place);
  });
});
