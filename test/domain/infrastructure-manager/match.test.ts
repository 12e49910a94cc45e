import { describe, expect, it } from 'vitest';
import { matchFlavor } from '../../../src/domain/infrastructure-manager/match-flavor.ts';
import { type Match, matchImage } from '../../../src/domain/infrastructure-manager/match-image.ts';
import type { Flavor, Image, Offer } from '../../../src/domain/providers/offer.ts';
import type { Json } from '../../../src/tosca/topology.ts';

const offer = (more: Partial<Offer>): Offer => ({
  id: 'o',
  name: 'Cloud',
  priority: 1,
  host: 'cloud.example',
  imageScheme: 'ost',
  ...more,
});

const outcome = (match: Match<{ id?: string; name?: string | undefined }>): string =>
  match.is === 'found' ? (match.found.id ?? match.found.name ?? '') : match.is === 'kept' ? 'kept' : match.why;

type Case = readonly [what: string, asked: { readonly [name: string]: Json }, outcome: string];

describe('matchImage', () => {
  const images: readonly Image[] = [
    { id: 'i1', name: 'ubuntu:22.04', type: 'linux', distribution: 'Ubuntu', version: '22.04', architecture: 'x86_64' },
    { id: 'i2', name: 'ubuntu:24.04', type: 'linux', distribution: 'ubuntu', version: '24.04', architecture: 'x86_64' },
    { id: 'i3', name: 'gpu', distribution: 'ubuntu', version: '24.04', cudaSupport: true, cudaVersion: '10.2' },
  ];
  it.each<Case>([
    ['any, when nothing is asked for', {}, 'i1'],
    ['by distribution, whatever its case', { distribution: 'UBUNTU' }, 'i1'],
    ['by all that is asked for', { distribution: 'ubuntu', version: '24.04', type: 'linux' }, 'i2'],
    ['by a version that YAML took for a number', { version: 24.04 }, 'i2'],
    ['by name without a tag', { image: 'ubuntu' }, 'i1'],
    ['by name with a tag', { image: 'ubuntu:24.04' }, 'i2'],
    ['by name first, whatever else is asked for', { image: 'gpu', version: '22.04' }, 'i3'],
    ['by the rest, when nobody knows the name', { image: 'fedora', version: '24.04' }, 'i2'],
    ['not at all, when only an unknown name is given', { image: 'fedora' }, 'has no image named fedora'],
    ['not at all, when nothing fits', { distribution: 'debian' }, 'has no image with distribution debian'],
    ['by a feature that it must have', { cuda_support: true }, 'i3'],
    ['whatever it has, when a feature is not asked for', { cuda_support: false }, 'i1'],
    ['by the least version of CUDA, compared as versions', { cuda_min_version: '9.1' }, 'i3'],
    ['by exactly the least version of CUDA', { cuda_min_version: '10.2' }, 'i3'],
    ['any, when a text is empty', { distribution: '' }, 'i1'],
    ['not by a higher one', { cuda_min_version: '11' }, 'has no image with CUDA 11 or later'],
    ['not by what only the deployment can tell', { version: { get_attribute: ['a', 'b'] } }, 'i1'],
    ['kept, when it is an address here', { image: 'ost://cloud.example/abc' }, 'kept'],
    [
      'missing, when it is an address of another cloud',
      { image: 'ost://other.example/abc' },
      'is not the cloud of image ost://other.example/abc',
    ],
    [
      'missing, when it is an address of another kind of cloud',
      { image: 'aws://eu-1/ami' },
      'is not the cloud of image aws://eu-1/ami',
    ],
  ])('is %s', (_, asked, expected) => {
    expect(outcome(matchImage(asked, offer({ images })))).toBe(expected);
  });

  it.each<[string, string, Partial<Offer>, string]>([
    ['an OpenStack whose host is not known', 'ost://other.example/abc', { host: undefined }, 'kept'],
    ['a cloud of unknown kind', 'aws://eu-1/ami', { imageScheme: undefined }, 'kept'],
    ['a cloud whose addresses name no host', 'aws://eu-1/ami', { imageScheme: 'aws' }, 'kept'],
  ])('keeps an address at %s', (_, image, cloud, expected) => {
    expect(outcome(matchImage({ image }, offer({ images, ...cloud })))).toBe(expected);
  });

  it('never takes an image without a version of CUDA for one that has it', () => {
    const least = matchImage({ cuda_min_version: '0' }, offer({ images: images.slice(0, 2) }));
    expect(outcome(least)).toBe('has no image with CUDA 0 or later');
  });

  it('leaves it to the provider when its images are not known, and has none when it has none', () => {
    expect(matchImage({ distribution: 'ubuntu' }, offer({}))).toEqual({ is: 'kept' });
    expect(outcome(matchImage({}, offer({ images: [] })))).toBe('has no image at all');
  });
});

describe('matchFlavor', () => {
  const flavor = (name: string, cpus: number, memory: number, disk: number, more: Partial<Flavor> = {}): Flavor => ({
    name,
    cpus,
    memory,
    disk,
    ...more,
  });
  const flavors = [
    flavor('gpu', 1, 1024, 10, { gpus: 1, gpuVendor: 'NVIDIA', gpuModel: 'T4' }),
    flavor('large', 8, 16_384, 100, { infiniband: true }),
    flavor('medium', 2, 4096, 40),
    flavor('medium-disk', 2, 4096, 80),
    flavor('small', 1, 2048, 20),
  ];
  it.each<Case>([
    ['the smallest, when nothing is asked for', {}, 'small'],
    ['the smallest that is enough', { num_cpus: 2, mem_size: '3 GB' }, 'medium'],
    ['one with the disk', { num_cpus: 1, disk_size: '50 GB' }, 'medium-disk'],
    ['one with exactly the memory', { mem_size: '4096 MB' }, 'medium'],
    ['one without graphics processors, however small those are', { mem_size: '1 GB' }, 'small'],
    ['one with graphics processors', { num_gpus: 1 }, 'gpu'],
    ['one of a vendor, whatever its case', { num_gpus: 1, gpu_vendor: 'nvidia' }, 'gpu'],
    ['none of another model', { num_gpus: 1, gpu_model: 'A100' }, 'has no flavor with 1 GPUs, gpu_model A100'],
    ['one of any vendor, when no graphics processor is asked for', { gpu_vendor: 'AMD' }, 'small'],
    ['one with InfiniBand', { infiniband_support: true }, 'large'],
    ['that of the name', { instance_type: 'large', num_cpus: 1 }, 'large'],
    ['another, when nobody knows the name', { instance_type: 'tiny', num_cpus: 2 }, 'medium'],
    ['none, when only an unknown name is given', { instance_type: 'tiny' }, 'has no flavor named tiny'],
    ['any, when a text is empty or no text', { instance_type: '', num_cpus: '9' }, 'small'],
    [
      'none of a vendor that nobody names',
      { num_gpus: 1, gpu_vendor: 'AMD' },
      'has no flavor with 1 GPUs, gpu_vendor AMD',
    ],
    ['none that is too small', { num_cpus: 16 }, 'has no flavor with 16 CPUs'],
  ])('is %s', (_, asked, expected) => {
    expect(outcome(matchFlavor(asked, offer({ flavors })))).toBe(expected);
  });

  it('is none at all where there is none', () => {
    expect(outcome(matchFlavor({}, offer({ flavors: [] })))).toBe('has no flavor at all');
  });

  it('is compared by the vendor only where the offer names one', () => {
    const nameless = flavor('gpu', 1, 1024, 10, { gpus: 1 });
    expect(outcome(matchFlavor({ num_gpus: 1, gpu_vendor: 'AMD' }, offer({ flavors: [nameless] })))).toBe(
      'has no flavor with 1 GPUs, gpu_vendor AMD',
    );
  });

  it('is the one with less memory, then the one with the smaller disk, in whatever order they are listed', () => {
    const all = [flavor('c', 1, 2, 3), flavor('b', 1, 2, 2), flavor('a', 1, 1, 9), flavor('d', 1, 3, 1)];
    for (const listed of [all, all.toReversed()])
      expect(outcome(matchFlavor({}, offer({ flavors: listed })))).toBe('a');
    for (const listed of [all, all.toReversed()])
      expect(outcome(matchFlavor({ mem_size: '2 MB' }, offer({ flavors: listed })))).toBe('b');
  });

  it('leaves it to the provider when its flavors are not known', () => {
    expect(matchFlavor({ num_cpus: 99 }, offer({}))).toEqual({ is: 'kept' });
  });
});
