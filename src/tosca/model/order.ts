import { InOrder } from '../circles.ts';
import { nodeCycle } from '../problem-kinds.ts';
import type { NodeInstance, RequirementInstance } from './instances.ts';
import { hosts, type Service } from './service.ts';

type Visit = (node: NodeInstance) => void;

/**
 * Visits every node after the nodes that it requires, else in the order of the text. Nodes that require each other come
 * together: a host before what it hosts, else in the order of the text. Nodes that host each other are a mistake.
 */
export function inDependencyOrder(service: Service, visit: Visit): void {
  const walk = new InOrder<NodeInstance>({
    needs: targetsOf,
    visit: (members, isCircle) => {
      if (isCircle) visitPeers(service, members, visit);
      else for (const node of members) visit(node);
    },
  });
  service.nodes.each((node) => {
    if (walk.isVisited(node)) return;
    // most nodes stand behind their targets in the text
    if (node.requirements.every(({ target }) => target === undefined || walk.isVisited(target))) {
      walk.pass(node);
      visit(node);
    } else walk.add(node);
  });
}

const targetsOf = ({ requirements }: NodeInstance): readonly NodeInstance[] =>
  requirements.flatMap(({ target }) => target ?? []);

function visitPeers(service: Service, members: readonly NodeInstance[], visit: Visit): void {
  const peers = new Set(members);
  const hosted = new InOrder<NodeInstance>({
    needs: ({ requirements }) =>
      requirements.flatMap((one) => (one.target && peers.has(one.target) && hosts(one) ? one.target : [])),
    visit: (circle, isCircle) => {
      if (isCircle) reportCircle(service, circle);
      for (const node of inText(circle)) visit(node);
    },
  });
  for (const node of inText(members)) hosted.add(node);
}

const inText = (nodes: readonly NodeInstance[]): readonly NodeInstance[] =>
  nodes.toSorted((one, other) => one.node.start - other.node.start);

/** Names one way round, at the requirement with which it begins. */
function reportCircle(service: Service, circle: readonly NodeInstance[]): void {
  const members = new Set(circle);
  const hostIn = ({ requirements }: NodeInstance): RequirementInstance | undefined =>
    requirements.find((one) => one.target && members.has(one.target) && hosts(one));
  const passed = new Set<NodeInstance>();
  for (let at = inText(circle)[0]; at && !passed.has(at); at = hostIn(at)?.target) passed.add(at);
  const way = [...passed];
  const last = way.at(-1);
  const closing = last && hostIn(last)?.target;
  const [first, ...others] = closing ? way.slice(way.indexOf(closing)) : way;
  if (first === undefined) return;
  service.report.at(hostIn(first)?.node ?? first.node, nodeCycle([first, ...others, first].map(({ name }) => name)));
}
