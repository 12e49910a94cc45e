import { dollars } from '../../../client/money.ts';
import { sizeOf } from '../../../client/sizes.ts';
import type { ApprovalPlan } from '../../../client/types.ts';
import { StateWord } from '../../parts/badge.tsx';
import type { Tone } from '../../states/tones.ts';

type Node = ApprovalPlan['nodes'][number];

/** What is done at one provider, as rules see it. */
export const PlanAt = ({ plan }: { readonly plan: ApprovalPlan }) => {
  const { provider, nodes, removed, changes, cost } = plan;
  const name = provider.name ?? provider.id ?? 'a provider';
  return (
    <section class="card plan-at" aria-label={`At ${name}`}>
      <header>
        <h3>{name}</h3>
        {provider.region !== undefined && <span class="faint">{provider.region}</span>}
        <span class="soft">
          {cost.hourly === undefined
            ? 'its price is not known'
            : `${dollars(cost.hourly)} an hour${cost.monthly === undefined ? '' : `, ${dollars(cost.monthly)} a month`}`}
        </span>
      </header>
      <table class="cards">
        <thead>
          <tr>
            {['Node', 'What happens', 'Size', 'Image', 'Open to', 'An hour'].map((word) => (
              <th key={word} scope="col">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {nodes.map((node) => (
            <NodeRow key={node.name} node={node} changes={changes.filter((change) => change.node === node.name)} />
          ))}
          {removed.map(({ name: gone, type, count }) => (
            <tr key={`removed ${gone}`}>
              <th scope="row">
                {gone}
                <p class="faint mono">{type}</p>
              </th>
              <td data-label="What happens">
                <What change="removed" count={count} />
              </td>
              <td />
              <td />
              <td />
              <td />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

interface NodeProps {
  readonly node: Node;
  readonly changes: ApprovalPlan['changes'];
}

const NodeRow = ({ node, changes }: NodeProps) => (
  <tr>
    <th scope="row">
      {node.name}
      <p class="faint mono">{node.type}</p>
    </th>
    <td data-label="What happens">
      <What change={node.change} count={node.count} />
      {changes.map(({ property, how }) => (
        <p key={property} class="soft">
          {property}: {how}
        </p>
      ))}
    </td>
    <td data-label="Size">{sizeWords(node)}</td>
    <td data-label="Image">{node.image}</td>
    <td data-label="Open to">
      {node.ports.map(({ protocol, from, to, source }) => (
        <p key={`${protocol} ${from} ${to} ${source}`}>
          {protocol} {from === to ? from : `${from}–${to}`} from {source}
        </p>
      ))}
      {node.public && <p class="attempt">has a public address</p>}
    </td>
    <td data-label="An hour" class="tabular">
      {node.hourly !== undefined && dollars(node.hourly)}
    </td>
  </tr>
);

const tones: { readonly [C in Node['change'] | 'removed']: Tone } = {
  added: 'running',
  altered: 'working',
  configured: 'working',
  scaled: 'working',
  kept: 'waiting',
  replaced: 'failed',
  removed: 'failed',
};

const What = ({ change, count }: { readonly change: keyof typeof tones; readonly count: number }) => (
  <StateWord state={{ tone: tones[change] ?? 'waiting', word: `${count} × ${change}` }} />
);

/** Memory is in MB, disk in GB: docs/policies.md. */
const sizeWords = ({ size, cpus, memory, disk, gpus }: Node): string =>
  [
    size,
    cpus !== undefined && `${cpus} ${cpus === 1 ? 'processor' : 'processors'}`,
    memory !== undefined && sizeOf(memory * 1e6),
    disk !== undefined && `${disk} GB of disk`,
    gpus !== undefined && gpus > 0 && `${gpus} GPUs`,
  ]
    .filter(Boolean)
    .join(', ');
