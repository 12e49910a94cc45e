import { describe, expect, it } from 'vitest';
import { planSchedule } from '../../../src/domain/schedules/plan-schedule.ts';
import { InvalidError } from '../../../src/foundation/errors.ts';
import { checkPorts, olga, request, withInput } from './schedule-request.ts';

const plan = (changes: Partial<typeof request> = {}, caller = olga) =>
  planSchedule(checkPorts(), { ...request, ...changes }, caller);

describe('the plan of a schedule', () => {
  it('names the elements that its replicas may go to, and the resources of each deployment', async () => {
    const { elements, resources, warnings } = await plan();
    expect(elements.map(({ name }) => name)).toEqual(['T1']);
    expect(resources.map(({ toscaNodeName }) => toscaNodeName)).toEqual(['web', 'db']);
    expect(new Set(resources.map(({ id }) => id)).size).toBe(2);
    expect(warnings).toEqual([]);
  });

  it('has no resources where they depend on the name of the file', async () => {
    const constraint = '{ type: string, constraints: [{ max_length: 3 }] }';
    const made = await plan({ template: withInput(constraint), parameters: { file: '${file.name}' } as never });
    expect(made).toEqual({
      elements: [expect.objectContaining({ name: 'T1' })],
      resources: [],
      warnings: [],
      notes: [],
    });
  });

  it('is refused like the schedule itself', async () => {
    await expect(plan({ numberOfReplicas: 3 })).rejects.toThrow(InvalidError);
    await expect(plan({ fileExpression: 'raw:.*' })).rejects.toThrow(/can match no file/);
    const physicist = { ...olga, groups: ['physics'] };
    expect((await plan({ fileExpression: 'raw:.*' }, physicist)).resources).toHaveLength(2);
  });
});
