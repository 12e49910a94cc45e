import { toJson } from '../yaml/scalar.ts';
import type { NodeInstance } from './instances.ts';
import type { Service } from './service.ts';

/**
 * For the Infrastructure Manager, which takes these properties of a machine as they are written: a call in one is refused,
 * or becomes a text (Tosca.py, `_gen_system`).
 */
export function noteAsWritten({ unsupported }: Service, { type, properties }: NodeInstance): void {
  if (unsupported === undefined || type.name !== 'tosca.nodes.indigo.Compute') return;
  for (const name of ['tags', 'instance_name']) {
    const cell = properties.get(name);
    if (cell === undefined || cell.deferred || cell.value === undefined || cell.value === null) continue;
    if (JSON.stringify(toJson(cell.node)) !== JSON.stringify(cell.value)) unsupported.addCall(cell.node, cell.value);
  }
}
