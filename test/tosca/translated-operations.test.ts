import { describe, expect, it } from 'vitest';
import { deployable } from '../../src/tosca/infrastructure-manager/deployable.ts';
import { noImports } from './fixtures.ts';

const template = `tosca_definitions_version: tosca_2_0
imports: [ { profile: "org.oasis-open.tosca.simple:2.0" } ]
service_template:
  node_templates:
    machine: { type: Compute }
    app:
      type: SoftwareComponent
      requirements: [ { host: machine } ]
      interfaces:
        Standard:
          operations:
            create: { implementation: { primary: run.sh, dependencies: [ lib.sh ] } }
            start: { implementation: { primary: start.sh, dependencies: [] } }
`;

describe('the operations of a template of 2.0, translated', () => {
  it('say in a warning that their dependencies are left out', async () => {
    const { processed } = await deployable(template, { inputs: {}, imports: noImports });
    expect(processed.ok).toBe(true);
    expect(processed.problems).toEqual([
      expect.objectContaining({
        code: 'version-undeployable',
        severity: 'warning',
        line: 12,
        message: expect.stringContaining('the operation create runs without its dependencies'),
      }),
    ]);
  });
});
