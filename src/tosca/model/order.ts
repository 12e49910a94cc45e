import { nodeCycle } from '../problem-kinds.ts';
import type { NodeInstance } from './instances.ts';
import type { Service } from './service.ts';

/**
 * Visits every node after the nodes that it requires, else in the order of the text. Cycles are reported; their nodes
 * come in the order of the text.
 */
export function inDependencyOrder(service: Service, visit: (node: NodeInstance) => void): void {
  const walk: Walk = { service, visit, state: new Map(), circles: new Set() };
  service.nodes.each((node) => visitAfterTargets(walk, node));
}

interface Walk {
  readonly service: Service;
  readonly visit: (node: NodeInstance) => void;
  readonly state: Map<NodeInstance, 'open' | 'done'>;
  /** nodes at which a reported cycle closes */
  readonly circles: Set<NodeInstance>;
}

/** most cycles that are reported */
const most = 50;

interface Step {
  readonly node: NodeInstance;
  /** index of the requirement to follow next */
  next: number;
}

/** Walks depth first with its own stack, since chains may be as long as the template. */
function visitAfterTargets({ service, visit, state, circles }: Walk, first: NodeInstance): void {
  if (state.has(first)) return;
  // most nodes stand behind their targets in the text
  if (first.requirements.every(({ target }) => target === undefined || state.get(target) === 'done')) {
    state.set(first, 'done');
    visit(first);
    return;
  }
  const stack: Step[] = [stepInto(first, state)];
  for (let step = stack.at(-1); step !== undefined; step = stack.at(-1)) {
    const target = nextTarget(step);
    if (target === undefined) {
      state.set(step.node, 'done');
      visit(step.node);
      stack.pop();
    } else if (!state.has(target)) stack.push(stepInto(target, state));
    // one cycle for each node and a few for each template are enough
    else if (state.get(target) === 'open' && !circles.has(target) && circles.size < most) {
      circles.add(target);
      reportCircle(service, stack, target);
    }
  }
}

function stepInto(node: NodeInstance, state: Walk['state']): Step {
  state.set(node, 'open');
  return { node, next: 0 };
}

function nextTarget(step: Step): NodeInstance | undefined {
  const { requirements } = step.node;
  while (step.next < requirements.length) {
    const target = requirements[step.next]?.target;
    step.next += 1;
    if (target) return target;
  }
  return undefined;
}

function reportCircle(service: Service, stack: readonly Step[], target: NodeInstance): void {
  const names = [
    ...stack.slice(stack.findIndex(({ node }) => node === target)).map(({ node }) => node.name),
    target.name,
  ];
  service.report.at(target.node, nodeCycle(names));
}
