import { Graph, layout as place } from '@dagrejs/dagre';
import type { Block, Blocks } from './blocks.ts';
import type { Line } from './cards.ts';
import { type Box, crossings, type Point } from './geometry.ts';
import { orders } from './orders.ts';

export interface Spacing {
  readonly between: number;
  readonly layers: number;
}

export interface DrawnLine extends Line {
  /** from the edge of its source to the edge of its target */
  readonly points: readonly Point[];
}

export interface Placed {
  readonly boxes: ReadonlyMap<string, Box>;
  readonly lines: readonly DrawnLine[];
}

/** The best of several tries: dagre's result depends on the order in which it is told of blocks. Layers go down. */
export function layered(component: Blocks, spacing: Spacing): Placed {
  let best: { readonly placed: Placed; readonly score: number } | undefined;
  for (const order of orders(component.blocks)) {
    const placed = once({ ...component, blocks: order }, spacing);
    const crossed = crossings(placed.lines.map(({ points }) => points));
    const score = crossed * worthOfCrossing + lengthOf(placed);
    if (best === undefined || score < best.score) best = { placed, score };
    if (crossed === 0) break;
  }
  return best?.placed ?? { boxes: new Map(), lines: [] };
}

/** In pixels: a detour that is better than a crossing. */
const worthOfCrossing = 400;

const lengthOf = ({ lines }: Placed): number => lines.reduce((sum, { points }) => sum + lengthOfChain(points), 0);

const lengthOfChain = (points: readonly Point[]): number =>
  points.slice(1).reduce((sum, { x, y }, index) => {
    const before = points[index] ?? { x, y };
    return sum + Math.hypot(x - before.x, y - before.y);
  }, 0);

function once({ blocks, lines }: Blocks, { between, layers }: Spacing): Placed {
  const graph = new Graph();
  graph.setGraph({
    rankdir: 'TB',
    nodesep: between,
    edgesep: between / 2,
    ranksep: layers,
    // the exact method takes seconds for hundreds of blocks
    ranker: blocks.length > 60 ? 'tight-tree' : 'network-simplex',
  });
  for (const { name, width, height } of blocks) graph.setNode(name, { width, height });
  for (const { from, to } of lines) graph.setEdge(from, to, {});
  place(graph);
  const boxes = new Map(blocks.map((block) => [block.name, boxOf(graph, block)]));
  return { boxes, lines: lines.map((line) => ({ ...line, points: bendsOf(graph, line) })) };
}

function boxOf(graph: Graph, { name, width, height }: Block): Box {
  const { x, y } = graph.node(name) as Point;
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** dagre also bends between layers. Only the bends beside blocks matter: every second one, without both ends. */
function bendsOf(graph: Graph, { from, to }: Line): readonly Point[] {
  const { points } = graph.edge(from, to) as { readonly points: readonly Point[] };
  const first = points.at(0);
  const last = points.at(-1);
  if (first === undefined || last === undefined) return [];
  const beside = points.slice(1, -1).filter((_, index) => index % 2 === 1);
  return [first, ...beside, last];
}
