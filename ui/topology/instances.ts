import type { TrueState } from '../../client/true-states.ts';
import { countTones, nodeState, type State, type Tone } from '../states/tones.ts';
import type { Card } from './cards.ts';

/** A resource as the picture needs it. */
export interface DrawnResource {
  readonly node: string;
  readonly state: TrueState;
  readonly address?: string | undefined;
}

/** All instances of one node. */
export interface Instances {
  /** in the order of the resources */
  readonly states: readonly State[];
  readonly addresses: readonly string[];
  readonly tone: Tone;
  /** for people and screen readers: `4 running, 2 creating` */
  readonly summary: string;
}

/** `kinds`: of nodes, by name. */
export function instancesOf(
  resources: readonly DrawnResource[],
  kinds: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, Instances> {
  const byNode = new Map<string, DrawnResource[]>();
  for (const resource of resources) {
    const known = byNode.get(resource.node);
    if (known) known.push(resource);
    else byNode.set(resource.node, [resource]);
  }
  return new Map([...byNode].map(([node, own]) => [node, summed(own, kinds.get(node))]));
}

const summed = (resources: readonly DrawnResource[], kind: string | undefined): Instances => {
  const states = resources.map(({ state }) => nodeState(state, kind));
  return {
    states,
    addresses: resources.flatMap(({ address }) => (address === undefined ? [] : [address])),
    tone: toneOf(resources),
    summary: summaryOf(states),
  };
};

/** The most pressing one. Some that run while others wait: it is being worked on. */
function toneOf(resources: readonly DrawnResource[]): Tone {
  const counts = countTones(resources.map(({ state }) => state));
  const [first = 'waiting'] = counts.map(([tone]) => tone);
  const runs = counts.some(([tone]) => tone === 'running');
  return runs && (first === 'waiting' || first === 'nearly') ? 'working' : first;
}

function summaryOf(states: readonly State[]): string {
  const counts = new Map<string, number>();
  for (const { word } of states) counts.set(word, (counts.get(word) ?? 0) + 1);
  if (states.length === 1) return states[0]?.word ?? '';
  return [...counts].map(([word, count]) => `${count} ${word}`).join(', ');
}

/** How many instances of each card exist. In a deployment a node without any still has the place of its address. */
export const countsOf = (
  cards: readonly Card[],
  instances: ReadonlyMap<string, Instances>,
): ReadonlyMap<string, number> =>
  new Map(
    instances.size === 0 ? [] : cards.map(({ name, host }) => [name, instances.get(name)?.states.length ?? host.count]),
  );

/** The tone of a card is that of the most pressing of its nodes. */
export const toneOfCard = (card: Card, instances: ReadonlyMap<string, Instances>): Tone | undefined => {
  const own = [card.host, ...card.hosted].flatMap(({ name }) => instances.get(name)?.tone ?? []);
  return pressing.find((tone) => own.includes(tone)) ?? own[0];
};

const pressing: readonly Tone[] = ['failed', 'going', 'working', 'off', 'nearly', 'waiting', 'unmade', 'running'];
