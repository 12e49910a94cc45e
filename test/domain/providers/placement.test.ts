import { describe, expect, it } from 'vitest';
import { placementsOf } from '../../../src/domain/providers/placement.ts';
import { policy } from './asking.ts';

describe('placementsOf', () => {
  it('has what each placement policy asks for', () => {
    const sla = policy({ sla_id: 's', region: 'north' });
    const cloud = { ...policy({ cloud_id: 'c' }, 'tosca.policies.indigo.Placement'), targets: ['web'] };
    expect(placementsOf({ policies: [sla, cloud] })).toStrictEqual([
      { policy: sla.name, targets: [], sla: 's', region: 'north' },
      { policy: cloud.name, targets: ['web'], cloud: 'c' },
    ]);
  });

  it('leaves out policies of other kinds', () => {
    const scaling = { ...policy({ sla_id: 's' }), types: ['tosca.policies.Scaling', 'tosca.policies.Root'] };
    expect(placementsOf({ policies: [scaling] })).toEqual([]);
  });

  it.each([[''], [7], [null], [{ get_attribute: ['web', 'region'] }]])(
    'takes %j for no value: a policy may leave a property open',
    (value) => {
      const open = { ...policy({ sla_id: value }), name: 'open' };
      expect(placementsOf({ policies: [open] })).toStrictEqual([{ policy: 'open', targets: [] }]);
    },
  );
});
