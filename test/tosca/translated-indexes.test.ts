import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { deployable } from '../../src/tosca/infrastructure-manager/deployable.ts';
import { noImports } from './fixtures.ts';

const translated = (path: string) =>
  deployable(
    `tosca_definitions_version: tosca_2_0
imports: [ { profile: "org.oasis-open.tosca.simple:2.0" } ]
service_template:
  node_templates: { server: { type: Compute, count: 3 } }
  outputs: { address: { value: { $get_attribute: ${path} } } }
`,
    { inputs: {}, imports: noImports },
  );

describe('an attribute of one of several nodes, in 2.0', () => {
  it.each(['[ server, 0, private_address ]', '[ server, private_address ]'])(
    'is that of the first: %s',
    async (path) => {
      const { text, processed } = await translated(path);
      expect(processed.problems).toEqual([]);
      expect(load(text)).toMatchObject({
        topology_template: { outputs: { address: { value: { get_attribute: ['server', 'private_address'] } } } },
      });
    },
  );

  it.each(['1', 'ALL', '$node_index'])(
    'is refused where it is written, since only the first is known: %s',
    async (index) => {
      const { processed } = await translated(`[ server, ${index}, private_address ]`);
      expect(processed.problems).toMatchObject([{ code: 'version-undeployable', line: 5 }]);
      expect(processed.problems[0]?.message).toContain(`use the index 0 instead of ${index}`);
    },
  );
});
