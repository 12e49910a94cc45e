import { describe, expect, it } from 'vitest';
import { matchSize } from '../../../src/domain/cloudformation/offers/match-size.ts';
import { processorOf } from '../../../src/domain/cloudformation/offers/processors.ts';
import { sizes } from '../../../src/domain/cloudformation/offers/sizes.ts';
import type { Json } from '../../../src/tosca/topology.ts';

const region = 'us-east-1';
const match = (host: { readonly [name: string]: Json }, architecture?: string, patterns?: readonly string[]) => {
  const found = matchSize(host, architecture, { region, ...(patterns && { sizes: patterns }) });
  return 'why' in found ? found.why : `${found.name} ${found.architecture}`;
};

describe('the size of a machine', () => {
  it('is the cheapest that has everything', () => {
    expect(match({})).toBe('t3.micro x86_64');
    expect(match({ num_cpus: 2, mem_size: '1 GiB' })).toBe('t3.micro x86_64');
    expect(match({ mem_size: '1.01 GiB' })).toBe('t3.small x86_64');
    expect(match({ num_cpus: 3 })).toMatch(/^(?!.*(micro|small|medium|\.large)).* x86_64$/);
    expect(match({}, 'arm64')).toBe('t4g.micro arm64');
    expect(match({ num_gpus: 1 })).toMatch(/^g\d/);
    expect(match({ num_gpus: 0, gpu_model: 'A10G', gpu_vendor: 'amd' })).toBe('t3.micro x86_64');
    expect(match({ num_gpus: 1, gpu_model: 'a10g', gpu_vendor: 'NVIDIA' })).toMatch(/^g5\./);
    expect(match({ num_gpus: 2 })).toBe(match({ num_gpus: 4 }));
  });

  it('is none where nothing has that: the reason names each demand', () => {
    const demands =
      'asks for 1 CPUs, 2 MB of memory, an x86_64 processor, 1 GPUs, GPUs ZX, GPUs of amd, a size m7i.*, and none';
    const host = { mem_size: '1.1 MB', num_gpus: 1, gpu_model: 'ZX', gpu_vendor: 'amd', instance_type: 'm7i.*' };
    expect(match(host)).toContain(demands);
    expect(match({}, undefined, ['m7i.large', 'x*.y'])).toBe('m7i.large x86_64');
    expect(match({ num_cpus: 99 }, undefined, ['m7i.large', 'x*.y'])).toContain(
      'none of the sizes here has that (m7i.large, x*.y)',
    );
  });
});

describe('a size that is asked for by its name', () => {
  it.each([
    ...(['a1.large', 'm7g.large', 't4g.nano', 'im4gn.large', 'hpc7g.4xlarge', 'x2gd.medium', 'g5g.xlarge'] as const),
  ])('is one of the ARM processors of AWS: %s', (size) => {
    expect(processorOf(size)).toBe('arm64');
  });

  it.each([
    't3.large',
    'g5.xlarge',
    'g6e.xlarge',
    'hpc7a.12xlarge',
    'u-6tb1.metal',
    'x2idn.16xlarge',
    'c7i-flex.large',
  ])('is none of the ARM processors of AWS: %s', (size) => {
    expect(processorOf(size)).toBe('x86_64');
  });

  it('is that one, with the processor that AWS marks its family with', () => {
    for (const { name, architecture } of sizes) expect(match({ instance_type: name })).toBe(`${name} ${architecture}`);
    const all = ['*'];
    expect(match({ instance_type: 'a1.large' }, undefined, all)).toBe('a1.large arm64');
    expect(match({ instance_type: 'c6gn.large' }, undefined, all)).toBe('c6gn.large arm64');
    expect(match({ instance_type: 'x2iedn.large' }, undefined, all)).toBe('x2iedn.large x86_64');
    expect(match({ instance_type: 'u-6tb1.56xlarge' }, undefined, all)).toBe('u-6tb1.56xlarge x86_64');
    expect(match({ instance_type: 'g9.large' }, undefined, all)).toBe('g9.large x86_64');
  });

  it('has to be one of AWS, for the processor, and allowed', () => {
    for (const name of ['large', 't3.large.', 'T3.large', ' t3.large', 't3.large!'])
      expect(match({ instance_type: name })).toMatch(/and sizes of AWS have names such as t3\.small/);
    expect(match({ instance_type: 't3.large' }, 'x86_64')).toBe('t3.large x86_64');
    expect(match({ instance_type: 't3.large' }, 'arm64')).toBe(
      'asks for the size t3.large, which is x86_64, and for an image for arm64',
    );
    expect(match({ instance_type: 'x9.huge' })).toMatch(/^asks for the size x9\.huge, and this provider has c7i\.\*, /);
  });
});

describe('the sizes that an operator allows', () => {
  it.each([
    [['t3.*'], true],
    [['*.large'], true],
    [['t*.l*e'], true],
    [['t3.large'], true],
    [['*'], true],
    [['m*', 't3.la*'], true],
    [['t*3*.large'], true],
    [['t3'], false],
    [['3.*'], false],
    [['t3.larg'], false],
    [['*.larg'], false],
    [['t3.large*e'], false],
    [['t*x*e'], false],
    [['t3.large*large'], false],
    [[], false],
  ])('%j have t3.large: %s', (patterns, isAllowed) => {
    expect(match({ instance_type: 't3.large' }, undefined, patterns)).toMatch(
      isAllowed ? /^t3\.large x86_64$/ : /^asks/,
    );
  });
});
