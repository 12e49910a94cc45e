import { describe, expect, it } from 'vitest';
import { deployable } from '../../../src/domain/tosca/deployable.ts';
import { processTemplate, validateTemplate } from '../../../src/domain/tosca/process.ts';
import { noImports } from './fixtures.ts';

const strict = `tosca_definitions_version: tosca_2_0
imports: [ { profile: "org.oasis-open.tosca.simple:2.0" } ]
service_template:
  inputs: { n: { type: integer, default: 3 } }
  node_templates: { server: { type: Compute, count: { $get_input: n } } }
`;
const simple = 'tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template: { node_templates: {} }\n';
const processed = (text: string) => processTemplate(text, { inputs: {}, imports: noImports });

describe('a template of TOSCA 2.0', () => {
  it('is valid, and its count is the number of its nodes', async () => {
    const { ok, topology } = await validateTemplate(strict, noImports);
    expect(ok).toBe(true);
    expect(topology?.nodes.map(({ name, count }) => [name, count])).toEqual([['server', 3]]);
  });

  it('is refused by those who would deploy it, with what to do', async () => {
    const { ok, problems } = deployable(await processed(strict));
    expect(ok).toBe(false);
    expect(problems[0]).toMatchObject({ code: 'version-undeployable', path: 'tosca_definitions_version' });
    expect(problems[0]?.message).toContain('tosca_simple_yaml_1_3');
  });

  it('keeps its own problems when it has any', async () => {
    const wrong = await processed(strict.replace('Compute', 'Computer'));
    expect(deployable(wrong)).toBe(wrong);
  });
});

describe('a template of the Simple Profile', () => {
  it('can be deployed', async () => {
    const good = await processed(simple);
    expect(deployable(good)).toBe(good);
  });
});
