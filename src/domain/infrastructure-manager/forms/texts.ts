import type { Operations } from '../../../tosca/topology.ts';
import type { Judged, Rule } from './judged.ts';
import { runByManager } from './operations.ts';

/**
 * Inputs of operations that the manager writes into a playbook as they are: each text that begins with `|`, and in the
 * release before 2.0 those with a double quote, a backslash or a control character (Tosca.py, `_gen_configure_from_interfaces`).
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
        typeof value === 'string'
          ? textOfInput(`the input ${input} of the operation ${operation} of ${where}`, value)
          : [],
      ),
    );

/** No message quotes the text: it may be a secret. */
export const textOfInput = (about: string, text: string): readonly Judged[] => {
  if (text.startsWith('|'))
    return [
      {
        reasons: [
          `${about} begins with |, which the Infrastructure Manager takes for YAML of its own: begin it with something else`,
        ],
      },
    ];
  return /["\\]|[^\P{Cc}\t\r\n]/u.test(text)
    ? [
        {
          notes: [
            `${about} has a double quote, a backslash or a control character, which releases of the Infrastructure Manager before 2.0 refuse or read as an escape`,
          ],
        },
      ]
    : [];
};
