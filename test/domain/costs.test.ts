import { describe, expect, it } from 'vitest';
import { estimateOf } from '../../src/domain/cloudformation/offers/estimate.ts';
import { costSums } from '../../src/domain/costs/cost-sums.ts';
import { costLine, hourlyNow } from '../../src/domain/costs/estimated-cost.ts';
import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import type { NodeState } from '../../src/domain/resources/resource.ts';
import type { PageRequest } from '../../src/foundation/page.ts';
import { sampleDeployment } from '../http/samples.ts';

const machine = (node: string) => ({
  Type: 'AWS::EC2::Instance',
  Metadata: { toscanini: { node } },
  Properties: {
    InstanceType: 't3.small',
    BlockDeviceMappings: [{ DeviceName: '/dev/xvda', Ebs: { VolumeSize: 20, VolumeType: 'gp3' } }],
  },
});

describe('what a machine costs that is stopped', () => {
  const estimate = estimateOf({ WebA: machine('web'), WebB: machine('web'), Db: machine('db') }, 'us-east-1');
  const web = (...states: readonly NodeState[]) => states.map((state) => ({ toscaNodeName: 'web', state }));

  it('is its disk: neither its size nor its address', () => {
    expect(hourlyNow(estimate, web('STARTED', 'STARTED'))).toBe(estimate.hourly);
    const disk = (20 * 0.08) / 730;
    const one = estimate.hourly / 3;
    const nodes = estimate.items.map(({ node }) => node);
    // without its node's name nothing says which machine it is
    expect(nodes).toContain('web');
    expect(hourlyNow(estimate, web('STOPPED', 'STARTED'))).toBeCloseTo(2 * one + disk, 3);
    expect(hourlyNow(estimate, web('STOPPED', 'STOPPED'))).toBeCloseTo(one + 2 * disk, 3);
  });

  it('says of a part without a price that the sum is without it', () => {
    expect(costLine({ ...estimate, unpriced: [] })).toEqual({ hourly: estimate.hourly, monthly: estimate.monthly });
    expect(costLine({ ...estimate, unpriced: ['db'] })).toMatchObject({ isPartial: true });
  });
});

describe('what a group costs', () => {
  const standing = (id: string, more: Partial<Deployment>) =>
    sampleDeployment({ id, infrastructureId: 'i', providerId: 'aws', ...more });
  const cost = { hourly: 0.1, monthly: 73 };
  const all = [
    standing('a', { cost, userGroup: 'physics' }),
    standing('b', { cost: { ...cost, isPartial: true }, userGroup: 'physics' }),
    standing('c', { userGroup: 'biology' }),
    sampleDeployment({ id: 'd', status: 'CREATE_FAILED', userGroup: 'biology' }),
    standing('e', { cost, userGroup: 'chemistry' }),
  ];
  /** pages of two */
  const listing = {
    list: async (_: unknown, { cursor = '0' }: PageRequest) => {
      const at = Number(cursor);
      const content = all.slice(at, at + 2);
      return { content, totalElements: all.length, ...(at + 2 < all.length && { cursor: `${at + 2}` }) };
    },
  };
  const scope = { of: 'all' } as const;

  it('is the sum over all pages of what stands, the dearest first, each deployment once', async () => {
    const { groups, isCut } = await costSums(listing, [scope, scope], () => true);
    expect(isCut).toBe(false);
    expect(groups).toMatchObject([
      { group: 'physics', deployments: 2, hourly: 0.2, monthly: 146, unpriced: 0, isPartial: true },
      { group: 'chemistry', deployments: 1, hourly: 0.1, unpriced: 0 },
      { group: 'biology', deployments: 1, hourly: 0, unpriced: 1, isPartial: true },
    ]);
    expect(groups[1]).not.toHaveProperty('isPartial');
  });

  it('leaves out what the caller may not see', async () => {
    const { groups } = await costSums(listing, [scope], ({ userGroup }) => userGroup === 'chemistry');
    expect(groups.map(({ group }) => group)).toEqual(['chemistry']);
  });

  it('is incomplete after 5,000 records, though the caller may see none of them', async () => {
    let pages = 0;
    const endless = {
      list: async (_: unknown, { size }: PageRequest) => {
        pages += 1;
        if (pages > 20) throw new Error('read without end');
        return { content: Array<Deployment>(size).fill(standing('f', {})), totalElements: 1_000_000, cursor: 'more' };
      },
    };
    expect(await costSums(endless, [scope], () => false)).toEqual({ groups: [], isCut: true });
    expect(pages).toBe(10);
  });
});
