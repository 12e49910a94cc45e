import { type Named, script } from './changes.ts';
import type { Draft } from './drafts.ts';

const software = (host: string, requirements: readonly Draft[] = [], interfaces?: Draft): Draft => ({
  type: 'tosca.nodes.SoftwareComponent',
  requirements: [{ host }, ...requirements],
  ...(interfaces && { interfaces }),
});

const configured: Draft = { Standard: { configure: script('configure.yml') } };
const machine: Draft = { type: 'tosca.nodes.Compute' };
const to = (node: string): Draft => ({ dependency: node });

const joined = (node: string): Draft => ({
  dependency: {
    node,
    relationship: {
      type: 'tosca.relationships.DependsOn',
      interfaces: { Configure: { post_configure_source: script('join.yml') } },
    },
  },
});

const types: Draft = {
  node_types: {
    'my.Peer': {
      derived_from: 'tosca.nodes.SoftwareComponent',
      capabilities: { talk: { type: 'tosca.capabilities.Endpoint' } },
      requirements: [
        {
          peer: {
            capability: 'tosca.capabilities.Endpoint',
            node: 'my.Peer',
            relationship: 'tosca.relationships.ConnectsTo',
          },
        },
      ],
    },
  },
};

/** Nodes that need each other, and one that needs itself. */
export function* ofPeers(): Generator<Named> {
  for (const [what, interfaces] of [
    ['', undefined],
    [' that are configured', configured],
  ] as const) {
    const one = (requirement: Draft, host = 'vm') => software(host, [requirement], interfaces);
    yield [`two${what}`, { node_templates: { vm: machine, a: one(to('b')), b: one(to('a')) } }];
    yield [
      `two${what}, on two machines`,
      { node_templates: { vm: machine, other: machine, a: one(to('b')), b: one(to('a'), 'other') } },
    ];
    yield [
      `three${what}`,
      { node_templates: { vm: machine, a: one(to('b')), b: one({ dependency: { node: 'c' } }), c: one(to('a')) } },
    ];
    yield [`itself${what}`, { node_templates: { vm: machine, a: one(to('a')) } }];
    const peer = (name: string): Draft => ({ ...one({ peer: name }), type: 'my.Peer' });
    yield [`two that connect${what}`, { node_templates: { vm: machine, a: peer('b'), b: peer('a') } }, types];
    yield [`two that join${what}`, { node_templates: { vm: machine, a: one(joined('b')), b: one(joined('a')) } }];
    yield [`one that joins${what}`, { node_templates: { vm: machine, a: one(to('b')), b: one(joined('a')) } }];
    yield [
      `a machine and what is on it${what}`,
      { node_templates: { vm: { ...machine, requirements: [to('a')] }, a: software('vm', [], interfaces) } },
    ];
  }
  yield [
    'two machines',
    { node_templates: { v: { ...machine, requirements: [to('w')] }, w: { ...machine, requirements: [to('v')] } } },
  ];
}
