/** EC2: what a region offers: sizes, images and zones. */

import { textsOf } from '../protocol/json.ts';
import { AwsRefusal } from '../protocol/refusal.ts';
import type { Tree } from '../protocol/xml.ts';
import { imagesOf } from '../world/images.ts';
import { type Size, sizes } from '../world/sizes.ts';
import { type Action, type Actions, bags, type Call, page, text, texts } from './call.ts';

const sizeShown = ({ name, cpus, memoryMiB, architecture, gpu }: Size): Tree => ({
  instanceType: name,
  currentGeneration: true,
  bareMetal: false,
  burstablePerformanceSupported: /^t\d/.test(name),
  supportedUsageClasses: ['on-demand', 'spot'],
  supportedVirtualizationTypes: ['hvm'],
  processorInfo: { supportedArchitectures: [architecture] },
  vCpuInfo: { defaultVCpus: cpus },
  memoryInfo: { sizeInMiB: memoryMiB },
  instanceStorageSupported: false,
  gpuInfo: gpu && {
    gpus: [
      { name: gpu.name, manufacturer: gpu.manufacturer, count: gpu.count, memoryInfo: { sizeInMiB: gpu.memoryMiB } },
    ],
    totalGpuMemoryInMiB: gpu.count * gpu.memoryMiB,
  },
});

/** The sizes that `InstanceType` and the filter `instance-type` leave. */
function sizesFor(call: Call): readonly Size[] {
  const names = texts(call, 'InstanceType');
  const strange = names.find((name) => !sizes.some((size) => size.name === name));
  if (strange)
    throw new AwsRefusal('InvalidInstanceType', `The following supplied instance types do not exist: [${strange}]`);
  const filters = bags(call, 'Filter');
  const wanted = filters.filter(({ Name }) => Name === 'instance-type').flatMap(({ Value }) => textsOf(Value));
  const other = filters.find(({ Name }) => !['instance-type', 'location', 'current-generation'].includes(String(Name)));
  if (other) throw new AwsRefusal('InvalidParameterValue', `The filter '${other['Name']}' is invalid`);
  const fits = (name: string): boolean =>
    wanted.length === 0 ||
    wanted.some((one) => new RegExp(`^${one.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(name));
  return sizes.filter(({ name }) => (names.length === 0 || names.includes(name)) && fits(name));
}

const describeInstanceTypes: Action = {
  accepts: ['InstanceType', 'Filter', 'NextToken', 'MaxResults'],
  handle: (call) => {
    const { items, next } = page(sizesFor(call), text(call, 'NextToken'), Number(text(call, 'MaxResults') ?? 100));
    return { instanceTypeSet: items.map(sizeShown), nextToken: next };
  },
};

const describeInstanceTypeOfferings: Action = {
  accepts: ['LocationType', 'Filter', 'NextToken', 'MaxResults'],
  handle: (call) => {
    const locationType = text(call, 'LocationType') ?? 'region';
    const { region, zones } = call.place;
    const all = (locationType === 'region' ? [region] : zones).flatMap((location) =>
      sizesFor(call).map(({ name }) => ({ instanceType: name, locationType, location })),
    );
    const { items, next } = page(all, text(call, 'NextToken'), Number(text(call, 'MaxResults') ?? 1000));
    return { instanceTypeOfferingSet: items, nextToken: next };
  },
};

const describeImages: Action = {
  accepts: ['ImageId', 'NextToken', 'MaxResults'],
  handle: (call) => {
    const ids = texts(call, 'ImageId');
    const all = imagesOf(call.place.region);
    const lost = ids.find((id) => !all.some((image) => image.id === id));
    if (lost) throw new AwsRefusal('InvalidAMIID.NotFound', `The image id '[${lost}]' does not exist`);
    const shown = all.filter(({ id }) => ids.length === 0 || ids.includes(id));
    return {
      imagesSet: shown.map(({ id, name, architecture, rootDevice, platform }) => ({
        imageId: id,
        name,
        architecture,
        platform,
        imageState: 'available',
        isPublic: true,
        rootDeviceType: 'ebs',
        rootDeviceName: rootDevice,
        virtualizationType: 'hvm',
      })),
    };
  },
};

export const offerActions: Actions = {
  DescribeInstanceTypes: describeInstanceTypes,
  DescribeInstanceTypeOfferings: describeInstanceTypeOfferings,
  DescribeImages: describeImages,
};
