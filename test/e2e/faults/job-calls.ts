/** Every call that the deployer of jobs makes of AWS, and the operations in which it does. */

import type { Call } from './call.ts';

const batch = (name: string): Pick<Call, 'deployer' | 'said' | 'matches'> => ({
  deployer: 'batch',
  said: /AWS|Batch|provider/,
  matches: ({ target }) => target === `batch.${name.toLowerCase()}`,
});

const both = ['create', 'delete'] as const;

export const jobCalls: readonly Call[] = [
  {
    ...{ name: 'Batch RegisterJobDefinition', operations: ['create'] },
    ...batch('RegisterJobDefinition'),
  },
  { name: 'Batch SubmitJob', operations: ['create'], ...batch('SubmitJob') },
  { name: 'Batch ListJobs', operations: both, ...batch('ListJobs') },
  { name: 'Batch DescribeJobs', operations: both, ...batch('DescribeJobs') },
  { name: 'Batch DescribeJobDefinitions', operations: both, ...batch('DescribeJobDefinitions') },
  { name: 'Batch TerminateJob', operations: ['delete'], needs: 'in-flight', ...batch('TerminateJob') },
  { name: 'Batch DeregisterJobDefinition', operations: ['delete'], ...batch('DeregisterJobDefinition') },
  {
    ...{ name: 'Batch DeregisterJobDefinition (clean-up)', operations: ['create'], needs: 'clean-up' },
    ...batch('DeregisterJobDefinition'),
  },
  {
    ...{ name: 'CloudWatch GetLogEvents', operations: ['create'], deployer: 'batch', said: /./ },
    matches: ({ target }) => target.endsWith('.GetLogEvents'),
  },
];
