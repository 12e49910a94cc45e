/** What a node says and no job gets is said, instead of being ignored. */

import { describe, expect, it } from 'vitest';
import { unusedOf, unusedPolicies } from '../../../src/domain/batch/unused.ts';
import { type Given, node } from '../cloudformation/node.ts';

const used = { properties: ['command'], artifacts: ['image'], capabilities: ['host'] };
const unused = (more: Given) => unusedOf(node('job', 'Job', more), used);
const operation = { interface: 'Standard', name: 'create' } as never;

describe('what a job does not get', () => {
  it('is nothing where it has only what is used, or no value', () => {
    const requirements = [{ name: 'dependency', node: 'other' }];
    const capabilities = { host: { num_cpus: 1 }, endpoint: {}, os: { type: null } };
    expect(
      unused({ properties: { command: 'true', more: null }, artifacts: { image: 'a' }, capabilities, requirements }),
    ).toEqual([]);
  });

  it('is named: properties, artifacts, operations, capabilities and requirements', () => {
    const more: Given = {
      ...{ properties: { command: 'true', colour: 'red', on: false }, artifacts: { image: 'a', data: 'b' } },
      ...{
        operations: { 'standard.create': operation },
        capabilities: { host: { num_cpus: 1 }, os: { type: 'linux' } },
      },
      requirements: [{ name: 'storage' }, { name: 'peer', node: 'other', operations: { 'configure.x': operation } }],
    };
    expect(unused(more)).toEqual([
      'has the property colour, which means nothing to AWS Batch: only get_property reads it',
      'has the property on, which means nothing to AWS Batch: only get_property reads it',
      'has the artifact data, which no job gets: put it into the image, or into S3 and the inputs',
      'has the operation Standard.create, which nobody runs: the work of a job is its command',
      'has values of the capability os, which mean nothing to AWS Batch',
      'requires storage of any node that fits, and nothing is chosen for it',
      'has the operation Standard.create on its requirement peer, which nobody runs',
    ]);
  });

  it('is every policy but those that choose the provider', () => {
    const policy = (name: string, ...types: readonly string[]) => ({ name, type: types[0], types }) as never;
    expect(
      unusedPolicies([policy('a', 'my.Place', 'tosca.policies.Placement'), policy('b', 'tosca.policies.Scaling')]),
    ).toEqual(['policy b (tosca.policies.Scaling) is not carried out: a job runs as often as its array_size says']);
  });
});
