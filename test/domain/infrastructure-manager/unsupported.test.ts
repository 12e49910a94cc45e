import { describe, expect, it } from 'vitest';
import { unsupportedReasons } from '../../../src/domain/infrastructure-manager/unsupported.ts';
import { compute } from './requested.ts';

const docker = 'tosca.nodes.indigo.Container.Application.Docker';

describe('what no provider of virtual machines can make', () => {
  it.each([
    [[`${docker}.Chronos`], 'a Chronos service'],
    [['ours.Job', `${docker}.Marathon`, 'tosca.nodes.Root'], 'a Marathon service'],
    [['tosca.nodes.indigo.Qcg.Job'], 'a QCG service'],
    [['tosca.nodes.indigo.Kubernetes.HelmChart'], 'a Kubernetes service'],
  ])('is a node of %j, also one derived from it', (types, service) => {
    expect(unsupportedReasons([compute('job', { types })])).toEqual([
      `the template needs ${service} (node job), and this service makes only virtual machines`,
    ]);
  });

  it.each([
    ['a type', { types: ['tosca.nodes.indigo.Dynafed'] }],
    ['a property', { properties: { smartScheduling: true } }],
  ])('is a placement where the data is, asked for by %s', (_, given) => {
    expect(unsupportedReasons([compute('web', given)])).toEqual([
      'the template asks for placement where its data is (node web), which is not supported here',
    ]);
  });

  it.each([
    [['toscanini.nodes.aws.Queue', 'tosca.nodes.Root'], 'toscanini.nodes.aws.Queue'],
    [['ours.Disk', 'toscanini.nodes.aws.Volume', 'tosca.nodes.BlockStorage'], 'toscanini.nodes.aws.Volume'],
  ])('is a node of %j: its type is ours, and only AWS has what it is', (types, type) => {
    expect(unsupportedReasons([compute('it', { types })])).toEqual([
      `node it is a ${type}, a type that only CloudFormation makes: to deploy at other clouds too, use a type of the standard`,
    ]);
  });

  it('is a cluster over several providers', () => {
    expect(unsupportedReasons([compute('web', { properties: { hybrid: true } })])).toEqual([
      'the template asks for a cluster over several providers (hybrid of node web), which is not supported here',
    ]);
  });

  it('is a requirement that names a type, since the manager looks for no node', () => {
    const requirements = [
      { name: 'host', nodeType: 'tosca.nodes.Compute' },
      { name: 'db', node: 'store' },
    ];
    expect(unsupportedReasons([compute('web', { requirements })])).toEqual([
      'the requirement host of node web names the type tosca.nodes.Compute, and the Infrastructure Manager takes only names of node templates: name the node, or add a node_filter, which chooses one of the template',
    ]);
  });

  it('is an operation that takes the output of another one, in the template or in its type', () => {
    const inputs = { id: { concat: ['a-', { get_operation_output: ['SELF', 'Standard', 'create', 'id'] }] } };
    const script = { file: 'configure.sh' };
    const ofType = { 'Standard.configure': { interface: 'Standard', name: 'configure', script, inputs } };
    const nodes = [
      { ...compute('web', {}), interfaces: { Standard: { configure: { implementation: 'configure.sh', inputs } } } },
      { ...compute('db', {}), operations: ofType },
      { ...compute('other', {}), interfaces: { Standard: { create: 'get_operation_output' } } },
    ];
    expect(unsupportedReasons(nodes).map((reason) => /of node (\S+) takes the output/.exec(reason)?.[1])).toEqual([
      'web',
      'db',
    ]);
  });

  it('is an operation that takes a part of an address, which the manager splits before it is one', () => {
    const address = { get_attribute: ['vm', 'private_address'] };
    const operation = (inputs: object) => ({
      'standard.configure': {
        interface: 'Standard',
        name: 'configure',
        script: { file: 'a.yml' },
        inputs: { ...inputs },
      },
    });
    const nodes = [
      { ...compute('web', {}), operations: operation({ first: { token: [address, '.', 0] } }) },
      {
        ...compute('db', {}),
        operations: operation({ all: [{ concat: [{ token: [{ concat: [address, ':1'] }, ':', 1] }] }] }),
      },
      {
        ...compute('other', {}),
        operations: operation({ login: { token: 'x' }, list: { token: ['a', 'b'] }, address }),
      },
    ];
    expect(unsupportedReasons(nodes).map((reason) => /of node (\S+) takes a part/.exec(reason)?.[1])).toEqual([
      'web',
      'db',
    ]);
  });

  it.each<[string, object, number]>([
    ['no operation', { Standard: { inputs: { port: 80 } } }, 1],
    ['no operation and a type', { Standard: { type: 'my.Standard', inputs: { port: 80 }, operations: {} } }, 1],
    ['an operation', { Standard: { inputs: { port: 80 }, create: 'make.sh' } }, 0],
    ['an operation below `operations`', { Standard: { inputs: { port: 80 }, operations: { create: 'make.sh' } } }, 0],
    ['no inputs', { Standard: { create: 'make.sh' } }, 0],
  ])('is an interface with inputs, and beside them %s', (_, interfaces, count) => {
    const reasons = unsupportedReasons([{ ...compute('web', {}), interfaces: { ...interfaces } }]);
    expect(reasons).toHaveLength(count);
    for (const reason of reasons) expect(reason).toMatch(/^the node web gives inputs to its interface Standard and /);
  });

  it('is told of each node, and of none that asks for nothing of it', () => {
    const properties = { smartScheduling: false, hybrid: 'true' };
    const reasons = unsupportedReasons([
      compute('web', { properties }),
      compute('one', { types: [`${docker}.Chronos`] }),
      compute('two', { properties: { hybrid: true } }),
    ]);
    expect(reasons.map((reason) => /node (\w+)\)/.exec(reason)?.[1])).toEqual(['one', 'two']);
  });
});
