import type { Cells, NodeInstance } from '../model/instances.ts';
import { named, type Service } from '../model/service.ts';
import type { PropertyDef } from '../types/definitions.ts';
import { membersOf } from '../types/members.ts';
import { allSecret, isDeclaredSecret, secretsOfInput, under } from './declared.ts';
import { Flow } from './flow.ts';
import { secretsByName } from './places.ts';
import type { Secret } from './values.ts';

/**
 * The places of secrets in the topology that is made from a service, as paths: `['inputs', 'pin']`. Code that shows
 * values also checks the names of keys and what values look like.
 */
export function secretsOf(service: Service, nodes: readonly NodeInstance[]): readonly Secret[] {
  const flow = new Flow(service);
  return Object.freeze([
    ...[...service.inputs].flatMap(([name, { def, cell }]) =>
      within(['inputs', name], [...secretsOfInput(def), ...(cell ? flow.secretsOf(cell) : [])]),
    ),
    ...nodes.flatMap((node, index) => within(['nodes', `${index}`], ofNode(flow, node))),
    ...ofOutputs(service, flow),
    ...service.policies.flatMap(({ type, properties }, index) =>
      within(['policies', `${index}`, 'properties'], ofCells(flow, properties, membersOf(type).properties)),
    ),
  ]);
}

const within = (path: readonly string[], secrets: readonly Secret[]): readonly Secret[] =>
  secrets.map(({ at, is }) => ({ at: [...path, ...at], is }));

function ofNode(flow: Flow, { properties, capabilities, type }: NodeInstance): readonly Secret[] {
  const own = within(['properties'], ofCells(flow, properties, membersOf(type).properties));
  const ofCapabilities = [...capabilities].flatMap(([name, { def, properties: cells }]) =>
    cells.size === 0 ? [] : within(['capabilities', name, 'properties'], ofCells(flow, cells, def.properties)),
  );
  return ofCapabilities.length === 0 ? own : [...own, ...ofCapabilities];
}

function ofCells(flow: Flow, cells: Cells, defs: ReadonlyMap<string, PropertyDef>): readonly Secret[] {
  const found: Secret[] = [];
  for (const [name, cell] of cells) {
    const def = defs.get(name);
    const secrets = [...flow.secretsOf(cell), ...(isDeclaredSecret(def?.node) ? allSecret : [])];
    if (secrets.length > 0) found.push(...under(name, secrets));
  }
  return found;
}

function ofOutputs({ body, outputs }: Service, flow: Flow): readonly Secret[] {
  const declared = new Set(
    named(body?.get('outputs')).flatMap(([name, node]) => (isDeclaredSecret(node) ? [name] : [])),
  );
  return outputs.flatMap(({ name, cell }, index) => {
    const secrets = declared.has(name) ? allSecret : [...secretsByName([name]), ...(cell ? flow.secretsOf(cell) : [])];
    return within(['outputs', `${index}`, 'value'], secrets);
  });
}
