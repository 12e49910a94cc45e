import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { services } from '../../../../local/sandbox/aws/calls/actions.ts';
import { advance } from '../../../../local/sandbox/aws/engine/advance.ts';
import type { Stack } from '../../../../local/sandbox/aws/engine/stack.ts';
import type { Bag } from '../../../../local/sandbox/aws/protocol/json.ts';
import { AwsRefusal } from '../../../../local/sandbox/aws/protocol/refusal.ts';
import { accounts, World } from '../../../../local/sandbox/aws/world/world.ts';

const names = ['A', 'B', 'C', 'D', 'E'] as const;

/** A resource needs only those before it, so that there is no circle. */
const resource = (index: number) =>
  fc.record({
    kind: fc.constantFrom('bucket', 'group', 'address', 'none'),
    variant: fc.constantFrom('x', 'y'),
    needs: fc.subarray(names.slice(0, index)),
  });
const design = fc.tuple(...names.map((_name, index) => resource(index))).map((all) => templateOf(all));

type Resource = typeof resource extends (index: number) => fc.Arbitrary<infer One> ? One : never;

const bodyOf = ({ kind, variant }: Resource): object => {
  // a group is replaced when its description changes; a bucket and an address change in place
  if (kind === 'group') return { Type: 'AWS::EC2::SecurityGroup', Properties: { GroupDescription: variant } };
  const Tags = [{ Key: 'variant', Value: variant }];
  return { Type: kind === 'bucket' ? 'AWS::S3::Bucket' : 'AWS::EC2::EIP', Properties: { Tags } };
};

/** The kind is a part of the name, because a logical id keeps its type. */
function templateOf(all: readonly Resource[]): string {
  const nameOf = (index: number): string => `${names[index]}${all[index]?.kind}`;
  const there = (name: string): boolean => all[names.indexOf(name as (typeof names)[number])]?.kind !== 'none';
  const entries = all.flatMap((one, index) => {
    if (one.kind === 'none') return [];
    const DependsOn = one.needs.filter(there).map((name) => nameOf(names.indexOf(name)));
    return [[nameOf(index), { ...bodyOf(one), ...(DependsOn.length > 0 && { DependsOn }) }]];
  });
  return JSON.stringify({ Resources: { ...Object.fromEntries(entries), Z: { Type: 'AWS::S3::Bucket' } } });
}

const step = fc.oneof(
  fc.record({ do: fc.constant('create' as const), design, mode: fc.constantFrom('DO_NOTHING', 'ROLLBACK', 'DELETE') }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('update' as const), design }) },
  fc.record({ do: fc.constantFrom('cancel', 'continue', 'delete', 'force') }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pass' as const), seconds: fc.constantFrom(1, 5, 15, 60) }) },
  fc.record({
    do: fc.constant('fault' as const),
    resource: fc.constantFrom('fail' as const, 'quota' as const, 'block-deletion' as const, 'slow' as const),
    skip: fc.nat(4),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

type Asked = Exclude<Step, { do: 'pass' } | { do: 'fault' }>;

function callOf(one: Asked): [name: string, params: Bag] {
  const StackName = 'one';
  switch (one.do) {
    case 'create':
      return ['CreateStack', { StackName, TemplateBody: one.design, OnFailure: one.mode }];
    case 'update':
      return ['UpdateStack', { StackName, TemplateBody: one.design }];
    case 'cancel':
      return ['CancelUpdateStack', { StackName }];
    case 'continue':
      return ['ContinueUpdateRollback', { StackName }];
    case 'delete':
      return ['DeleteStack', { StackName }];
    case 'force':
      return ['DeleteStack', { StackName, DeletionMode: 'FORCE_DELETE_STACK' }];
  }
}

/** Mostly a stack that stands is what things happen to. */
const steps = fc
  .tuple(
    design,
    fc.constantFrom('DO_NOTHING', 'ROLLBACK', 'DELETE'),
    fc.boolean(),
    fc.array(step, { minLength: 3, maxLength: 12 }),
  )
  .map(([first, mode, waits, rest]): readonly Step[] => [
    { do: 'create', design: first, mode },
    ...(waits ? [{ do: 'pass', seconds: 60 } as const] : []),
    ...rest,
  ]);

class Run {
  #time = 0;
  readonly world = new World({ clock: { now: () => new Date(this.#time) } });
  readonly place = this.world.place(accounts[0], 'eu-west-1');

  call(name: string, params: Bag): void {
    const { world, place } = this;
    const caller = { account: place.account, arn: 'arn:aws:iam::111111111111:user/test' };
    try {
      services['cloudformation']?.actions[name]?.handle({ world, place, caller, params, now: this.#time });
    } catch (error) {
      if (!(error instanceof AwsRefusal)) throw error;
    }
  }

  pass(seconds: number): void {
    this.#time += seconds * 1000;
    advance(this.world, this.place, this.#time);
  }

  take(one: Step): void {
    if (one.do === 'pass') this.pass(one.seconds);
    else if (one.do === 'fault') this.world.faults.set([{ resource: one.resource, skip: one.skip }]);
    else this.call(...callOf(one));
  }

  /** The things that stacks made. */
  made(): readonly string[] {
    return Object.values(this.place.things)
      .filter(({ stackId }) => stackId !== undefined)
      .map(({ id }) => id)
      .sort();
  }

  stacks(): readonly Stack[] {
    return Object.values(this.place.stacks);
  }
}

const settled = /^(CREATE_COMPLETE|UPDATE_COMPLETE|UPDATE_ROLLBACK_COMPLETE|ROLLBACK_COMPLETE|DELETE_COMPLETE)$/;

/** Things that CloudFormation itself says it left behind: a clean-up or a forced deletion that could not delete them. */
const leftBehind = (stacks: readonly Stack[]): ReadonlySet<string> =>
  new Set(
    stacks.flatMap(({ events }) =>
      events
        .filter(({ status }) => status === 'DELETE_FAILED' || status === 'DELETE_SKIPPED')
        .map(({ physicalId }) => physicalId),
    ),
  );

describe('whatever happens to a stack', () => {
  it('every operation ends, nothing is lost and nothing is left', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const run = new Run();
        for (const one of all) run.take(one);
        run.pass(100_000);
        for (const stack of run.stacks()) {
          expect(stack.status).not.toMatch(/(?<!REVIEW)_IN_PROGRESS$/);
          if (!settled.test(stack.status)) continue;
          const held = Object.values(stack.members).filter(
            ({ thingId, status }) => thingId && status !== 'DELETE_COMPLETE' && status !== 'DELETE_SKIPPED',
          );
          const owned = run.place.things;
          // what a settled stack lists is there, and what is there it lists
          expect(held.filter(({ thingId }) => !owned[thingId ?? ''])).toEqual([]);
          const listed = new Set(held.map(({ thingId }) => thingId));
          const left = leftBehind([stack]);
          const stray = Object.values(owned).filter(
            ({ stackId, id, facts }) =>
              stackId === stack.id && !listed.has(id) && !left.has(id) && !left.has(String(facts['ip'])),
          );
          expect(stray).toEqual([]);
        }
        run.world.faults.set([]);
        run.call('ContinueUpdateRollback', { StackName: 'one' });
        run.pass(100_000);
        run.call('DeleteStack', { StackName: 'one' });
        run.pass(100_000);
        const last = run.stacks().at(-1);
        if (last) expect(last.status).toBe('DELETE_COMPLETE');
        const left = leftBehind(run.stacks());
        expect(
          run.made().filter((id) => !left.has(id) && !left.has(String(run.place.things[id]?.facts['ip']))),
        ).toEqual([]);
      }),
      { numRuns: 120 },
    );
  });

  it('a second deletion deletes what an update made and neither its way back nor the first deletion could', () => {
    const run = new Run();
    const of = (Resources: object): string => JSON.stringify({ Resources });
    const bucket = (Value: string) => ({ Type: 'AWS::S3::Bucket', Properties: { Tags: [{ Key: 'variant', Value }] } });
    const group = { Type: 'AWS::EC2::SecurityGroup', Properties: { GroupDescription: 'x' } };
    run.call('CreateStack', { StackName: 'one', TemplateBody: of({ Bucket: bucket('x') }) });
    run.pass(60);
    run.world.faults.set([{ resource: 'fail', skip: 2 }]);
    const Later = { ...group, DependsOn: ['Group'] };
    const Bucket = { ...bucket('y'), DependsOn: ['Group'] };
    run.call('UpdateStack', { StackName: 'one', TemplateBody: of({ Group: group, Bucket, Later }) });
    run.pass(60);
    const statuses = [run.stacks()[0]?.status];
    run.world.faults.set([{ resource: 'block-deletion', skip: 0 }]);
    run.call('DeleteStack', { StackName: 'one' });
    run.pass(60);
    statuses.push(run.stacks()[0]?.status);
    run.world.faults.set([]);
    run.call('DeleteStack', { StackName: 'one' });
    run.pass(60);
    expect([...statuses, run.stacks()[0]?.status]).toEqual([
      'UPDATE_ROLLBACK_FAILED',
      'DELETE_FAILED',
      'DELETE_COMPLETE',
    ]);
    expect(run.made()).toEqual([]);
  });

  it('runs reach the states that matter', () => {
    const seen = new Set<string>();
    for (const all of fc.sample(steps, { numRuns: 200, seed: 1 })) {
      const run = new Run();
      for (const one of all) run.take(one);
      run.pass(100_000);
      for (const { events, id } of run.stacks())
        for (const { physicalId, status } of events) if (physicalId === id) seen.add(status);
    }
    expect([...seen]).toEqual(
      expect.arrayContaining([
        'CREATE_FAILED',
        'ROLLBACK_COMPLETE',
        'UPDATE_COMPLETE',
        'UPDATE_ROLLBACK_COMPLETE',
        'UPDATE_ROLLBACK_FAILED',
        'DELETE_FAILED',
        'DELETE_COMPLETE',
      ]),
    );
  });

  it('events are in order, and each operation of a stack has a beginning and an end', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const run = new Run();
        for (const one of all) run.take(one);
        run.pass(100_000);
        for (const { events, id } of run.stacks()) {
          const times = events.map(({ at }) => at);
          expect(times).toEqual([...times].sort((a, b) => a - b));
          const own = events.filter(({ physicalId }) => physicalId === id).map(({ status }) => status);
          expect(own[0]).toBe('CREATE_IN_PROGRESS');
          expect(own.at(-1)).not.toMatch(/_IN_PROGRESS$/);
          expect(new Set(events.map((one) => one.id)).size).toBe(events.length);
        }
      }),
      { numRuns: 60 },
    );
  });
});
