import type { Case } from './case.ts';
import { forms, type Named } from './changes.ts';
import type { Draft } from './drafts.ts';

const address = 'https://types.example/types.yaml';

/** The same template with its types in a file that it imports. */
export const withImport = ({ name, template }: Case): Case => {
  const { tosca_definitions_version, topology_template = {}, ...types } = template;
  return {
    name,
    template: { tosca_definitions_version: tosca_definitions_version ?? '', imports: [address], topology_template },
    files: { [address]: { tosca_definitions_version: tosca_definitions_version ?? '', ...types } },
  };
};

const steps = ['pre_configure_source', 'post_configure_target', 'add_target', 'remove_target', 'target_changed'];

/** Each operation of a relationship type, in each form. */
export function* ofJoining(): Generator<Named> {
  for (const step of steps)
    for (const [form, operation] of forms(step))
      yield [
        `${step} ${form}`,
        {
          node_templates: {
            vm: { type: 'tosca.nodes.Compute' },
            a: {
              type: 'my.App',
              requirements: [{ host: 'vm' }, { dependency: { node: 'b', relationship: 'my.Joins' } }],
            },
            b: { type: 'my.App', requirements: [{ host: 'vm' }] },
          },
        },
        joining(step, operation),
      ];
}

const joining = (step: string, operation: Draft | string): Draft => ({
  node_types: {
    'my.App': {
      derived_from: 'tosca.nodes.SoftwareComponent',
      properties: { port: { type: 'integer', default: 80, constraints: [{ in_range: [1, 65_535] }] } },
    },
  },
  relationship_types: {
    'my.Joins': { derived_from: 'tosca.relationships.DependsOn', interfaces: { Configure: { [step]: operation } } },
  },
});
