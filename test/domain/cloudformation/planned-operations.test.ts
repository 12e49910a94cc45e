import { describe, expect, it } from 'vitest';
import { plannedOperations } from '../../../src/domain/cloudformation/software/planned-operations.ts';
import type { Software, Step } from '../../../src/domain/cloudformation/software/software.ts';

const step = (changes: Partial<Step> = {}): Step => ({
  ...{ key: 'web standard.create', node: 'web', operation: 'create', host: 'server' },
  ...{ script: { file: 'a.sh', text: 'echo' }, inputs: { PORT: 80 }, outputs: [], after: [] },
  ...changes,
});
const software = (...steps: readonly Step[]): Software => ({ steps, ending: [], outputs: [] });
const reasons = (before: readonly Step[], after: readonly Step[]) =>
  plannedOperations(software(...before), software(...after));

describe('operations that an update runs again', () => {
  it.each<[string, Partial<Step>, string]>([
    ['another text of the script', { script: { file: 'a.sh', text: 'echo 2' } }, 'other script'],
    ['a dependency more', { script: { file: 'a.sh', text: 'echo', dependencies: [{ file: 'b' }] } }, 'other script'],
    ['another input', { inputs: { PORT: 81 } }, 'other inputs'],
    ['an input more', { inputs: { PORT: 80, HOST: 'db' } }, 'other inputs'],
    ['a secret input more', { secrets: ['PASSWORD'] }, 'other secret inputs'],
    ['an output that somebody now asks for', { outputs: ['TOKEN'] }, 'other outputs'],
    ['two of these', { inputs: {}, outputs: ['TOKEN'] }, 'other inputs and outputs'],
    ['another machine', { host: 'other' }, 'it moves from server to other'],
  ])('are those with %s', (_, changes, why) => {
    expect(reasons([step()], [step(changes)])).toEqual([{ node: 'web', operation: 'create', why }]);
  });

  it('are new ones, in the order in which they run', () => {
    const connect = step({ key: 'web to db', operation: 'pre_configure_source', target: 'db' });
    expect(reasons([step()], [step(), connect, step({ key: 'x', node: 'x' })])).toEqual([
      { node: 'web', operation: 'pre_configure_source (to db)', why: 'it is new' },
      { node: 'x', operation: 'create', why: 'it is new' },
    ]);
  });

  it('are not those that are the same, come in another order, or go', () => {
    const same = step({ script: { file: 'a.sh', text: 'echo', type: undefined as never }, after: ['other'] });
    expect(reasons([step({ key: 'gone' }), step()], [same])).toEqual([]);
  });
});
