import type { DeploymentView } from '../../../data/view.ts';

const words: { readonly [kind: string]: readonly [one: string, many: string] } = {
  compute: ['machine', 'machines'],
  container: ['container', 'containers'],
  volume: ['volume', 'volumes'],
  network: ['network', 'networks'],
  job: ['job', 'jobs'],
  software: ['piece of software', 'pieces of software'],
};

/** What a deployment consists of, in words: "11 machines, 1 volume (50 GB) and 5 pieces of software". */
export const contentsOf = ({ nodes = [], resources }: Pick<DeploymentView, 'nodes' | 'resources'>): string => {
  const kinds = new Map(nodes.map((node) => [node.name, node] as const));
  const counts = new Map<string, number>();
  const sizes: string[] = [];
  for (const { node } of resources) {
    const { kind = 'other', facts } = kinds.get(node) ?? {};
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    if (kind === 'volume' && facts?.['size'] !== undefined) sizes.push(facts['size']);
  }
  const parts = [...counts].map(([kind, count]) => {
    const [one, many] = words[kind] ?? ['other resource', 'other resources'];
    const size = kind === 'volume' && sizes.length > 0 ? ` (${sizes.join(', ')})` : '';
    return `${count} ${count === 1 ? one : many}${size}`;
  });
  if (parts.length === 0) return 'Nothing but the record';
  return parts.length === 1 ? `${parts[0]}` : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
};
