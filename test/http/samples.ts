import type { Approval } from '../../src/domain/approvals/approval.ts';
import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import { type Shown, shownToOwner } from '../../src/domain/deployments/record/disclosure.ts';
import type { PolicyPlan } from '../../src/domain/policies/plan.ts';
import type { Resource } from '../../src/domain/resources/resource.ts';
import { people } from './requests.ts';

/** UUIDv7 text number n, in order. */
export const id = (n: number): string => `0190a000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

/** As its owner sees it: a deployment like any other where nobody asks who sees it. */
export const sampleDeployment = (more: Partial<Deployment> = {}): Shown =>
  shownToOwner({
    id: id(1),
    createdAt: '2026-11-20T15:33:12.345Z',
    updatedAt: '2026-11-20T15:59:59.999Z',
    createdBy: { issuer: people.olga.issuer, subject: people.olga.subject },
    status: 'CREATE_COMPLETE',
    task: 'NONE',
    outputs: { node_ip: '192.0.2.10', ports: [80, 443] },
    parameters: {},
    limits: { providerTimeoutMins: 14_400, keepLastAttempt: false },
    operation: { id: id(900), kind: 'CREATE', acceptedAt: '2026-11-20T15:33:12.345Z' },
    templateOf: id(900),
    ...more,
  });

export const vmInfo = {
  vmProperties: [
    { class: 'network', id: 'pub', provider_id: 'public-net', outbound: 'yes' },
    {
      class: 'system',
      id: 'server',
      'cpu.count': 2,
      'disk.0.os.credentials.username': 'cloudadm',
      'disk.0.os.credentials.private_key': 'KEY MATERIAL',
      'disk.0.os.credentials.password': '',
      'disk.0.os.credentials.token': 'TOKEN MATERIAL',
    },
  ],
};

export const sampleResource = (more: Partial<Resource> = {}): Resource => ({
  id: id(100),
  deploymentId: id(1),
  createdAt: '2026-11-20T15:33:12.345Z',
  updatedAt: '2026-11-20T15:40:00.000Z',
  state: 'STARTED',
  toscaNodeName: 'server',
  toscaNodeType: 'tosca.nodes.indigo.Compute',
  toscaTypes: ['tosca.nodes.indigo.Compute', 'tosca.nodes.Compute', 'tosca.nodes.Root'],
  requiredBy: [id(101)],
  physicalId: '0',
  metadata: { VirtualMachineInfo: JSON.stringify(vmInfo) },
  ...more,
});

/** A template of one server. */
export const serverTemplate = `tosca_definitions_version: tosca_simple_yaml_1_0
topology_template: { node_templates: { server: { type: tosca.nodes.Compute } } }
`;

/** That of a plan that members of the group `physics` may approve. */
export const sampleApproval: Approval = {
  ...{ state: 'waiting', since: '2026-11-20T15:33:12.345Z', expiresAt: '2126-11-27T15:33:12.345Z' },
  ...{ key: 'k', digest: 'd'.repeat(43), rules: [{ rule: 'large', message: 'it is large', approvers: ['physics'] }] },
  ...{ grants: [], rounds: 0, version: 1 },
};

const person = { issuer: 'i', subject: 's' };

/** With every member. */
export const samplePlan: PolicyPlan = {
  ...{ operation: 'create', user: person, owner: person, group: 'g', name: 'n', labels: {} },
  provider: { id: 'i', name: 'n', type: 't', region: 'r', deployer: 'batch' },
  nodes: [
    {
      ...{ name: 'n', type: 't', types: [], kind: 'compute', count: 1, most: 2, change: 'added', size: 's', cpus: 1 },
      ...{ memory: 1, disk: 1, gpus: 1, image: 'i', region: 'r', public: true, hourly: 1, properties: {} },
      ports: [{ protocol: 'tcp', from: 1, to: 2, source: '' }],
    },
  ],
  removed: [{ name: 'n', type: 't', types: [], count: 1 }],
  changes: [{ node: 'n', property: 'p', how: 'altered' }],
  total: { instances: 1, cpus: 1, memory: 1, disk: 1, gpus: 1 },
  cost: { hourly: 1, monthly: 730, most: 2 },
};
