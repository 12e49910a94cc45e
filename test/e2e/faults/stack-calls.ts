/** Every call that the deployer of CloudFormation stacks makes of AWS, and the operations in which it does. */

import type { Call } from './call.ts';

/** The first provider is a tenant's, whose role is assumed. */
const aws = (target: string): Pick<Call, 'deployer' | 'said' | 'matches' | 'inSession'> => ({
  deployer: 'cloudformation',
  inSession: true,
  said: /AWS|CloudFormation/,
  matches: (request) => request.target === target,
});

const manager = (name: string): ReturnType<typeof aws> & Pick<Call, 'needs'> => ({
  ...aws(`AmazonSSM.${name}`),
  needs: 'software',
});

const machines = ['create', 'update', 'delete'] as const;
const all = ['create', 'update', 'delete', 'action'] as const;

export const stackCalls: readonly Call[] = [
  { name: 'AWS AssumeRole', operations: all, ...aws('sts.AssumeRole'), inSession: false },
  { name: 'AWS CreateStack', operations: ['create'], ...aws('cloudformation.CreateStack') },
  {
    ...{ name: 'AWS DescribeStacks', operations: ['create', 'update', 'delete'] },
    ...aws('cloudformation.DescribeStacks'),
  },
  {
    ...{ name: 'AWS DescribeStackEvents', operations: ['create', 'update'] },
    ...aws('cloudformation.DescribeStackEvents'),
  },
  { name: 'AWS UpdateStack', operations: ['update'], ...aws('cloudformation.UpdateStack') },
  {
    ...{ name: 'AWS UpdateStack (one less)', operations: ['update'], needs: 'scale-in' },
    ...aws('cloudformation.UpdateStack'),
  },
  { name: 'AWS DeleteStack', operations: ['delete'], ...aws('cloudformation.DeleteStack') },
  {
    ...{ name: 'AWS DeleteStack (clean-up)', operations: ['create'], needs: 'clean-up' },
    ...aws('cloudformation.DeleteStack'),
  },
  {
    ...{ name: 'AWS DescribeInstances', operations: ['create', 'update', 'action'] },
    ...aws('ec2.DescribeInstances'),
  },
  { name: 'AWS GetTemplate', operations: machines, needs: 'software', ...aws('cloudformation.GetTemplate') },
  { name: 'AWS DescribeInstanceInformation', operations: machines, ...manager('DescribeInstanceInformation') },
  { name: 'AWS SendCommand', operations: machines, ...manager('SendCommand') },
  { name: 'AWS ListCommandInvocations', operations: machines, ...manager('ListCommandInvocations') },
  { name: 'AWS GetCommandInvocation', operations: ['create', 'update'], ...manager('GetCommandInvocation') },
  { name: 'AWS GetParameter', operations: ['create', 'update'], ...manager('GetParameter') },
  { name: 'AWS GetParametersByPath', operations: machines, ...manager('GetParametersByPath') },
  { name: 'AWS PutParameter', operations: ['create', 'update'], ...manager('PutParameter') },
  { name: 'AWS DeleteParameters', operations: ['delete'], ...manager('DeleteParameters') },
  { name: 'AWS StopInstances', operations: ['action'], ...aws('ec2.StopInstances') },
  { name: 'AWS StartInstances', operations: ['action'], needs: 'stopped', ...aws('ec2.StartInstances') },
];
