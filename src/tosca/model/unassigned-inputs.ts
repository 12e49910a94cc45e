import { operationInputMissing } from '../problem-kinds.ts';
import type { InterfaceDef, OperationDef } from '../types/interfaces.ts';
import { implementationOf, operationNode } from '../types/written-operations.ts';
import type { YamlNode } from '../yaml/node.ts';
import type { Service } from './service.ts';

type Interfaces = ReadonlyMap<string, InterfaceDef>;

/** An operation whose types require inputs that they give no value. */
interface Demanding {
  readonly face: string;
  readonly operation: string;
  readonly inputs: readonly string[];
  readonly isImplemented: boolean;
}

/** Most types have none, so that their nodes cost nothing here. */
const known = new WeakMap<Interfaces, readonly Demanding[]>();

/**
 * Warns of required inputs of operations of which the template says nothing, or only what they run: a deployer would run
 * them without. `written`: the template's interfaces; `owner`: the node or relationship that has them. Operations that the
 * template assigns as a map are checked with their inputs.
 */
export function checkUnassigned(
  { report }: Service,
  interfaces: Interfaces,
  written: YamlNode | undefined,
  owner: YamlNode,
): void {
  for (const { face, operation, inputs, isImplemented } of demandingOf(interfaces)) {
    const assigned = written?.kind === 'mapping' ? written.get(face) : undefined;
    const own = assigned?.kind === 'mapping' ? operationNode(assigned, operation) : undefined;
    if (own?.kind === 'mapping' || !(isImplemented || implementationOf(own))) continue;
    const shared = assigned?.kind === 'mapping' ? assigned.get('inputs') : undefined;
    for (const input of inputs)
      if (shared?.kind !== 'mapping' || shared.get(input) === undefined)
        report.at(
          own ?? owner,
          operationInputMissing(input, operation),
          `interfaces.${face}.${operation}.inputs.${input}`,
        );
  }
}

function demandingOf(interfaces: Interfaces): readonly Demanding[] {
  const before = known.get(interfaces);
  if (before !== undefined) return before;
  const made = [...interfaces].flatMap(([face, def]) =>
    [...def.operations].flatMap(([operation, one]): Demanding[] => {
      const inputs = one.notifies ? [] : unset(def, one);
      return inputs.length === 0 ? [] : [{ face, operation, inputs, isImplemented: one.isImplemented }];
    }),
  );
  known.set(interfaces, made);
  return made;
}

const unset = (face: InterfaceDef, operation: OperationDef): string[] =>
  [...operation.inputs.values()].flatMap(({ name, required, default: value, fixed }) =>
    required && value === undefined && fixed === undefined && !operation.given.has(name) && !face.given.has(name)
      ? [name]
      : [],
  );
