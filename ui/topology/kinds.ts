import type { DrawnNode } from './cards.ts';

/** What the icon of a node shows. */
export type Glyph =
  | 'machine'
  | 'container'
  | 'database'
  | 'storage'
  | 'network'
  | 'web'
  | 'function'
  | 'queue'
  | 'job'
  | 'balancer'
  | 'key'
  | 'software';

const ofKind: { readonly [kind: string]: Glyph } = {
  compute: 'machine',
  container: 'container',
  port: 'network',
  network: 'network',
  volume: 'storage',
  job: 'job',
};

/** Of kinds that are many things: the first pattern that the type's own name matches. */
const patterns: readonly (readonly [RegExp, Glyph])[] = [
  [/LoadBalancer|Listener|TargetGroup/i, 'balancer'],
  [/DBMS|Database|MySQL|Postgre|Mongo|Elasticsearch|Dynamo|RDS|Table/i, 'database'],
  [/Storage|Volume|Bucket|FileSystem|Onedata|NFS/i, 'storage'],
  [/Queue|Topic|Kafka|Rabbit|MQ/i, 'queue'],
  [/Function|Lambda/i, 'function'],
  [/Vpc|Subnet|Gateway|Router|SecurityGroup/i, 'network'],
  [/Secret|Key|Role|Policy|Certificate|Vault/i, 'key'],
  [/Docker|Kubernetes|Marathon|Chronos|Cluster/i, 'container'],
  [/Web|Apache|Nginx|Portal|Jupyter|Proxy/i, 'web'],
];

export function glyphOf({ kind, type }: Pick<DrawnNode, 'kind' | 'type'>): Glyph {
  const own = type.split(/[.:]+/).slice(2).join('.') || type;
  return ofKind[kind] ?? patterns.find(([pattern]) => pattern.test(own))?.[1] ?? 'software';
}

/** `tosca.nodes.indigo.LRMS.WorkerNode.Slurm` -> `WorkerNode Slurm` */
export const shortType = (type: string): string =>
  type
    .split(/[.:]+/)
    .filter((part) => part !== 'nodes' && part !== 'tosca')
    .slice(-2)
    .join(' ');

/** Facts as people say them, in one line: `8 vCPU · 16 GB · ubuntu 22.04`. */
export function factsLine({ facts, type }: Pick<DrawnNode, 'facts' | 'type'>): string {
  const { cpus, memory, gpus, os, size, image, version } = facts;
  const parts = [
    cpus && `${cpus} vCPU`,
    memory,
    gpus && gpus !== '0' && `${gpus} GPU`,
    size,
    os ?? image?.split('/').at(-1),
    version && `version ${version}`,
  ].filter((part) => typeof part === 'string' && part !== '');
  return parts.length > 0 ? parts.join(' · ') : shortType(type);
}
