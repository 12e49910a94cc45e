import { describe, expect, it } from 'vitest';
import { architectureOfNamed, matchImage } from '../../../src/domain/cloudformation/offers/match-image.ts';
import type { StackImage } from '../../../src/domain/providers/stack-offer.ts';
import type { Json } from '../../../src/tosca/topology.ts';

type Os = { readonly [name: string]: Json };
const match = (os: Os, images?: readonly StackImage[], architecture: 'x86_64' | 'arm64' = 'x86_64') =>
  matchImage(os, architecture, { region: 'eu-west-1', ...(images && { images }) });
const why = (...given: Parameters<typeof match>): string => {
  const found = match(...given);
  return 'why' in found ? found.why : `found ${found.what}`;
};
const mine: StackImage = { id: 'ami-0a', name: 'Mine', architecture: 'aarch64' };

describe('an image that is asked for by its id or name', () => {
  it.each(['ami-0a', 'aws://eu-west-1/ami-0a'])('is the one of this id: %s', (image) => {
    expect(match({ image })).toEqual({
      image: { id: 'ami-0a' },
      rootDevice: '/dev/sda1',
      isGuessed: true,
      what: 'ami-0a',
    });
  });

  it.each(['xami-0a', 'ami-0a!', 'AMI-0a', 'x aws://eu-west-1/ami-0a', 'aws://eu-west-1/ami-0a/b', 'azure://ami-0a'])(
    'is none: %s',
    (image) => {
      expect(why({ image })).toMatch(/^asks for the image .*, and images of AWS have ids such as/);
    },
  );

  it('has to be one of this region', () => {
    expect(why({ image: 'aws://us-east-1/ami-0a' })).toMatch(
      /^asks for an image of region us-east-1, and this is eu-west-1/,
    );
  });

  it("is the operator's, by its name in any case, for its processor only", () => {
    expect(match({ image: 'MINE' }, [mine], 'arm64')).toMatchObject({ image: { id: 'ami-0a' } });
    expect(why({ image: 'mine' }, [mine])).toBe('asks for the image mine, which is for arm64, and for x86_64');
    expect(match({ image: 'mine' }, [mine, { id: 'ami-0b', name: 'mine' }])).toMatchObject({ image: { id: 'ami-0b' } });
  });

  it('decides the processor, if all images of this name have the same', () => {
    const of = (image: string, ...images: readonly StackImage[]) =>
      architectureOfNamed({ image }, { region: 'r', images });
    expect(of('mine', mine)).toBe('arm64');
    expect(of('ami-0a', mine)).toBe('arm64');
    expect(of('mine', { id: 'ami-0c', name: 'mine', architecture: 'amd64' })).toBe('x86_64');
    expect(of('mine', { id: 'ami-0c', name: 'mine', architecture: 'riscv' as never })).toBe('x86_64');
    expect(of('mine', mine, { id: 'ami-0b', name: 'mine' })).toBeUndefined();
    expect(of('other', mine)).toBeUndefined();
    expect(architectureOfNamed({}, { region: 'r', images: [mine] })).toBeUndefined();
    expect(architectureOfNamed({ image: 'mine' }, { region: 'r' })).toBeUndefined();
  });
});

describe('an image that is asked for by its system', () => {
  it.each([
    [{}, 'ubuntu 24.04 x86_64'],
    [{ type: 'Linux', distribution: 'Ubuntu', version: '22.04' }, 'ubuntu 22.04 x86_64'],
    [{ distribution: 'debian' }, 'debian 12 x86_64'],
    [{ distribution: 'Amazon Linux' }, 'amazon 2023 x86_64'],
    // a number in YAML loses its last zero
    [{ distribution: 'ubuntu', version: 24.04 }, 'ubuntu 24.04 x86_64'],
    [{ distribution: 'Amazon', version: '2023.0' }, 'amazon 2023 x86_64'],
    [{ distribution: 'debian', version: 13 }, 'debian 13 x86_64'],
    [{ gpu_driver: false }, 'ubuntu 24.04 x86_64'],
  ])('is a public one: %j is %s', (os, what) => {
    expect(match(os)).toMatchObject({ what });
  });

  it.each([
    [
      'ubuntu',
      '22.04',
      'ubuntu',
      '/dev/sda1',
      false,
      'canonical/ubuntu/server/22.04/stable/current/amd64/hvm/ebs-gp2/ami-id',
    ],
    [
      'ubuntu',
      '26.04',
      'ubuntu',
      '/dev/sda1',
      false,
      'canonical/ubuntu/server/26.04/stable/current/amd64/hvm/ebs-gp3/ami-id',
    ],
    ['debian', '11', 'admin', '/dev/xvda', true, 'debian/release/11/latest/amd64'],
    ['amazon', '2023', 'ec2-user', '/dev/xvda', false, 'ami-amazon-linux-latest/al2023-ami-kernel-default-x86_64'],
  ])('of %s %s has the login %s', (distribution, version, user, rootDevice, withoutAgent, parameter) => {
    expect(match({ distribution, version })).toEqual({
      ...{ image: { parameter: `/aws/service/${parameter}` }, rootDevice, user, withoutAgent },
      ...{ system: `${distribution}/${version}`, what: `${distribution} ${version} x86_64` },
    });
  });

  it('is for the processor that is asked for', () => {
    const parameter = (distribution: string) => JSON.stringify(match({ distribution }, undefined, 'arm64'));
    expect(parameter('ubuntu')).toContain('/arm64/');
    expect(parameter('debian')).toContain('/arm64"');
    expect(parameter('amazon')).toContain('-arm64"');
  });

  it('is none where nobody has it: the reason names what there is', () => {
    expect(why({ type: 'Windows' })).toBe('asks for the system windows, and only linux is supported: ask for linux');
    expect(why({ cuda_support: true })).toMatch(/^asks for cuda_support, which none of the public images has/);
    const images = [
      { id: 'ami-0a', distribution: 'rocky', version: '9' },
      { id: 'ami-0b', distribution: 'debian', version: '10', architecture: 'arm64' },
      mine,
    ];
    expect(why({ distribution: 'toString' }, images as never)).toMatch(
      /^asks for the distribution tostring, and there are ubuntu, debian, amazon, rocky: ask for one of these/,
    );
    expect(why({ distribution: 'debian', version: '9' }, images as never)).toMatch(
      /^asks for debian 9, and there are 10, 11, 12, 13: ask for one of these/,
    );
  });

  it("is the operator's own before a public one", () => {
    const own: StackImage = { id: 'ami-0a', distribution: 'AL2023', version: '2023', rootDevice: '/dev/xvda' };
    const found = {
      image: { id: 'ami-0a' },
      rootDevice: '/dev/xvda',
      what: 'ami-0a',
      user: 'ec2-user',
      system: 'amazon/2023',
    };
    expect(match({ distribution: 'amazon' }, [own])).toEqual(found);
    expect(match({}, [own])).toEqual(found);
    expect(match({ distribution: 'amazon', version: '2.023e3' }, [own])).toEqual(found);
    expect(match({ distribution: 'amazon' }, [{ ...own, user: 'ada' }])).toMatchObject({ user: 'ada' });
    expect(match({ distribution: 'ubuntu' }, [own])).toMatchObject({ what: 'ubuntu 24.04 x86_64' });
    expect(match({ distribution: 'amazon' }, [own], 'arm64')).toMatchObject({ what: 'amazon 2023 arm64' });
    const { version: _, ...versionless } = own;
    expect(match({ version: '2023', distribution: 'amazon' }, [versionless])).toMatchObject({
      what: 'amazon 2023 x86_64',
    });
  });

  it("is not the operator's image that only has a name, and one of no distribution for those who ask for none", () => {
    const named: StackImage = { id: 'ami-0a', name: 'mine' };
    expect(match({}, [named])).toMatchObject({ what: 'ubuntu 24.04 x86_64' });
    const plain: StackImage = { id: 'ami-0a' };
    expect(match({}, [plain])).toEqual({
      image: { id: 'ami-0a' },
      rootDevice: '/dev/sda1',
      isGuessed: true,
      what: 'ami-0a',
    });
    expect(match({ distribution: 'ubuntu' }, [plain])).toMatchObject({ what: 'ubuntu 24.04 x86_64' });
  });
});
