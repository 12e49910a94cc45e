import { describe, expect, it } from 'vitest';
import {
  imageOf,
  isServerless,
  portsOf,
  publishedPort,
  requestedHost,
  runtimeOf,
  taskSize,
} from '../../../src/domain/cloudformation/containers/requested-container.ts';
import type { Json } from '../../../src/tosca/topology.ts';
import { byNameOf, type Given, node } from './node.ts';

const container = (more: Given = {}) => node('web', 'Container.Application', more);
const onRuntime = [{ name: 'host', node: 'runtime' }];
const runtime = (host: { readonly [name: string]: Json }, type = 'Container.Runtime') =>
  node('runtime', type, { capabilities: { host } });

describe('the runtime of a container', () => {
  it('is the one that it requires, of the standard or of INDIGO', () => {
    for (const type of ['Container.Runtime', 'indigo.Container.Runtime.Docker']) {
      const one = runtime({}, type);
      const requirements = [{ name: 'other' }, { name: 'other', node: 'gone' }, ...onRuntime];
      expect(runtimeOf(container({ requirements }), byNameOf(one))).toBe(one);
    }
    expect(runtimeOf(container({ requirements: onRuntime }), byNameOf(node('runtime', 'WebServer')))).toBeUndefined();
  });

  it('says what the container asks for; without one, its own properties do', () => {
    const properties = { cpus: 2, memory: '1 GB', other: 3 };
    expect(requestedHost(container({ properties }), byNameOf())).toEqual({ num_cpus: 2, mem_size: '1 GB' });
    expect(requestedHost(container(), byNameOf())).toStrictEqual({});
    const one = byNameOf(runtime({ num_cpus: 4 }));
    expect(requestedHost(container({ properties, requirements: onRuntime }), one)).toEqual({ num_cpus: 4 });
  });

  it('may stand on a machine: then the container is software', () => {
    const machine = node('machine', 'Compute');
    const standing = { ...runtime({}), requirements: [{ name: 'host', node: 'machine' }] } as never;
    expect(isServerless(container({ requirements: onRuntime }), byNameOf(standing, machine))).toBe(false);
    expect(isServerless(container({ requirements: onRuntime }), byNameOf(runtime({})))).toBe(true);
  });
});

describe('a published port', () => {
  it.each([
    [{ source: 80, target: 8080 }, [{ port: 80, outside: 8080, protocol: 'tcp' }]],
    [{ source: 80 }, [{ port: 80, outside: 80, protocol: 'tcp' }]],
    [{ target: 80, protocol: 'UDP' }, [{ port: 80, outside: 80, protocol: 'udp' }]],
    [{ target: '80' }, []],
    [{}, []],
  ] as const)('%j: %j', (given, expected) => {
    expect(publishedPort(given)).toEqual(expected);
  });
});

describe('the ports of a container', () => {
  it('are those that are published, exposed, and those of its endpoints, each once', () => {
    const host = {
      publish_ports: [{ source: 80, target: 8080 }, {}],
      expose_ports: [{ source: 80 }, { target: 9000, protocol: 'udp' }, { source: 9001, target: 1 }, {}],
    };
    const endpoint = { port: 9000, ports: { a: { target: 9100, source: 1 }, b: { source: 9200 }, c: {} } };
    const one = container({ requirements: onRuntime, capabilities: { endpoint, host: { port: 1 } } });
    expect(portsOf(one, byNameOf(runtime(host))).toSorted((a, b) => a.port - b.port)).toEqual([
      { port: 80, outside: 8080, protocol: 'tcp' },
      { port: 9000, protocol: 'udp' },
      { port: 9001, protocol: 'tcp' },
      { port: 9100, protocol: 'tcp' },
      { port: 9200, protocol: 'tcp' },
    ]);
  });

  it('may have the same number for TCP and UDP, and be published at several others', () => {
    const host = {
      publish_ports: [
        { source: 8080, target: 80 },
        { source: 8080, target: 81 },
        { source: 8080, target: 80 },
      ],
      expose_ports: [{ source: 53 }, { source: 53, protocol: 'udp' }],
    };
    const endpoint = { port: 123, protocol: 'udp' };
    const one = container({ requirements: onRuntime, capabilities: { endpoint } });
    const all = portsOf(one, byNameOf(runtime(host)));
    expect(new Set(all)).toEqual(
      new Set([
        { port: 8080, outside: 80, protocol: 'tcp' },
        { port: 8080, outside: 81, protocol: 'tcp' },
        { port: 53, protocol: 'tcp' },
        { port: 53, protocol: 'udp' },
        { port: 123, protocol: 'udp' },
      ]),
    );
    expect(all).toHaveLength(5);
  });

  it('are none where nobody names one', () => {
    expect(portsOf(container(), byNameOf())).toEqual([]);
  });
});

describe('the image of a container', () => {
  const imageIn = (artifacts: Json | undefined, properties = {}) =>
    imageOf(container({ properties, ...(artifacts !== undefined && { artifacts }) }));

  it.each([
    [{ image: 'nginx:1.27' }, 'nginx:1.27'],
    [{ other: { type: 'tosca.artifacts.Deployment.Image.Container.Docker', file: 'a/b@sha256:0f' } }, 'a/b@sha256:0f'],
    // the type decides before the name
    [{ image: 'a', mine: { type: 'my.Image.Container', file: 'b' } }, 'b'],
    [{ image: { file: 'registry.example:5000/a/b:c' } }, 'registry.example:5000/a/b:c'],
  ])('is an artifact: %j', (artifacts, image) => {
    expect(imageIn(artifacts)).toEqual({ image });
  });

  it.each([
    ['https://registry.hub.docker.com/', 'mysql'],
    ['docker.io', 'mysql'],
    ['https://quay.io/', 'quay.io/mysql'],
    ['https://registry.example:5050/group', 'registry.example:5050/group/mysql'],
  ])('is in the repository %s', (address, image) => {
    expect(imageIn({ image: { file: 'mysql', repository: 'r', repository_url: address } })).toEqual({ image });
  });

  it('is the property before the artifact', () => {
    expect(imageIn({ image: 'a' }, { image: 'b' })).toEqual({ image: 'b' });
    expect(imageIn(undefined, { image: 'b' })).toEqual({ image: 'b' });
  });

  it('is missing, in a repository, or no name of one: the reason says which', () => {
    const none = { why: 'names no image: give it an artifact image with the name of one' };
    for (const artifacts of [undefined, { other: 'a' }, { image: { type: 'x' } }])
      expect(imageIn(artifacts)).toEqual(none);
    expect(imageIn({ image: { file: 'a', repository: 'mine' } })).toEqual({
      why: 'takes its image from a repository mine without an address: declare it in repositories, or write it into the name of the image',
    });
    for (const image of ['a b', 'https://a/b', 'a:b:c', '/a', 'a@sha256:xyz', 'x\na'])
      expect(imageIn({ image })).toEqual({ why: `has the image ${image}, which is no name of one` });
  });
});

describe('the size of a task', () => {
  it('is the smallest that has what is asked for', () => {
    expect(taskSize({})).toEqual({ units: 256, memory: 512 });
    expect(taskSize({ num_cpus: 1, mem_size: '3 GiB' })).toEqual({ units: 1024, memory: 3072 });
    expect(taskSize({ num_cpus: 0.3 })).toMatchObject({ units: 512 });
    expect(taskSize({ num_gpus: 0 })).toEqual({ units: 256, memory: 512 });
  });

  it('is none where Fargate has none', () => {
    expect(taskSize({ disk_size: '200 GiB' })).toMatchObject({ units: 256 });
    expect(taskSize({ disk_size: '201 GiB' })).toEqual({
      why: 'asks for a disk of 201 GiB, and Fargate has at most 200',
    });
    expect(taskSize({ num_gpus: 1 })).toEqual({ why: 'asks for GPUs, and Fargate has none' });
    expect(taskSize({ num_cpus: 33, mem_size: '1.5 MiB' })).toEqual({
      why: 'asks for 33 CPUs and 2 MiB of memory, and Fargate has at most 32 vCPUs and 249856 MiB',
    });
  });
});
