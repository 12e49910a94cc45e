import type { NodeInstance } from '../model/instances.ts';
import type { Service } from '../model/service.ts';
import { membersOf } from '../types/members.ts';
import { named } from '../yaml/named.ts';
import type { YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import type { Backward } from './backward.ts';
import { both, noSecrets, secretsOfDefinition } from './declared.ts';
import { secretsByName } from './places.ts';

/**
 * What becomes a secret in the parts of a template that are not shown as values: what workflows and policies give to operations,
 * and the properties of a node that the template stands for.
 */
export function addFurther(backward: Backward, { body, scope }: Service): void {
  for (const section of ['workflows', 'policies']) addInputs(backward, body?.get(section));
  const mappings = body?.get('substitution_mappings');
  if (mappings?.kind !== 'mapping') return;
  const type = scope.find('node', textOf(mappings.get('node_type')) ?? '');
  const defs = type && membersOf(type).properties;
  for (const [name, given] of named(mappings.get('properties'))) {
    const def = defs?.get(name);
    const secrets = both(secretsByName([name]), def ? secretsOfDefinition(def) : noSecrets);
    const target = given.kind === 'mapping' ? given.get('mapping') : given;
    if (secrets.length > 0 && target) backward.addInput(target.kind === 'sequence' ? target.items : [target], secrets);
  }
}

/** The artifacts of a node, and the inputs of operations without an implementation. */
export function addUnshown(backward: Backward, { others }: NodeInstance): void {
  for (const cell of others) {
    const name = cell.name.slice(cell.name.lastIndexOf('.') + 1);
    backward.addPlace(name, cell);
  }
}

/** All inputs at any depth: the names of steps and triggers around them say nothing of their values. */
function addInputs(backward: Backward, node: YamlNode | undefined): void {
  if (node === undefined || node.kind === 'scalar') return;
  if (node.kind === 'sequence') for (const item of node.items) addInputs(backward, item);
  else
    node.each((value, key) => {
      if (key === 'inputs') backward.addText(value);
      else addInputs(backward, value);
    });
}
