/** What the picture shows of a topology: cards, which hold the nodes of one host, and lines between cards. */

interface DrawnRequirement {
  readonly name: string;
  /** the node that fulfils it */
  readonly node: string;
  /** host: it stands on that node; attachment: that node is attached to it; absent: it needs it */
  readonly as?: 'host' | 'attachment' | undefined;
}

export interface DrawnNode {
  readonly name: string;
  /** the TOSCA type, such as `tosca.nodes.Compute` */
  readonly type: string;
  readonly count: number;
  /** what it is, such as `compute` or `volume` */
  readonly kind: string;
  /** what the template asks for, by name: `memory`, `os` */
  readonly facts: { readonly [name: string]: string };
  readonly requirements: readonly DrawnRequirement[];
}

/** A node that no other node of the template hosts, with everything that is hosted on it. */
export interface Card {
  readonly name: string;
  readonly host: DrawnNode;
  /** what it hosts, each after its own host */
  readonly hosted: readonly DrawnNode[];
}

export interface Line {
  /** names of cards */
  readonly from: string;
  readonly to: string;
  /** `storage`: the target is attached to the source */
  readonly kind: 'needs' | 'storage';
}

export interface Drawing {
  readonly cards: readonly Card[];
  readonly lines: readonly Line[];
}

/** Cards in the order of their hosts. A template that is not valid yet may have circles and unknown names. */
export function drawingOf(nodes: readonly DrawnNode[]): Drawing {
  const named = new Map(nodes.map((node) => [node.name, node]));
  const cardOf = new Map(nodes.map((node) => [node.name, outermostHost(node, named).name]));
  const cards = nodes
    .filter(({ name }) => cardOf.get(name) === name)
    .map((host) => ({ name: host.name, host, hosted: hostedBy(host, nodes, cardOf) }));
  return { cards, lines: linesBetween(nodes, cardOf) };
}

function outermostHost(node: DrawnNode, named: ReadonlyMap<string, DrawnNode>): DrawnNode {
  const passed = new Set<DrawnNode>();
  let host = node;
  for (let next: DrawnNode | undefined = node; next; next = hostOf(next, named)) {
    // in a circle of hosts each node stands for itself
    if (passed.has(next)) return node;
    passed.add(next);
    host = next;
  }
  return host;
}

const hostOf = ({ requirements }: DrawnNode, named: ReadonlyMap<string, DrawnNode>): DrawnNode | undefined => {
  const target = requirements.find((requirement) => requirement.as === 'host')?.node;
  return target === undefined ? undefined : named.get(target);
};

const hostedBy = (
  host: DrawnNode,
  nodes: readonly DrawnNode[],
  cardOf: ReadonlyMap<string, string>,
): readonly DrawnNode[] => nodes.filter(({ name }) => name !== host.name && cardOf.get(name) === host.name);

function linesBetween(nodes: readonly DrawnNode[], cardOf: ReadonlyMap<string, string>): readonly Line[] {
  const lines = new Map<string, Line>();
  for (const { name, requirements } of nodes) {
    for (const requirement of requirements) {
      const from = cardOf.get(name);
      const to = cardOf.get(requirement.node);
      if (from === undefined || to === undefined || from === to) continue;
      const line = { from, to, kind: requirement.as === 'attachment' ? ('storage' as const) : ('needs' as const) };
      const key = JSON.stringify([from, to]);
      // a card that needs another one anyway is drawn with the stronger line
      if (lines.get(key)?.kind !== 'needs') lines.set(key, line);
    }
  }
  return [...lines.values()];
}
