import { describe, expect, it } from 'vitest';
import { exampleConfiguration, templates } from './stacks.ts';

/** The state machines of release 0.1.0, by the ids that CloudFormation knows them by. */
const machinesOf010 = [
  'actonresourceStateMachine8F21549A',
  'attemptproviderStateMachine8E684629',
  'notifycallbackStateMachineA1AFB01D',
  'createdeploymentStateMachine1024C66C',
  'deletedeploymentStateMachine816E9E56',
  'firescheduleStateMachineABE89179',
  'updatedeploymentStateMachine2C80CC70',
];

describe('an upgrade from release 0.1.0', () => {
  const { service } = templates(exampleConfiguration);

  it('changes its state machines in place, since an execution in flight starts nested ones by their ARN', () => {
    const machines = service.findResources('AWS::StepFunctions::StateMachine');
    expect(Object.keys(machines)).toEqual(expect.arrayContaining(machinesOf010));
    // 0.1.0 set neither; CloudFormation replaces a state machine when one of them is added
    for (const id of machinesOf010) {
      expect(machines[id]?.['Properties']).not.toHaveProperty('StateMachineType');
      expect(machines[id]?.['Properties']).not.toHaveProperty('StateMachineName');
    }
  });
});
