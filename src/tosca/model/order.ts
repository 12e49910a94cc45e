import { nodeCycle } from '../problem-kinds.ts';
import type { NodeInstance } from './instances.ts';
import type { Service } from './service.ts';

/**
 * Puts every node after the nodes that it requires, else keeps the order of the text. Cycles are reported; their nodes
 * come in the order of the text.
 */
export function inDependencyOrder(service: Service): NodeInstance[] {
  const ordered: NodeInstance[] = [];
  const state = new Map<NodeInstance, 'open' | 'done'>();
  const circles = new Set<NodeInstance>();
  for (const first of service.nodes.values()) visit(service, first, state, ordered, circles);
  return ordered;
}

/** most cycles that are reported */
const most = 50;

interface Step {
  readonly node: NodeInstance;
  /** index of the requirement to follow next */
  next: number;
}

/** Walks depth first with its own stack, since chains may be as long as the template. */
function visit(
  service: Service,
  first: NodeInstance,
  state: Map<NodeInstance, 'open' | 'done'>,
  ordered: NodeInstance[],
  circles: Set<NodeInstance>,
): void {
  if (state.has(first)) return;
  const stack: Step[] = [stepInto(first, state)];
  for (let step = stack.at(-1); step !== undefined; step = stack.at(-1)) {
    const target = nextTarget(step);
    if (target === undefined) {
      state.set(step.node, 'done');
      ordered.push(step.node);
      stack.pop();
    } else if (!state.has(target)) stack.push(stepInto(target, state));
    // one cycle for each node and a few for each template are enough
    else if (state.get(target) === 'open' && !circles.has(target) && circles.size < most) {
      circles.add(target);
      reportCircle(service, stack, target);
    }
  }
}

function stepInto(node: NodeInstance, state: Map<NodeInstance, 'open' | 'done'>): Step {
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
