/** Machine images, and the public parameters of Systems Manager that name the newest of each kind. */

import { createHash } from 'node:crypto';

export interface Image {
  readonly id: string;
  readonly name: string;
  readonly parameter: string;
  readonly architecture: 'x86_64' | 'arm64';
  readonly rootDevice: string;
  readonly platform?: 'windows';
  /** whether the agent of Systems Manager is in it */
  readonly agent: boolean;
}

type Kind = Omit<Image, 'id' | 'name'>;

const both = ['x86_64', 'arm64'] as const;
const debianNames = { x86_64: 'amd64', arm64: 'arm64' } as const;

const ubuntu = (version: string, disk: string): Kind[] =>
  both.map((architecture) => ({
    parameter: `/aws/service/canonical/ubuntu/server/${version}/stable/current/${debianNames[architecture]}/hvm/${disk}/ami-id`,
    architecture,
    rootDevice: '/dev/sda1',
    agent: true,
  }));

const debian = (version: string): Kind[] =>
  both.map((architecture) => ({
    parameter: `/aws/service/debian/release/${version}/latest/${debianNames[architecture]}`,
    architecture,
    rootDevice: '/dev/xvda',
    agent: false,
  }));

const amazon = (name: string): Kind[] =>
  both.map((architecture) => ({
    parameter: `/aws/service/ami-amazon-linux-latest/${name}-${architecture}`,
    architecture,
    rootDevice: '/dev/xvda',
    agent: true,
  }));

const suse = (pack: string): Kind[] =>
  both.map((architecture) => ({
    parameter: `/aws/service/suse/sles/15-${pack}/${architecture}/latest`,
    architecture,
    rootDevice: '/dev/sda1',
    agent: true,
  }));

const windows = (version: string): Kind => ({
  parameter: `/aws/service/ami-windows-latest/Windows_Server-${version}-English-Full-Base`,
  architecture: 'x86_64',
  rootDevice: '/dev/sda1',
  platform: 'windows',
  agent: true,
});

const kinds: readonly Kind[] = [
  ...ubuntu('22.04', 'ebs-gp2'),
  ...ubuntu('24.04', 'ebs-gp3'),
  ...ubuntu('26.04', 'ebs-gp3'),
  ...['11', '12', '13'].flatMap(debian),
  ...['al2023-ami-kernel-default', 'amzn2-ami-hvm'].flatMap(amazon),
  ...['sp5', 'sp6', 'sp7'].flatMap(suse),
  ...['2019', '2022', '2025'].map(windows),
];

/** The same id at each start, because tests and people write them down. */
const hexOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 17);

const byRegion = new Map<string, readonly Image[]>();

export function imagesOf(region: string): readonly Image[] {
  const known = byRegion.get(region);
  if (known) return known;
  const images = kinds.map((kind) => ({
    ...kind,
    id: `ami-${hexOf(`${region} ${kind.parameter}`)}`,
    name: kind.parameter.replace(/^\/aws\/service\//, '').replaceAll('/', '-'),
  }));
  byRegion.set(region, images);
  return images;
}

export const findImage = (region: string, id: unknown): Image | undefined =>
  imagesOf(region).find((image) => image.id === id);

export const publicParameter = (name: string, region: string): string | undefined =>
  imagesOf(region).find(({ parameter }) => parameter === name)?.id;
