/** @module-tag full */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/domain/changes/change.ts';
import { isEqual } from '../../../src/domain/changes/differences.ts';
import type { Node } from '../../../src/tosca/topology.ts';
import { sampled } from '../../support/sampled.ts';
import { attached, compute, container, network, port, runtime, software, volume, weighed } from './requested.ts';

const scalar = fc.constantFrom<string | number | boolean>(1, 2, 'a', 'b', '1 GB', '1000 MB', true);
const value = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('x', 'y'), scalar, { maxKeys: 2 }),
);
const values = (...names: readonly string[]) => fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 3 });
const count = fc.integer({ min: 1, max: 3 });
const type = (base: string) => fc.constantFrom(base, `my.${base}`);

const web = fc
  .record({
    type: type('tosca.nodes.Compute'),
    count,
    properties: values('instance_name', 'tags', 'os_users'),
    host: values('num_cpus', 'mem_size', 'disk_size', 'instance_type'),
    os: values('image', 'version', 'credential'),
    endpoint: values('ports', 'network_name'),
    custom: values('a'),
    disks: fc.subarray(['disk', 'more']),
  })
  .map(({ host, os, endpoint, custom, disks, ...given }) =>
    compute('web', {
      ...given,
      capabilities: { host, os, endpoint, custom },
      requirements: disks.map((name) => attached(name, `/${name}`)),
    }),
  );
const app = fc
  .record({
    properties: values('users', 'password'),
    endpoint: values('port', 'ports', 'protocol'),
    input: value,
    file: scalar,
    dependency: fc.constantFrom('web', 'db'),
  })
  .map(({ properties, endpoint, input, file, dependency }) =>
    software('app', 'web', {
      properties,
      capabilities: { endpoint },
      interfaces: { Standard: { configure: { inputs: { input } } } },
      artifacts: { role: { file } },
      requirements: [{ name: 'dependency', node: dependency }],
    }),
  );
const topology = fc
  .record({
    web: fc.option(web, { nil: undefined }),
    app: fc.option(app, { nil: undefined }),
    db: fc.constant(compute('db')),
    net: fc.option(
      values('cidr', 'network_type').map((each) => network('net', each)),
      { nil: undefined },
    ),
    port: fc.option(
      fc.tuple(fc.constantFrom('web', 'db'), values('order')).map(([to, each]) => port('p', to, 'net', each)),
      { nil: undefined },
    ),
    disk: values('size', 'volume_id').map((each) => volume('disk', each)),
    more: fc.constant(volume('more', { size: '1 GB' })),
    docker: values('num_cpus').map((each) => runtime('docker', each)),
    shop: values('environment').map((properties) => container('shop', 'docker', { properties })),
  })
  .map((parts) => Object.values(parts).filter((node) => node !== undefined));

/** Everything that a node template says, by section, without what is compared under another name. */
const saidBy = ({ properties, capabilities, requirements, interfaces, artifacts, type: own, count: number }: Node) => ({
  properties,
  ...Object.fromEntries(Object.entries(capabilities).map(([name, one]) => [`capabilities.${name}.`, one.properties])),
  attachments: requirements.filter(({ relationship }) => relationship?.endsWith('AttachesTo')),
  requirements: requirements.filter(({ relationship }) => !relationship?.endsWith('AttachesTo')),
  interfaces: interfaces ?? null,
  artifacts: artifacts ?? null,
  type: own,
  count: number,
});

describe('weighing a template', () => {
  it('against itself finds nothing', () => {
    fc.assert(
      fc.property(topology, fc.boolean(), (nodes, replace) => {
        const { changes, replaced, altered } = weighed(nodes, structuredClone(nodes), { replace });
        expect([changes, replaced.size, altered.size]).toEqual([[], 0, 0]);
      }),
    );
  });

  it('against another one leaves nothing out that a node says otherwise', () => {
    fc.assert(
      fc.property(topology, topology, fc.boolean(), (before, after, replace) => {
        const { changes } = weighed(before, after, { replace });
        for (const old of before) {
          const wanted = after.find(({ name }) => name === old.name);
          if (wanted === undefined) continue;
          const [was, is] = [saidBy(old), saidBy(wanted)];
          for (const section of Object.keys(is) as (keyof typeof is)[]) {
            if (isEqual(was[section] as never, is[section] as never)) continue;
            const isTold = changes.some(({ node, property }) => node === old.name && property.startsWith(section));
            // 1 GB and 1000 MB are no change of a size
            const onlySizes = JSON.stringify([was[section], is[section]]).includes('1000 MB');
            expect(isTold || onlySizes, `${old.name} ${section}`).toBe(true);
          }
        }
      }),
      { numRuns: sampled(150, 500) },
    );
  });

  it('gives each machine that stands one fate, and refuses only what is neither allowed nor possible', () => {
    fc.assert(
      fc.property(topology, topology, (before, after) => {
        const { changes, replaced, altered } = weighed(before, after, { replace: true });
        expect([...altered].filter((id) => replaced.has(id))).toEqual([]);
        const refused = changes.filter(({ how }) => how === 'refused');
        for (const { why } of refused)
          expect(why).toMatch(/^(the Infrastructure Manager keeps|a node that changes from a machine)/);
        const fates = (how: Change['how']) => changes.filter((change) => change.how === how);
        expect(fates('altered').length > 0).toBe(altered.size > 0);
        expect(fates('replaced').length > 0 || replaced.size === 0).toBe(true);
        const strict = weighed(before, after);
        expect(strict.replaced.size).toBe(0);
        expect(strict.changes.map(({ node, property }) => `${node} ${property}`)).toEqual(
          changes.map(({ node, property }) => `${node} ${property}`),
        );
        expect(strict.changes.filter(({ how }) => how === 'replaced')).toEqual([]);
      }),
      { numRuns: sampled(150, 500) },
    );
  });

  it('takes a template for the same whichever way its sizes are written', () => {
    const of = (size: string) => [compute('web', { capabilities: { host: { mem_size: size, disk_size: size } } })];
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999 }), (gigabytes) => {
        expect(weighed(of(`${gigabytes} GB`), of(`${gigabytes * 1000} MB`)).changes).toEqual([]);
      }),
    );
  });
});
