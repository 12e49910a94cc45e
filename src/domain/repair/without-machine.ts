import type { Finding } from '../drift/finding.ts';
import type { Resource } from '../resources/resource.ts';
import { hasMachine } from '../resources/states.ts';

/** What has no machine although the template asks for one: an earlier repair that failed has left it so. */
export const withoutMachine = (resources: readonly Resource[]): readonly Finding[] =>
  resources
    .filter((one) => hasMachine(one) && one.physicalId === undefined && one.state !== 'DELETING')
    .map(({ id, toscaNodeName: node }) => ({ node, resource: id, is: 'missing', why: 'it has no machine any more' }));
