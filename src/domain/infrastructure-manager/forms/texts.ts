import type { Operations } from '../../../tosca/topology.ts';
import { inNode, type Judged, type Rule } from './judged.ts';
import { runByManager } from './operations.ts';

/**
 * Inputs of operations that the manager writes into a playbook as they are: each text that begins with `|`, and in the
 * release before 2.0 those with a double quote or a backslash (Tosca.py, `_gen_configure_from_interfaces`).
 */
export const textsOfInputs: Rule = (node) => [
  ...inputsOf(`node ${node.name}`, node.operations),
  ...node.requirements.flatMap(({ name, operations }) =>
    inputsOf(`the requirement ${name} of node ${node.name}`, operations),
  ),
];

const inputsOf = (where: string, operations: Operations = {}): readonly Judged[] =>
  Object.values(operations)
    .filter(({ of, name, script }) => of !== undefined && runByManager.has(name) && /\.ya?ml$/.test(script.file))
    .flatMap(({ name: operation, inputs }) =>
      Object.entries(inputs).flatMap(([input, value]) =>
        typeof value === 'string' ? judged(`the input ${input} of the operation ${operation} of ${where}`, value) : [],
      ),
    );

/** No message quotes the text: it may be a secret. */
const judged = (about: string, text: string): readonly Judged[] => {
  if (text.startsWith('|'))
    return [
      {
        reasons: [
          `${about} begins with |, which the Infrastructure Manager takes for YAML of its own: begin it with something else`,
        ],
      },
    ];
  return /["\\]/.test(text)
    ? [
        {
          notes: [
            `${about} has a double quote or a backslash, which releases of the Infrastructure Manager before 2.0 refuse or read as an escape`,
          ],
        },
      ]
    : [];
};

/** Before 5.0.0 of the package every machine was one that is monitored; the manager refuses what the type no longer has. */
const dropped = ['zabbix_server', 'zabbix_server_port', 'zabbix_server_metadata'];

export const monitoring: Rule = (node) =>
  node.type !== 'tosca.nodes.indigo.Compute'
    ? []
    : dropped
        .filter((name) => node.properties[name] !== undefined)
        .map((name) => ({
          edits: [inNode(node, name)],
          notes: [
            `the property ${name} of node ${node.name} is left out: the type ${node.type} of the package has none since its version 5.0.0 (use tosca.nodes.indigo.ZabbixAgent)`,
          ],
        }));
