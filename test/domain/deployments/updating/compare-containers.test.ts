import { describe, expect, it } from 'vitest';
import type { VirtualMachine } from '../../../../src/domain/deployers/machines.ts';
import { compare, judgeReconciled } from '../../../../src/domain/deployments/updating/reconcile.ts';
import type { NodeState, Resource } from '../../../../src/domain/resources/resource.ts';

const container = (id: string, toscaNodeName: string, state: NodeState, physicalId?: string): Resource => ({
  id,
  deploymentId: 'd',
  createdAt: 'then',
  updatedAt: 'then',
  state,
  toscaNodeName,
  toscaNodeType: 'tosca.nodes.Container.Application.Docker',
  toscaTypes: ['tosca.nodes.Container.Application.Docker', 'tosca.nodes.Container.Application'],
  requiredBy: [],
  ...(physicalId !== undefined && { physicalId }),
  metadata: {},
});

const machine = (id: string, node: string): VirtualMachine => ({ id, node, state: 'configured', properties: [] });

const ids = (list: readonly { readonly id: string }[]): readonly string[] => list.map(({ id }) => id);

describe('containers in an update', () => {
  it('are waited for when they are added, and missing when none was launched in time', () => {
    const kept = container('a', 'app', 'CONFIGURING', '0');
    const survey = {
      log: '',
      changes: {},
      launching: false,
      ...compare([kept, container('b', 'new', 'CREATING')], [machine('0', 'app')]),
    };
    expect([ids(survey.staying), ids(survey.missing)]).toEqual([['0'], ['b']]);
    expect(judgeReconciled(survey, { launchTimeIsUp: false, settled: true })).toMatchObject({ is: 'waiting' });
    expect(judgeReconciled(survey, { launchTimeIsUp: true, settled: true })).toEqual({
      is: 'failed',
      why: 'the provider accepted the update and launched no virtual machine for new',
    });
  });

  it('are removed for another of the same node', () => {
    const resources = [container('a', 'app', 'DELETING', '0'), container('b', 'app', 'CREATING')];
    expect(ids(compare(resources, [machine('0', 'app')]).leaving)).toEqual(['0']);
  });

  it('are left alone when their node is dropped, since the update would make them again', () => {
    const resources = [container('a', 'app', 'DELETING', '0'), container('b', 'other', 'STARTED', '1')];
    expect(ids(compare(resources, [machine('0', 'app'), machine('1', 'other')]).leaving)).toEqual([]);
  });
});
