import type { Json } from '../../../tosca/topology.ts';
import { getAtt, type StackResources } from '../blueprint/blueprint.ts';
import { everyMachine, groupOf } from './groups.ts';

/** A network interface of a machine that has several. */
export interface Interface {
  readonly subnet: Json;
  /** the address that a port asks for */
  readonly address?: string | undefined;
  /** it leads to the internet */
  readonly isPublic: boolean;
  /** names of the port nodes that it stands for */
  readonly ports: readonly string[];
}

/** How many a size has at least: small sizes have fewer. */
const mostOf = (size: string): number => {
  if (/\.(nano|micro)$/.test(size)) return 2;
  return /\.(small|medium|large)$/.test(size) ? 3 : 4;
};

export const tooManyInterfaces = (interfaces: readonly Interface[], size: string): readonly string[] =>
  interfaces.length <= mostOf(size)
    ? []
    : [
        `stands in ${interfaces.length} networks, and ${size} has at most ${mostOf(size)} network interfaces: ask for a larger size`,
      ];

const idOf = (instance: string, index: number): string => `${instance}Interface${index}`;

/** Resources of their own: an interface has its address before its machine starts. */
export const interfaceResources = (node: string, instance: string, all: readonly Interface[]): StackResources =>
  Object.fromEntries(
    all.map(({ subnet, address }, index) => [
      idOf(instance, index),
      {
        Type: 'AWS::EC2::NetworkInterface',
        Properties: {
          SubnetId: subnet,
          GroupSet: [getAtt(everyMachine, 'GroupId'), getAtt(groupOf(node), 'GroupId')],
          ...(address !== undefined && { PrivateIpAddress: address }),
        },
      },
    ]),
  );

export const attachedInterfaces = (instance: string, all: readonly Interface[]): Json =>
  all.map((_, index) => ({ DeviceIndex: String(index), NetworkInterfaceId: { Ref: idOf(instance, index) } }));

/**
 * AWS gives no public address at the start to a machine with several interfaces: it gets an elastic one, at the interface
 * that leads outside.
 */
export const publicInterface = (instance: string, all: readonly Interface[]): StackResources => {
  const index = Math.max(
    all.findIndex(({ isPublic }) => isPublic),
    0,
  );
  return {
    [`${instance}Address`]: { Type: 'AWS::EC2::EIP', Properties: { Domain: 'vpc' } },
    [`${instance}AddressAt`]: {
      Type: 'AWS::EC2::EIPAssociation',
      Properties: {
        AllocationId: getAtt(`${instance}Address`, 'AllocationId'),
        NetworkInterfaceId: { Ref: idOf(instance, index) },
      },
    },
  };
};

/** The address of each port node. */
export const portAddresses = (instance: string, all: readonly Interface[]): { readonly [port: string]: Json } =>
  Object.fromEntries(
    all.flatMap(({ ports }, index) =>
      ports.map((port) => [port, getAtt(idOf(instance, index), 'PrimaryPrivateIpAddress')]),
    ),
  );
