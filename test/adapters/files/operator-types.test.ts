import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storedTypes } from '../../../src/adapters/files/operator-types.ts';
import { typesIn } from '../../../src/adapters/files/types-folder.ts';
import { remembered } from '../../../src/adapters/files/types-memory.ts';
import type { TypeFiles } from '../../../src/tosca/operator-types.ts';
import { withOperatorTypes } from '../../../src/tosca/operator-types.ts';
import { processTemplate } from '../../../src/tosca/process.ts';
import { type Engine, startEngine } from '../../support/engine.ts';

const address = 'https://types.example.org/ours.yaml';
const files = {
  'addresses.yaml': `${address}: company/ours.yaml\n`,
  'company/ours.yaml':
    'tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types:\n  ours.Server: { derived_from: tosca.nodes.Compute }\n',
};
const template = `tosca_definitions_version: tosca_simple_yaml_1_3
imports: [ "${address}" ]
topology_template: { node_templates: { one: { type: ours.Server } } }
`;

let engine: Engine;
let folder: string;
beforeAll(async () => {
  engine = await startEngine();
  folder = await mkdtemp(join(tmpdir(), 'types-'));
  await mkdir(join(folder, 'company'));
  for (const [path, text] of Object.entries(files)) {
    await writeFile(join(folder, path), text);
    await engine.s3.send(new PutObjectCommand({ Bucket: engine.bucket, Key: `types/${path}`, Body: text }));
  }
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await engine.stop();
});

/** A store that does not answer, and a folder whose name no system accepts. */
const broken = (where: string): TypeFiles => {
  const client = Object.assign(Object.create(engine.s3), { send: () => Promise.reject(new Error('S3 is away')) });
  return where === 'S3' ? storedTypes({ client, bucket: engine.bucket }) : typesIn('\0', {});
};

const noNetwork = { read: async () => Promise.reject(new Error('no network here')) };

describe.each<[string, (memory?: { now: () => number }) => TypeFiles]>([
  ['S3', (memory) => storedTypes({ client: engine.s3, bucket: engine.bucket, ...memory })],
  ['a folder', (memory) => typesIn(folder, memory)],
])("an operator's types in %s", (where, make) => {
  it('answer the address that their map names', async () => {
    const imports = withOperatorTypes(make(), noNetwork);
    const processed = await processTemplate(template, { inputs: {}, imports });
    expect(processed.problems).toEqual([]);
    expect(processed.ok && processed.topology.nodes[0]?.types).toContain('tosca.nodes.Compute');
  });

  it('are undefined where there is no such file', async () => {
    expect(await make().read('other.yaml')).toBeUndefined();
    expect(await make().read('company')).toBeUndefined();
  });

  it('are an error when they cannot be read, and not taken for no types', async () => {
    await expect(broken(where).read('addresses.yaml')).rejects.toThrow(/away|cannot be read/);
  });

  it('are read again after a minute', async () => {
    let now = 0;
    const types = make({ now: () => now });
    const path = 'changing.yaml';
    const write = (text: string): Promise<unknown> =>
      where === 'S3'
        ? engine.s3.send(new PutObjectCommand({ Bucket: engine.bucket, Key: `types/${path}`, Body: text }))
        : writeFile(join(folder, path), text);
    expect(await types.read(path)).toBeUndefined();
    await write('first');
    expect(await types.read(path)).toBeUndefined();
    now += 60_000;
    expect(await types.read(path)).toBe('first');
    await write('second');
    expect(await types.read(path)).toBe('first');
    now += 60_000;
    expect(await types.read(path)).toBe('second');
  });
});

describe('the memory of types', () => {
  /** What was loaded; each path is its own text. */
  const memory = () => {
    const loaded: string[] = [];
    const { read } = remembered({ now: () => 0 }, async (path) => {
      loaded.push(path);
      return path;
    });
    return { read, loaded };
  };

  it('holds 200 files, and starts anew with the next', async () => {
    const { read, loaded } = memory();
    for (let index = 0; index < 200; index++) await read(`${index}.yaml`);
    expect(await read('0.yaml')).toBe('0.yaml');
    expect(loaded).toHaveLength(200);
    await read('200.yaml');
    await read('0.yaml');
    expect(loaded.slice(200)).toEqual(['200.yaml', '0.yaml']);
  });
});
