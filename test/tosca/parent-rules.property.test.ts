import fc from 'fast-check';
import { DUMP_SCHEMA, dump, present } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { withParents } from '../../src/tosca/addon.ts';
import { addParent } from '../../src/tosca/infrastructure-manager/add-parent.ts';
import { readDocument } from '../../src/tosca/phase1-read.ts';
import { Report } from '../../src/tosca/report.ts';
import { toJson } from '../../src/tosca/yaml/scalar.ts';
import { mappingOf } from '../../src/tosca/yaml/tree.ts';

const text = fc.constantFrom('a', 'b', 'c');
/** What may stand where a section belongs, right or wrong. */
const section = fc.oneof(
  { weight: 4, arbitrary: fc.dictionary(text, fc.oneof(text, fc.record({ type: text })), { maxKeys: 3 }) },
  fc.array(fc.record({ name: text }), { maxLength: 3 }),
  text,
  fc.constant(null),
);
const topology = fc.record(
  { description: text, inputs: section, node_templates: section, policies: section, outputs: section },
  { requiredKeys: [] },
);
const body = fc.record(
  {
    description: text,
    template_name: text,
    imports: section,
    node_types: section,
    topology_template: fc.oneof({ weight: 6, arbitrary: topology }, section),
  },
  { requiredKeys: [] },
);

const version = { tosca_definitions_version: 'tosca_simple_yaml_1_3' };
/** aliases are for other tests */
const written = (value: object): string => dump(value, { noRefs: true });

/** As the processor reads them, and as the Infrastructure Manager's parser gets them. */
async function bothWays(own: string, parent: string): Promise<readonly [unknown, unknown]> {
  const report = new Report();
  const template = readDocument('template', own, report);
  const root = mappingOf(own);
  if (template === undefined || root === undefined) throw new Error(`cannot be read: ${own}`);
  const imports = { read: async () => parent };
  const whole = await withParents(template, { imports, report, unsupported: undefined });
  addParent(root, parent);
  const sent = present([{ contents: root, directives: [], explicitStart: false, explicitEnd: false }], {
    schema: DUMP_SCHEMA,
  });
  const read = readDocument('template', sent, report);
  return [toJson(whole.template.root), read && toJson(read.root)];
}

describe('an add-on with its parent', () => {
  it('is the same template for the processor and for the Infrastructure Manager', async () => {
    await fc.assert(
      fc.asyncProperty(body, body, async (mine, theirs) => {
        // a parent that is merged already stays out, so it has a node that the add-on lacks
        const topology_template = { ...nodesOf(theirs), node_templates: { only_here: { type: 'a' } } };
        const own = written({ ...version, ...mine, metadata: { parents: ['parent.yaml'] } });
        const [processed, sent] = await bothWays(own, written({ ...version, ...theirs, topology_template }));
        expect(sent).toEqual(processed);
      }),
      { numRuns: 500 },
    );
  });
});

const nodesOf = ({ topology_template: given }: { readonly topology_template?: unknown }): object =>
  typeof given === 'object' && given !== null && !Array.isArray(given) ? given : {};
