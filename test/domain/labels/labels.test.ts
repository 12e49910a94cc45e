import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tagsOf } from '../../../src/adapters/batch/definition.ts';
import { planner as batchPlanner } from '../../../src/adapters/batch/planner.ts';
import { planner as stackPlanner } from '../../../src/adapters/cloudformation/planner.ts';
import { injectedEdits } from '../../../src/domain/clusters/injected-edits.ts';
import { hasLabel, isName, isValue, labelCondition, withDefaults } from '../../../src/domain/labels/labels.ts';

/** Mostly signs that tags have, and some that they do not. */
const texts = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'abZ09é _.:/=+-@'), maxLength: 260 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.normalize('NFC')),
);

describe('a label', () => {
  it('may be as long as a tag', () => {
    expect([128, 129].map((length) => isName('x'.repeat(length)))).toEqual([true, false]);
    expect([256, 257].map((length) => isValue('x'.repeat(length)))).toEqual([true, false]);
  });
});

describe('a condition', () => {
  it('is the name before the first equals sign, and the value after it', () => {
    fc.assert(
      fc.property(texts.filter(isName), texts.filter(isValue), (name, value) => {
        expect(labelCondition(`${name}=${value}`)).toEqual({ name, value });
        expect(hasLabel({ [name]: value }, labelCondition(`${name}=${value}`))).toBe(true);
        expect(hasLabel({ [name]: value }, labelCondition(name))).toBe(true);
        expect(hasLabel({ [name]: value }, { name, value: `${value}x` })).toBe(false);
      }),
    );
  });

  it('finds no member that every object has', () => {
    expect(hasLabel({}, { name: 'constructor' })).toBe(false);
  });
});

it('the value of a request comes before that of the installation', () => {
  expect(withDefaults({ Team: 'a', cost: '1' }, { team: 'b' })).toEqual({ team: 'b', cost: '1' });
  expect(withDefaults({}, {})).toBeUndefined();
});

describe('the labels of an order', () => {
  const order = { template: '', inputs: {}, name: 'toscanini-d-1', edits: [], labels: { team: 'physics', run: '1' } };
  const machines = [{ resourceId: 'r', node: 'n' }];

  it('are sent with a stack, and with each job, where its own labels come first', () => {
    const blueprint = JSON.stringify({ description: '', parameters: {}, shared: {}, machines: {}, outputs: [] });
    const stack = JSON.parse(stackPlanner.plan({ ...order, machines, blueprint } as never));
    expect(stack.labels).toEqual(order.labels);
    const job = { node: 'n', after: [], labels: { Team: 'own' }, queue: 'q' };
    const jobs = JSON.parse(
      batchPlanner.plan({ ...order, machines, blueprint: JSON.stringify({ jobs: [job], outputs: [] }) } as never),
    );
    expect(tagsOf(jobs, jobs.jobs[0])).toMatchObject({ Team: 'own', run: '1', 'toscanini:node': 'n' });
    expect(tagsOf(jobs, jobs.jobs[0])).not.toHaveProperty('team');
  });

  it('are tags of the machines of the Infrastructure Manager that can have some', async () => {
    const deployment = { id: 'd', createdBy: { issuer: 'i', subject: 's' }, labels: order.labels };
    const injection = { clusters: [], tagged: [{ node: 'n', tags: { team: 'template' } }] };
    const { edits } = await injectedEdits({} as never, deployment, injection);
    expect(edits).toEqual([
      { node: 'n', path: ['properties', 'tags'], value: { run: '1', team: 'template', PAAS_DEP_UUID: 'd' } },
    ]);
  });
});
