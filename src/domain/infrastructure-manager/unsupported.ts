import type { Json, Node } from '../../tosca/topology.ts';
import { isUnknown, mapOf } from '../deployers/capability-values.ts';
import { formlessReasons } from './forms/forms.ts';

/**
 * Node types that need other services than clouds: the Infrastructure Manager does not run them
 * (docs/contract/original-service.md, "What other kinds of template need").
 */
const services: { readonly [type: string]: string } = {
  'tosca.nodes.indigo.Container.Application.Docker.Chronos': 'a Chronos service',
  'tosca.nodes.indigo.Container.Application.Docker.Marathon': 'a Marathon service',
  'tosca.nodes.indigo.Qcg.Job': 'a QCG service',
  'toscanini.nodes.Job': 'AWS Batch',
  'tosca.nodes.indigo.Kubernetes.HelmChart': 'a Kubernetes service',
};

type Checked = Pick<Node, 'name' | 'types' | 'properties' | 'requirements' | 'interfaces' | 'operations'>;

/** Why no provider of virtual machines can make these nodes; empty when there is no reason. */
export const unsupportedReasons = (nodes: readonly Node[]): readonly string[] => [
  ...nodes.flatMap(needsOther),
  ...nodes.flatMap(namesTypes),
  ...nodes.flatMap(givesInputsAlone),
  ...nodes.flatMap(takesOutputs),
  ...nodes.flatMap(takesParts),
  ...formlessReasons(nodes),
];

/** Its parser refuses the whole template for it. */
const namesTypes = ({ name, requirements }: Checked): readonly string[] =>
  requirements.flatMap(({ name: requirement, nodeType }) =>
    nodeType === undefined
      ? []
      : [
          `the requirement ${requirement} of node ${name} names the type ${nodeType}, and the Infrastructure Manager takes only names of node templates: name the node, or add a node_filter, which chooses one of the template`,
        ],
  );

/** Its parser knows inputs of an operation only, and the operations of a type have no place in the template. */
const givesInputsAlone = ({ name, interfaces }: Checked): readonly string[] =>
  Object.entries(mapOf(interfaces)).flatMap(([interfaceName, assigned]) => {
    const { inputs, type: _, notifications: __, operations, ...others } = mapOf(assigned);
    const hasOperations = Object.keys({ ...mapOf(operations), ...others }).length > 0;
    return inputs === undefined || hasOperations
      ? []
      : [
          `the node ${name} gives inputs to its interface ${interfaceName} and assigns none of its operations, and the Infrastructure Manager takes inputs only with an operation: write the operations with their implementations beside the inputs, or leave the inputs out`,
        ];
  });

/** Its parser works out the call again and again, until Python's stack is full. */
const takesOutputs = ({ name, interfaces, operations }: Checked): readonly string[] =>
  JSON.stringify([interfaces, operations]).includes('{"get_operation_output":')
    ? [
        `an operation of node ${name} takes the output of another one (get_operation_output), and the Infrastructure Manager cannot read that: use an attribute, or write the value to a file that both operations know`,
      ]
    : [];

/** It splits the text by which Ansible will find the address, so that software would get the whole address, or half of an expression. */
const takesParts = ({ name, operations = {}, requirements }: Checked): readonly string[] =>
  [operations, ...requirements.map((one) => one.operations ?? {})]
    .flatMap((each) => Object.values(each))
    .filter(({ inputs }) => splitsLater(inputs))
    .map(
      ({ name: operation }) =>
        `the operation ${operation} of node ${name} takes a part of what only the deployment knows (token), and the Infrastructure Manager splits only texts that it knows: give the software the whole text, and split it there`,
    );

const splitsLater = (value: Json): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((one: Json) => splitsLater(one));
  return Object.entries(mapOf(value)).some(
    ([key, one]) => (key === 'token' && Array.isArray(one) && isUnknown(one)) || splitsLater(one),
  );
};

const needsOther = ({ name, types, properties }: Checked): readonly string[] => {
  const service = types.map((type) => services[type]).find((found) => found !== undefined);
  if (service !== undefined) {
    return [`the template needs ${service} (node ${name}), and this service makes only virtual machines`];
  }
  const ofAws = types.find((type) => type.startsWith('toscanini.nodes.aws.'));
  if (ofAws !== undefined) {
    return [
      `node ${name} is a ${ofAws}, a type that only CloudFormation makes: to deploy at other clouds too, use a type of the standard`,
    ];
  }
  if (types.includes('tosca.nodes.indigo.Dynafed') || properties['smartScheduling'] === true) {
    return [`the template asks for placement where its data is (node ${name}), which is not supported here`];
  }
  if (properties['hybrid'] === true) {
    return [
      `the template asks for a cluster over several providers (hybrid of node ${name}), which is not supported here`,
    ];
  }
  return [];
};
