import { machineOf } from '../../../tosca/public-address.ts';
import { scalarUnit } from '../../../tosca/values/units.ts';
import { isMap } from '../../changes/differences.ts';
import { inCapability, inNode, isCall, isOf, type Judged, type Rule } from './judged.ts';
import { isFunction } from './known-attributes.ts';

/** Types of nodes that later versions of the standard have, and that nothing is made of (its sections 5.9.2 and 5.9.3). */
export const abstractTypes: Rule = (node) => {
  const named = node.types.find((type) => type.startsWith('tosca.nodes.Abstract.'));
  const isConcrete =
    isOf(node, 'tosca.nodes.Compute') || node.types.some((type) => /\.(?:Block|Object)Storage$/.test(type));
  if (named === undefined || isConcrete) return [];
  const instead = named.endsWith('Compute') ? 'tosca.nodes.Compute' : 'a type of storage';
  return [
    {
      reasons: [`node ${node.name} is a ${named}, which the Infrastructure Manager's types lack: choose ${instead}`],
    },
  ];
};

/** The manager's types have no names for these; nothing is made of them. */
export const names: Rule = (node): readonly Judged[] => {
  const host = node.capabilities['host'];
  const isNamed = (host?.properties['name'] ?? null) !== null && host?.types.includes('tosca.capabilities.Container');
  const isVolume = /^tosca\.nodes\.(?:Storage\.)?BlockStorage$/.test(node.type);
  const list = node.capabilities['scalable']?.properties['removal_list'];
  const isBucket = node.types.some((type) => type.endsWith('.ObjectStorage'));
  return [
    ...(isNamed ? [{ edits: [inCapability(node, 'host', 'name')] }] : []),
    ...(isVolume && (node.properties['name'] ?? null) !== null ? [{ edits: [inNode(node, 'name')] }] : []),
    // it would stay in the manager's document, and holds our ids: we remove machines one by one
    ...((list ?? null) === null ? [] : [{ edits: [inCapability(node, 'scalable', 'removal_list')] }]),
    ...(isBucket && (node.properties['name'] ?? null) === null ? [{ edits: [inNode(node, 'name', node.name)] }] : []),
  ];
};

const image = 'tosca.artifacts.Deployment.Image.Container.Docker';

const once = ['tosca.nodes.Container.Application', 'tosca.nodes.aisprint.FaaS.Function'];

/** It runs a container, and a function that runs like one, once at most. */
export const copies: Rule = (node) =>
  isOf(node, ...once) && node.count > 1
    ? [
        {
          reasons: [
            `node ${node.name} asks for ${node.count} instances, and the Infrastructure Manager runs a container once at most: give each copy a node of its own`,
          ],
        },
      ]
    : [];

/** It configures machines through a host that has an address, and only as a user that is named. */
export const ansibleHosts: Rule = ({ name, types, properties: { host, credential } }) => {
  if (!types.includes('tosca.nodes.im.AnsibleHost')) return [];
  if (host === '') return [{ reasons: [`node ${name} has an empty host: give it the address of the Ansible host`] }];
  if (!isMap(credential) || isCall(credential)) return [];
  if ((credential['user'] ?? '') !== '') return [];
  return [{ reasons: [`the credential of node ${name} names no user, which the Infrastructure Manager needs`] }];
};

/** It joins user and password of a proxy, and takes neither without the other's name. */
export const proxies: Rule = ({ name, properties }) => {
  const credential = properties['proxy_credential'];
  const isUsed = (properties['proxy_host'] ?? '') !== '';
  if (!isUsed || (isMap(credential) && (isCall(credential) || credential['user'] !== undefined))) return [];
  return [
    {
      reasons: [
        `the network ${name} has a proxy_host, and a proxy_credential without a user: the Infrastructure Manager needs both`,
      ],
    },
  ];
};

/** Its Kubernetes connector takes the image from an artifact of this type, and fails without one. Other types may bring theirs. */
export const containers: Rule = (node) => {
  if (!/^tosca\.nodes\.(?:indigo\.)?Container\.Application(?:\.Docker)?$/.test(node.type)) return [];
  const artifacts = isMap(node.artifacts) ? Object.values(node.artifacts) : [];
  const has = artifacts.some((one) => isMap(one) && one['type'] === image);
  return has
    ? []
    : [{ reasons: [`the container ${node.name} has no image: give it an artifact of the type ${image}`] }];
};

/** It runs every container on Kubernetes, as a machine of its own, whatever its runtime stands on (Tosca.py, `_gen_k8s_system`). */
export const containersOnMachines: Rule = (node, { byName }) => {
  const machine = isOf(node, 'tosca.nodes.Container.Application') ? machineOf(node, byName) : undefined;
  return machine === undefined
    ? []
    : [
        {
          reasons: [
            `the container ${node.name} stands on the machine ${machine.name}, and the Infrastructure Manager runs containers on Kubernetes only, beside the machines of a template: let an operation of a tosca.nodes.SoftwareComponent start it there, or leave the machine out`,
          ],
        },
      ];
};

/** It adds a B to a memory that has none at its end, and then reads a size (Tosca.py, `_gen_oscar_system`). */
export const functions: Rule = ({ name, types, properties: { memory } }) => {
  if (!isFunction({ types }) || typeof memory !== 'string') return [];
  const size = memory.endsWith('B') ? memory : `${memory}B`;
  return scalarUnit(size, 'scalar-unit.size') === undefined
    ? [
        {
          reasons: [
            `the memory of the function ${name} is ${JSON.stringify(memory)}: write a size such as 512 MB or 1 GiB`,
          ],
        },
      ]
    : [];
};
