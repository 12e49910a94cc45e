import { describe, expect, it } from 'vitest';
import {
  bytesOf,
  capabilityValues,
  gibibytesOf,
  isUnknown,
  listOf,
  mapOf,
  numberOf,
  textOf,
} from '../../../src/domain/deployers/capability-values.ts';
import { fargateSize } from '../../../src/domain/deployers/fargate.ts';
import { isPublicKey, isSecretReference } from '../../../src/domain/deployers/secret-references.ts';
import type { Json, Node } from '../../../src/tosca/topology.ts';

describe('what a template asks for', () => {
  it('is read from a capability, and is nothing where there is none', () => {
    const node = { capabilities: { host: { types: [], properties: { num_cpus: 2 } } } } as unknown as Node;
    expect([capabilityValues(node, 'host'), capabilityValues(node, 'os')]).toEqual([{ num_cpus: 2 }, {}]);
  });

  it('is a text, a number, a list or a map, and anything else is like nothing', () => {
    const all: readonly (Json | undefined)[] = ['a', '', 7, 0, true, null, [1], { a: 1 }, undefined];
    expect(all.map(textOf)).toEqual(['a', undefined, '7', '0', ...Array(5).fill(undefined)]);
    expect(all.map(numberOf)).toEqual([undefined, undefined, 7, 0, ...Array(5).fill(undefined)]);
    expect(numberOf(Number.POSITIVE_INFINITY)).toBeUndefined();
    expect(all.map((one) => listOf(one).length)).toEqual([0, 0, 0, 0, 0, 0, 1, 0, 0]);
    expect(all.map((one) => Object.keys(mapOf(one)).length)).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 0]);
  });

  it('is a size in bytes, or in whole GiB that are enough', () => {
    expect(bytesOf('2 GB')).toBe(2e9);
    expect([bytesOf(2), bytesOf('much'), gibibytesOf(undefined)]).toEqual([undefined, undefined, undefined]);
    expect(['1 GiB', '1.1 GiB', '1 GB', '0 GB', '10 GB'].map(gibibytesOf)).toEqual([1, 2, 1, 1, 10]);
  });
});

describe('a value that is known only after the deployment', () => {
  it.each<[Json | undefined, boolean]>([
    [{ get_attribute: ['web', 'private_address'] }, true],
    [{ get_operation_output: [] }, true],
    [{ get_artifact: [] }, true],
    [[1, { a: [{ get_attribute: [] }] }], true],
    [{ concat: ['a', { get_attribute: [] }] }, true],
    [{ get_input: 'a' }, false],
    ['get_attribute', false],
    [['get_attribute'], false],
    [{}, false],
    [null, false],
    [undefined, false],
  ])('%j: %s', (value, expected) => {
    expect(isUnknown(value)).toBe(expected);
  });
});

describe('a size of Fargate', () => {
  it.each([
    [0.1, 0, 0.25, 512],
    [0.25, 513, 0.25, 1_024],
    [0.25, 1_025, 0.25, 2_048],
    [0.25, 2_048, 0.25, 2_048],
    [0.25, 2_049, 0.5, 3_072],
    [0.5, 0, 0.5, 1_024],
    [0.5, 1_025, 0.5, 2_048],
    [0.3, 4_097, 1, 5_120],
    [2, 16_384, 2, 16_384],
    [8, 16_385, 8, 20_480],
    [9, 0, 16, 32_768],
    [16, 122_880, 16, 122_880],
    [16.1, 0, 32, 61_440],
    [1, 122_881, 32, 249_856],
  ])('for %d vCPUs and %d MiB has %d and %d', (cpus, memory, has, rounded) => {
    expect(fargateSize({ cpus, memory })).toEqual({ cpus: has, memory: rounded });
  });

  it('is none above the largest', () => {
    expect([fargateSize({ cpus: 32.1, memory: 0 }), fargateSize({ cpus: 1, memory: 249_857 })]).toEqual([
      undefined,
      undefined,
    ]);
  });
});

const arn = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:toscanini-containers/db-AbC1';

describe('what stands in place of a secret', () => {
  it.each<Json>([arn, `${arn}:password`, `${arn}:password:AWSCURRENT:1`, { get_attribute: ['db', 'secret'] }])(
    'is %j',
    (value) => {
      expect(isSecretReference(value)).toBe(true);
    },
  );

  it.each<Json>([
    ...[
      arn.replace('toscanini-containers', 'other'),
      arn.replace('secret:', 'secret:x/'),
      ` ${arn}`,
      `${arn} `,
      `${arn}:a:b:c:d`,
    ],
    ...[arn.replace('123456789012', '12'), 'sesame', 7, null, [arn], { a: arn }],
  ])('is not %j', (value) => {
    expect(isSecretReference(value)).toBe(false);
  });
});

describe('a public key', () => {
  it.each([
    'ssh-ed25519 AAAA',
    'ssh-rsa AAAA+/= ada@example.org',
    'ecdsa-sha2-nistp256 AA a b',
    'sk-ssh-ed25519@openssh.com AA\n',
  ])('is %j', (key) => {
    expect(isPublicKey(key)).toBe(true);
  });

  it.each([
    '',
    'ssh-rsa',
    'ssh-rsa ',
    'ssh-rsa AA!',
    ' ssh-rsa AA',
    'rsa AA',
    'ssh-rsa AA a\nssh-rsa BB',
    '-----BEGIN PRIVATE KEY-----',
  ])('is not %j', (key) => {
    expect(isPublicKey(key)).toBe(false);
  });
});
