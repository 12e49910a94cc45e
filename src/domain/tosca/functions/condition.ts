import type { Service } from '../model/service.ts';
import { conditionInvalid, functionArguments, functionUnknown } from '../problem-kinds.ts';
import type { YamlNode } from '../yaml/node.ts';
import { clauseFunctions, faultsOf } from './clause.ts';

/** Conditions of node filters, substitutions, workflows and triggers; in 1.x they have another form, which tools do not read. */
export function checkCondition(service: Service, node: YamlNode | undefined): void {
  if (node?.kind !== 'mapping' || service.version !== '2.0') return;
  for (const fault of faultsOf(node, (name) => service.scope.findFunction(name) !== undefined)) {
    if (fault.is === 'no-condition')
      service.report.at(fault.at, conditionInvalid('a condition is a function that is true or false, such as $equal'));
    else if (fault.is === 'unknown')
      service.report.at(
        fault.at,
        functionUnknown(
          `$${fault.name}`,
          clauseFunctions.map((name) => `$${name}`),
        ),
      );
    else service.report.at(fault.at, functionArguments(`$${fault.name}`, fault.takes));
  }
}
