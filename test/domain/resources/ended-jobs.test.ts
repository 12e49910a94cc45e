import { expect, it } from 'vitest';
import { withoutMachine } from '../../../src/domain/resources/ended-jobs.ts';
import { computeResource } from './compute-resource.ts';

const job = (facts: object) =>
  computeResource('a', 'count', { physicalId: 'id', metadata: { Job: JSON.stringify(facts), other: 'kept' } });

it.each(['SUCCEEDED', 'FAILED'])('a job that is %s keeps all that was said of it', (operation) => {
  const ended = job({ operation, exit_code: 3 });
  expect(withoutMachine(ended)).toBe(ended);
});

it('a job that had not ended keeps its id, and says that it was ended', () => {
  const { physicalId, metadata } = withoutMachine(job({ operation: 'RUNNING', queue: 'q' }));
  expect([physicalId, JSON.parse(metadata['Job'] ?? '')]).toMatchObject([
    'id',
    { operation: 'FAILED', state: 'FAILED', queue: 'q', errors: expect.stringContaining('was ended') },
  ]);
});

it('a machine is not shown any more', () => {
  const machine = computeResource('a', 'web', { physicalId: '1', metadata: { VirtualMachineInfo: '{}' } });
  expect(withoutMachine(machine)).toStrictEqual(computeResource('a', 'web', { metadata: {} }));
});
