import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { merged } from '../../../src/domain/cloudformation/networks/rules.ts';
import { reasonsOf, stackOf } from './translated.ts';

const port = fc.record({
  protocol: fc.constantFrom('tcp', 'udp'),
  from: fc.integer({ min: 1, max: 40 }),
  length: fc.integer({ min: 0, max: 5 }),
  source: fc.constantFrom('a', 'b'),
});
type One = { readonly protocol: string; readonly source: string; readonly from: number; readonly to: number };

const opened = (rules: readonly One[]) =>
  new Set(
    rules.flatMap(({ protocol, source, from, to }) =>
      Array.from({ length: to - from + 1 }, (_, index) => `${protocol} ${source} ${from + index}`),
    ),
  );

describe('ranges of ports that are merged', () => {
  it('open what they opened before, each port once, and none of them touches another', () => {
    fc.assert(
      fc.property(fc.array(port, { maxLength: 12 }), (all) => {
        const before = all.map(({ length, ...one }): One => ({ ...one, to: one.from + length }));
        const after = merged(before, ({ source }) => source);
        expect(opened(after)).toEqual(opened(before));
        expect(opened(after).size).toBe(after.reduce((sum, { from, to }) => sum + to - from + 1, 0));
        for (const one of after) {
          const alike = after.filter(({ protocol, source }) => protocol === one.protocol && source === one.source);
          expect(alike.some(({ to }) => to + 1 === one.from)).toBe(false);
        }
      }),
    );
  });

  it('keep their order, as ids follow from it', () => {
    const tcp = (from: number, to = from) => ({ protocol: 'tcp', from, to });
    expect(merged([tcp(5432), tcp(22), tcp(23), tcp(5433)])).toEqual([tcp(5432, 5433), tcp(22, 23)]);
    expect(merged([tcp(1), tcp(5), tcp(3), tcp(2, 4)])).toEqual([tcp(1, 5)]);
  });
});

/** 70 ports, every `step`th one. */
const ports = (count: number, step: number, more = ''): string => {
  const all = Array.from(
    { length: count },
    (_, index) => `p${index}: {protocol: tcp, source: ${9_000 + index * step}${more}}`,
  );
  return `server:
  type: tosca.nodes.indigo.Compute
  capabilities: {endpoint: {properties: {network_name: PUBLIC, ports: {${all.join(', ')}}}}}`;
};

describe('a machine with many ports', () => {
  it('that lie next to each other has one rule', async () => {
    const { resources } = await stackOf(ports(200, 1));
    expect(resources['serverGroup']?.Properties['SecurityGroupIngress']).toHaveLength(1);
  });

  it('that lie apart is refused before anything is made: the reason names it', async () => {
    expect(await reasonsOf(ports(60, 2))).toEqual([]);
    expect(await reasonsOf(ports(61, 2))).toEqual([expect.stringMatching(/^node server \(.*\) needs 61 rules/)]);
  });

  it('has as many again for IPv6, and rules that name other groups count for both', async () => {
    const six = ports(60, 2).replace(
      'ports: {',
      `ports: {${Array.from({ length: 60 }, (_, index) => `q${index}: {protocol: tcp, source: ${20_000 + index * 2}, remote_cidr: '2001:db8::/32'}`).join(', ')}, `,
    );
    expect(await reasonsOf(six)).toEqual([]);
    const client = `${ports(60, 2)}
client: {type: tosca.nodes.Compute, requirements: [{dependency: {node: server, relationship: tosca.relationships.ConnectsTo}}]}`;
    expect(await reasonsOf(client)).toEqual([expect.stringMatching(/^node server .* needs 120 rules/)]);
  });
});
