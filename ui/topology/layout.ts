import { type Block, type Blocks, blocksOf, cardsWithin, type SizeOf } from './blocks.ts';
import { sizeOf } from './card-size.ts';
import type { Drawing, Line } from './cards.ts';
import { componentsOf } from './components.ts';
import { around, type Box, type Point, type Size, turned, turnedSize } from './geometry.ts';
import { type DrawnLine, layered, type Placed, type Spacing } from './layers.ts';
import { pack } from './pack.ts';
import { withPorts } from './ports.ts';

interface Frame extends Box {
  readonly cards: readonly string[];
}

export interface Layout extends Size {
  readonly dense: boolean;
  /** where lines go to */
  readonly direction: 'down' | 'right';
  readonly cards: ReadonlyMap<string, Box>;
  /** around cards that share their lines */
  readonly frames: readonly Frame[];
  readonly lines: readonly LaidLine[];
}

export interface LaidLine extends Line {
  /** the cards at its ends: several where they share the line */
  readonly sources: readonly string[];
  readonly targets: readonly string[];
  readonly points: readonly Point[];
}

/** With more nodes than these a card is one line. */
const mostNodesInFull = 80;

/** Full cards are not drawn smaller than this; dense ones are drawn instead. */
export const leastScaleInFull = 0.58;

/** Where cards and lines stand, so that the whole fills the canvas as well as possible. Deterministic. */
export function layoutOf(drawing: Drawing, canvas: Size, instances: ReadonlyMap<string, number>): Layout {
  const nodes = drawing.cards.reduce((sum, { hosted }) => sum + 1 + hosted.length, 0);
  if (nodes <= mostNodesInFull) {
    const full = best(drawing, canvas, instances, false);
    if (fitting(full, canvas) >= leastScaleInFull || nodes <= 6) return full;
  }
  return best(drawing, canvas, instances, true);
}

export const fitting = ({ width, height }: Size, canvas: Size): number =>
  Math.min(canvas.width / Math.max(1, width), canvas.height / Math.max(1, height));

function best(drawing: Drawing, canvas: Size, instances: ReadonlyMap<string, number>, dense: boolean): Layout {
  const sizes = new Map(drawing.cards.map((card) => [card.name, sizeOf(card, instances.get(card.name), dense)]));
  const named: SizeOf = (name) => sizes.get(name) ?? { width: 0, height: 0 };
  const aspect = canvas.width / Math.max(1, canvas.height);
  const blocks = blocksOf(drawing, named, aspect);
  const down = arranged(blocks, named, { aspect, dense, direction: 'down' });
  // one direction has to do where a second try takes long
  if (blocks.blocks.length > 100 && fitting(down, canvas) >= 0.3) return down;
  const right = arranged(blocks, named, { aspect, dense, direction: 'right' });
  return fitting(right, canvas) > fitting(down, canvas) * 1.04 ? right : down;
}

interface Arrangement {
  readonly aspect: number;
  readonly dense: boolean;
  readonly direction: Layout['direction'];
}

const spacingOf = ({ dense, direction }: Arrangement): Spacing =>
  dense
    ? { between: direction === 'down' ? 16 : 12, layers: direction === 'down' ? 44 : 56 }
    : { between: direction === 'down' ? 36 : 28, layers: direction === 'down' ? 60 : 76 };

/** To the right is the same as down with width and height exchanged. */
function arranged({ blocks, lines }: Blocks, sizeOf: SizeOf, arrangement: Arrangement): Layout {
  const { aspect, dense, direction } = arrangement;
  const turn = direction === 'right';
  const upright = turn ? blocks.map((block) => ({ ...block, ...turnedSize(block) })) : blocks;
  const parts = componentsOf({ blocks: upright, lines }).map((component) =>
    withPorts(layered(component, spacingOf(arrangement))),
  );
  const placed = turn ? parts.map(turnedPart) : parts;
  const extents = placed.map(({ boxes, lines }) => around([...boxes.values(), ...lines.flatMap(pointBoxes)]));
  const corners = pack(extents, aspect);
  const moved = placed.map((part, index) => {
    const [corner, extent] = [corners[index], extents[index]];
    return movedBy(part, { x: (corner?.x ?? 0) - (extent?.x ?? 0), y: (corner?.y ?? 0) - (extent?.y ?? 0) });
  });
  const whole = around(extents.map((extent, index) => ({ ...extent, ...(corners[index] ?? { x: 0, y: 0 }) })));
  return { ...drawn(blocks, moved, sizeOf), width: whole.width, height: whole.height, dense, direction };
}

const pointBoxes = ({ points }: DrawnLine): readonly Box[] =>
  points.map((point) => ({ ...point, width: 0, height: 0 }));

const turnedPart = ({ boxes, lines }: Placed): Placed => ({
  boxes: new Map([...boxes].map(([name, box]) => [name, { ...turned(box), ...turnedSize(box) }])),
  lines: lines.map((line) => ({ ...line, points: line.points.map(turned) })),
});

const movedBy = ({ boxes, lines }: Placed, { x, y }: Point): Placed => ({
  boxes: new Map([...boxes].map(([name, box]) => [name, { ...box, x: box.x + x, y: box.y + y }])),
  lines: lines.map((line) => ({ ...line, points: line.points.map((point) => ({ x: point.x + x, y: point.y + y })) })),
});

function drawn(
  blocks: readonly Block[],
  parts: readonly Placed[],
  sizeOf: SizeOf,
): Pick<Layout, 'cards' | 'frames' | 'lines'> {
  const boxes = new Map(parts.flatMap((part) => [...part.boxes]));
  const cardsOf = new Map(blocks.map(({ name, cards }) => [name, cards]));
  return {
    cards: new Map(blocks.flatMap((block) => [...cardsWithin(block, boxes.get(block.name) ?? { x: 0, y: 0 }, sizeOf)])),
    frames: blocks
      .filter(({ cards }) => cards.length > 1)
      .flatMap(({ name, cards }) => {
        const box = boxes.get(name);
        return box ? [{ ...box, cards }] : [];
      }),
    lines: parts.flatMap(({ lines }) =>
      lines.map((line) => ({ ...line, sources: cardsOf.get(line.from) ?? [], targets: cardsOf.get(line.to) ?? [] })),
    ),
  };
}
