/** In which order operations run, for any template. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planSoftware } from '../../../src/domain/cloudformation/operations/plan-software.ts';
import type { Step } from '../../../src/domain/cloudformation/software/software.ts';
import { topologyOf } from '../../tosca/fixtures.ts';
import { stackOf } from './translated.ts';

const script = (text = 'true') => `#!/bin/bash\n${text}\n`;

const standard = ['create', 'configure', 'start', 'stop', 'delete'];
const configure = [
  'pre_configure_source',
  'pre_configure_target',
  'post_configure_source',
  'post_configure_target',
  'add_target',
  'add_source',
];
const implemented = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, script(name)]));

interface Wish {
  /** of each piece of software, which earlier ones it needs, and by which relationship */
  readonly needs: readonly (readonly { readonly of: number; readonly connects: boolean }[])[];
  readonly operations: readonly (readonly string[])[];
  readonly related: readonly string[];
  readonly machines: number;
}

const stepsOf = async ({ needs, operations, related, machines }: Wish): Promise<readonly Step[]> => {
  const computes = Array.from({ length: machines }, (_, index) => [`m${index}`, { type: 'tosca.nodes.Compute' }]);
  const apps = needs.map((all, index) => {
    const others = all
      .filter(({ of }) => of < index)
      .map(({ of, connects }) => {
        const type = connects ? 'tosca.relationships.ConnectsTo' : 'tosca.relationships.DependsOn';
        return {
          dependency: { node: `a${of}`, relationship: { type, interfaces: { Configure: implemented(related) } } },
        };
      });
    const app = {
      type: 'tosca.nodes.SoftwareComponent',
      requirements: [{ host: `m${index % machines}` }, ...others],
      interfaces: { Standard: implemented(operations[index] ?? []) },
    };
    return [`a${index}`, app] as const;
  });
  const topology = await topologyOf(
    JSON.stringify({
      tosca_definitions_version: 'tosca_simple_yaml_1_3',
      topology_template: { node_templates: Object.fromEntries([...computes, ...apps]) },
    }),
  );
  const { software, reasons } = planSoftware(topology, {
    byName: new Map(topology.nodes.map((node) => [node.name, node])),
    attributeOf: () => undefined,
    publicNodes: new Set(),
  });
  expect(reasons).toEqual([]);
  return software.steps;
};

const anyWish: fc.Arbitrary<Wish> = fc.integer({ min: 1, max: 6 }).chain((size) =>
  fc.record({
    needs: fc.array(
      fc.array(fc.record({ of: fc.integer({ min: 0, max: size - 1 }), connects: fc.boolean() }), { maxLength: 3 }),
      { minLength: size, maxLength: size },
    ),
    operations: fc.array(fc.subarray(standard), { minLength: size, maxLength: size }),
    related: fc.subarray(configure),
    machines: fc.integer({ min: 1, max: 3 }),
  }),
);

/** Every step that has to be done before this one, near or far. */
const before = (steps: readonly Step[], key: string): ReadonlySet<string> => {
  const found = new Set<string>();
  const open = [key];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const one of steps.find((step) => step.key === next)?.after ?? []) {
      if (!found.has(one)) open.push(one);
      found.add(one);
    }
  return found;
};

describe('operations', () => {
  it('come after all that they need, whatever the template is', async () => {
    await fc.assert(
      fc.asyncProperty(anyWish, async (wish) => {
        const steps = await stepsOf(wish);
        const at = new Map(steps.map(({ key }, index) => [key, index]));
        expect(at.size).toBe(steps.length);
        for (const [index, step] of steps.entries())
          for (const needed of step.after) expect(at.get(needed) ?? steps.length).toBeLessThan(index);
        const has = (key: string) => steps.some((one) => one.key === key);
        for (const [index, all] of wish.needs.entries()) {
          const [first] = steps.filter((one) => one.key.startsWith(`a${index} standard.`));
          for (const { of } of all.filter((one) => one.of < index)) {
            const started = `a${of} standard.start`;
            if (first && has(started)) expect(before(steps, first.key)).toContain(started);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it('of two nodes and their relationship come in the order of the standard', async () => {
    const steps = await stepsOf({
      needs: [[], [{ of: 0, connects: true }]],
      operations: [standard, standard],
      related: configure,
      machines: 2,
    });
    const short = (key: string) => key.replace('a1 1 to a0 configure.', '').replace('standard.', '');
    for (const { key, target } of steps)
      expect([key, target]).toEqual([key, key.includes(' to a0 ') ? 'a0' : undefined]);
    expect(steps.map(({ key, host }) => `${short(key)} on ${host}`)).toEqual([
      'a0 create on m0',
      'pre_configure_target on m0',
      'a0 configure on m0',
      'post_configure_target on m0',
      'a0 start on m0',
      'a1 create on m1',
      'pre_configure_source on m1',
      'a1 configure on m1',
      'post_configure_source on m1',
      'a1 start on m1',
      'add_target on m1',
      'add_source on m0',
    ]);
  });
});

describe('an operation that nothing calls', () => {
  it('is left out, and a warning names it; one that is run has no warning', async () => {
    const implemented = 'implementation: "#!/bin/bash\\ntrue\\n"';
    const { warnings } = await stackOf(
      `machine: {type: tosca.nodes.Compute}
db: {type: tosca.nodes.SoftwareComponent, requirements: [{host: machine}], interfaces: {Standard: {create: {${implemented}}}}}
app:
  type: tosca.nodes.SoftwareComponent
  requirements:
    - host: machine
    - dependency: {node: db, relationship: {type: tosca.relationships.DependsOn, interfaces: {Configure: {target_changed: {${implemented}}, add_target: {${implemented}}}}}}
  interfaces: {Standard: {create: {${implemented}}}}`,
      { offer: { region: 'eu-west-1', agentProfile: 'toscanini-machines' } },
    );
    expect(warnings.filter((one) => one.includes('which is'))).toEqual([
      expect.stringMatching(/^node app .*has the operation Configure.target_changed, which is run only when asked/),
    ]);
  });
});
