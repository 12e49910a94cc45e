import type { Finding } from '../drift/finding.ts';
import type { Resource } from '../resources/resource.ts';
import { hasMachine } from '../resources/states.ts';

/**
 * What has no machine although the template asks for one, but for what the check has found anyway: an earlier repair that failed has left it so. Where none
 * has one, all of the infrastructure may be gone, which only a check after that repair can tell: `isChecked`.
 */
export const withoutMachine = (
  resources: readonly Resource[],
  found: readonly Finding[],
  isChecked: boolean,
): readonly Finding[] => {
  const machines = resources.filter((one) => hasMachine(one) && one.state !== 'DELETING');
  const missing = machines.filter(({ physicalId }) => physicalId === undefined);
  if (missing.length === machines.length && !isChecked) return [];
  const known = new Set(found.map(({ resource }) => resource));
  return missing
    .filter(({ id }) => !known.has(id))
    .map(({ id, toscaNodeName: node }) => ({ node, resource: id, is: 'missing', why: 'it has no machine any more' }));
};
