import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { planner } from '../../../src/adapters/infrastructure-manager/planner.ts';
import { updateOrder } from '../../../src/domain/deployments/updating/update-order.ts';
import type { Resource } from '../../../src/domain/resources/resource.ts';
import { processTemplate } from '../../../src/tosca/process.ts';
import { type Nodes, templateOf } from '../../statemachines/templates.ts';

const imports = {
  read: async (): Promise<string> => {
    throw new Error('nothing is read');
  },
};

const resource = (toscaNodeName: string, toscaNodeType = 'tosca.nodes.indigo.Compute'): Resource => ({
  id: 'r',
  deploymentId: 'd',
  createdAt: 'then',
  updatedAt: 'then',
  state: 'DELETING',
  toscaNodeName,
  toscaNodeType,
  toscaTypes: [toscaNodeType, 'tosca.nodes.Compute', 'tosca.nodes.Root'],
  requiredBy: [],
  metadata: {},
});

/** node -> its type and scalable properties, as they are sent */
const sent = async (text: string, resources: readonly Resource[] = []): Promise<unknown> => {
  const processed = await processTemplate(text, { inputs: { size: 4 }, imports });
  if (!processed.ok) throw new Error(JSON.stringify(processed.problems));
  const { topology } = processed;
  const order = { template: text, inputs: { size: 4 }, name: 'infra', edits: [], machines: [] };
  const asked = updateOrder(imports, { ...order, nodes: topology.nodes, changed: [], resources });
  const document = load(await planner.plan({ ...order, edits: await planner.updateEdits(asked) })) as {
    topology_template: { node_templates: Record<string, { capabilities?: { scalable?: { properties?: unknown } } }> };
  };
  const nodes = Object.entries(document.topology_template.node_templates);
  return Object.fromEntries(nodes.map(([name, node]) => [name, node.capabilities?.scalable?.properties]));
};

const normative = { type: 'tosca.nodes.Compute' };
const of = (nodes: Nodes) => templateOf({ web: {}, ...nodes });

describe('updateEdits', () => {
  it('writes down every number, for an earlier template may have had another one', async () => {
    expect(await sent(of({ db: normative }))).toEqual({
      web: { count: 1 },
      db: { min_instances: 1, max_instances: 1, default_instances: 1 },
    });
    const scalable = 'min_instances: 2, max_instances: 5';
    expect(await sent(of({ db: { ...normative, scalable }, many: { scalable: 'count: {get_input: size}' } }))).toEqual({
      web: { count: 1 },
      db: { min_instances: 2, max_instances: 5, default_instances: 2 },
      many: { count: 4 },
    });
  });

  it('sends no removal list', async () => {
    expect(await sent(of({ db: { scalable: 'count: 2, removal_list: [x]' } }))).toMatchObject({ db: { count: 2 } });
    expect(JSON.stringify(await sent(of({ db: { scalable: 'removal_list: [x]' } })))).not.toContain('removal_list');
  });

  it('says that a node that was dropped has no machine any more', async () => {
    const dropped = [resource('old'), resource('older', 'tosca.nodes.Compute'), resource('web')];
    expect(await sent(of({}), dropped.slice(0, 1))).toEqual({ web: { count: 1 }, old: { count: 0 } });
    expect(await sent(of({}), dropped.slice(1))).toEqual({
      web: { count: 1 },
      older: { min_instances: 0, max_instances: 1, default_instances: 0 },
    });
  });

  it('says so of both kinds at once', async () => {
    expect(await sent(of({}), [resource('old'), resource('older', 'tosca.nodes.Compute')])).toEqual({
      web: { count: 1 },
      old: { count: 0 },
      older: { min_instances: 0, max_instances: 1, default_instances: 0 },
    });
  });

  it('says nothing of a node whose type the new template does not know, and of what has no machines', async () => {
    const port = { ...resource('port', 'tosca.nodes.network.Port'), toscaTypes: ['tosca.nodes.network.Port'] };
    expect(await sent(of({}), [resource('old', 'my.own.Server'), port])).toEqual({ web: { count: 1 } });
  });
});
