import { expect, it } from 'vitest';
import { planOfRepair, refusalOfRepair } from '../../../src/domain/deployments/accepting/repair.ts';
import { allGone } from '../../../src/domain/drift/all-gone.ts';
import { withoutMachine } from '../../../src/domain/repair/without-machine.ts';
import { NotFoundError } from '../../../src/foundation/errors.ts';
import { computeResource } from '../resources/compute-resource.ts';
import { standing } from './drift-world.ts';

const web = computeResource('a', 'web', { state: 'STARTED' });

it('promises no repair of an infrastructure that is gone as a whole, which the repair itself would refuse', async () => {
  const gone = new NotFoundError('no such infrastructure');
  const one = await standing();
  one.listed.ids = [];
  await one.checks(gone, gone);
  await one.runs(160);
  const { items } = await planOfRepair(one.ports, await one.deployment(), {});
  expect(items.map(({ how, why }) => [how, why])).toEqual(
    Array.from({ length: 2 }, () => ['left', expect.stringContaining('deploy its template anew')]),
  );
  expect(refusalOfRepair(items)).toContain('its whole infrastructure is gone');
});

it('finds it gone where it has no machine, and where its machines are known to be gone', () => {
  const type = 'toscanini.nodes.aws.Bucket';
  const bucket = computeResource('b', 'data', { state: 'STARTED', toscaNodeType: type, toscaTypes: [type] });
  const whole = { is: 'missing', isWhole: true, why: 'its whole infrastructure is gone' };
  expect(allGone([web, bucket], 'inf')).toEqual([{ ...whole, node: 'web', resource: 'a' }]);
  expect(allGone([bucket], 'inf')).toEqual([{ ...whole, node: 'inf', part: 'inf' }]);
});

it('waits for a check after a repair that has left no machine at all, and says nothing twice', () => {
  const other = { ...web, id: 'b', physicalId: '1' };
  const missing = { node: 'web', resource: 'a', is: 'missing', why: 'it has no machine any more' } as const;
  expect(withoutMachine([web, other], [], false)).toEqual([missing]);
  expect(withoutMachine([web], [], false)).toEqual([]);
  expect(withoutMachine([web], [], true)).toEqual([missing]);
  expect(withoutMachine([web], [{ ...missing, isWhole: true }], true)).toEqual([]);
});
