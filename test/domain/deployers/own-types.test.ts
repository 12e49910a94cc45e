/** Types of this service's own (toscanini-*.yaml): docs/how-to/add-a-tosca-type.md, "Which deployer makes it". */

import { describe, expect, it } from 'vitest';
import { unmapped } from '../../../src/domain/cloudformation/unmapped.ts';
import { unsupportedReasons } from '../../../src/domain/infrastructure-manager/unsupported.ts';
import { isJob } from '../../../src/domain/resources/job-types.ts';
import { catalogScope } from '../../../src/tosca/catalog/catalog.ts';
import { addressesOf, imported, nodeTypesOf } from '../../tosca/types-page.ts';
import { compute } from '../infrastructure-manager/requested.ts';

/** Files that only this service can read: no other system finds them under these addresses. */
const own = imported.filter((file) => addressesOf(file).every((address) => !address.startsWith('http')));

const types = own.flatMap((file) => {
  const known = catalogScope(file, '1.3').own.node;
  return nodeTypesOf(file).map((name) => {
    const type = known.get(name);
    const ancestry = type?.ancestry ?? [];
    const installs = type?.node.get('interfaces') !== undefined && ancestry.includes('tosca.nodes.SoftwareComponent');
    return { name, installs, it: compute('it', { type: name, types: ancestry }) };
  });
});

describe('a type of our own', () => {
  it('is found here', () => {
    expect(types.map(({ name }) => name)).toContain('toscanini.nodes.Job');
  });

  it.each(types)('$name is made by a deployer: a job, or mapped for CloudFormation', ({ it, installs }) => {
    if (!isJob(it) && !installs) expect(unmapped(it, new Map())).toEqual([]);
  });

  it.each(types)('$name is refused for the Infrastructure Manager, which cannot read its file', ({ it }) => {
    expect(unsupportedReasons([it])).not.toEqual([]);
  });
});
