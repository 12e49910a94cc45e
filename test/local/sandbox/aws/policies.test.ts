import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, bucket, line, machine, startBench, template } from './bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
beforeEach(async () => void (await bench.control('DELETE')));
afterAll(() => bench.stop());

const held = async (): Promise<readonly string[]> => (await bench.things()).map(({ logicalId }) => logicalId).sort();

const retained = (DeletionPolicy: string) => ({ ...bucket, DeletionPolicy });
const bad = (...DependsOn: string[]) => ({ ...machine({ InstanceType: 'x9.huge' }), DependsOn });

describe('what stays when a stack goes on without it', () => {
  it('is a resource with DeletionPolicy Retain', async () => {
    const { StackId = '' } = await bench.create(
      'one',
      template({ A: retained('Retain'), B: retained('Retain'), C: bucket }),
    );
    bench.pass(600);
    await bench.update('one', template({ A: retained('Retain'), C: bucket }));
    bench.pass(600);
    expect(await held()).toEqual(['A', 'B', 'C']);
    expect((await bench.events(StackId)).map(line)).toContain('B DELETE_SKIPPED');
    await bench.cloudFormation.deleteStack({ StackName: 'one' });
    bench.pass(600);
    expect((await bench.stack(StackId)).StackStatus).toBe('DELETE_COMPLETE');
    expect(await held()).toEqual(['A', 'B']);
  });

  it('is not one with RetainExceptOnCreate, when the creation is undone', async () => {
    await bench.create(
      'one',
      template({ A: retained('Retain'), B: retained('RetainExceptOnCreate'), Bad: bad('A', 'B') }),
    );
    bench.pass(600);
    expect((await bench.stack('one')).StackStatus).toBe('ROLLBACK_COMPLETE');
    expect(await held()).toEqual(['A']);
  });

  it('is the old thing of a replaced resource with UpdateReplacePolicy Retain', async () => {
    const group = (GroupDescription: string) => ({
      Type: 'AWS::EC2::SecurityGroup',
      Properties: { GroupDescription },
      UpdateReplacePolicy: 'Retain',
    });
    await bench.create('one', template({ A: group('x') }));
    bench.pass(600);
    await bench.update('one', template({ A: group('y') }));
    bench.pass(600);
    expect(await held()).toEqual(['A', 'A']);
  });
});

describe('tags of a stack', () => {
  const tagsOf = async () => {
    const { Reservations: [one] = [] } = await bench.ec2.describeInstances({});
    return one?.Instances?.[0]?.Tags?.find(({ Key }) => Key === 'stage')?.Value;
  };

  it('reach its resources, change with it, and come back when the change is undone', async () => {
    const design = template({ Web: machine() });
    await bench.create('one', design, { Tags: [{ Key: 'stage', Value: 'test' }] });
    bench.pass(600);
    expect(await tagsOf()).toBe('test');
    await bench.update('one', design, { Tags: [{ Key: 'stage', Value: 'live' }] });
    bench.pass(600);
    expect(await tagsOf()).toBe('live');
    await bench.update('one', template({ Web: machine(), Bad: bad('Web') }), {
      Tags: [{ Key: 'stage', Value: 'lost' }],
    });
    bench.pass(600);
    expect((await bench.stack('one')).StackStatus).toBe('UPDATE_ROLLBACK_COMPLETE');
    expect(await tagsOf()).toBe('live');
    expect((await bench.stack('one')).Tags).toEqual([{ Key: 'stage', Value: 'live' }]);
  });
});
