import type { Service } from '../model/service.ts';
import { asWarning, conditionInvalid, functionUnknown } from '../problem-kinds.ts';
import type { Finding } from '../report.ts';
import { patternNote } from '../values/pattern.ts';
import { badPattern, patternsIn } from '../values/validation.ts';
import type { YamlNode } from '../yaml/node.ts';
import { type ClauseFault, clauseFunctions, faultsOf } from './clause.ts';
import { argumentsFinding } from './wrong-arguments.ts';

/** Checks conditions of node filters, substitutions, workflows and triggers; not those of 1.x, which tools do not read. */
export function checkCondition(service: Service, node: YamlNode | undefined): void {
  if (node?.kind !== 'mapping' || service.version !== '2.0') return;
  for (const fault of faultsOf(node, (name) => service.scope.mayHaveFunction(name)))
    service.report.at(fault.at, clauseFinding(fault));
  for (const pattern of patternsIn(node)) {
    const [bad, note] = [badPattern(pattern), patternNote(pattern)];
    if (bad !== undefined) service.report.at(node, conditionInvalid(bad));
    else if (note !== undefined) service.report.at(node, asWarning(conditionInvalid(note)));
  }
}

/** The finding for a fault in a condition. */
export function clauseFinding(fault: ClauseFault): Finding {
  if (fault.is === 'no-condition')
    return conditionInvalid('a condition is a function that returns true or false, such as $equal');
  if (fault.is === 'arguments') return argumentsFinding(`$${fault.name}`, fault.takes, fault.argument, true);
  const known = clauseFunctions.map((name) => `$${name}`);
  return functionUnknown(`$${fault.name}`, known);
}
