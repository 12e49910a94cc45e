import type { Box, Point, Size } from './geometry.ts';

/** Where the picture stands in its canvas: a point of the picture at `p` is drawn at `p * scale + (x, y)`. */
export interface Camera extends Point {
  readonly scale: number;
}

const closest = 2.5;
const farthest = 0.08;
/** A small topology is not blown up. */
const largestFit = 1.15;
const margin = 28;
/** Below the picture: the legend and the buttons stand there, over the canvas. */
const bottom = 64;

const within = (least: number, value: number, most: number): number => Math.min(most, Math.max(least, value));

/** All of the picture, in the middle of what the canvas has free. */
export function fitted(picture: Size, canvas: Size): Camera {
  const room = { width: canvas.width - 2 * margin, height: canvas.height - margin - bottom };
  const scale = within(
    farthest,
    Math.min(room.width / Math.max(1, picture.width), room.height / Math.max(1, picture.height)),
    largestFit,
  );
  return {
    scale,
    x: (canvas.width - picture.width * scale) / 2,
    y: margin + (room.height - picture.height * scale) / 2,
  };
}

/** The point of the canvas under the pointer stays where it is. */
export function zoomed(camera: Camera, factor: number, at: Point): Camera {
  const scale = within(farthest, camera.scale * factor, closest);
  const change = scale / camera.scale;
  return { scale, x: at.x - (at.x - camera.x) * change, y: at.y - (at.y - camera.y) * change };
}

export const panned = (camera: Camera, by: Point): Camera => ({ ...camera, x: camera.x + by.x, y: camera.y + by.y });

/** The box in the middle, at the given scale. */
export const centredOn = (box: Box, canvas: Size, scale: number): Camera => ({
  scale,
  x: canvas.width / 2 - (box.x + box.width / 2) * scale,
  y: canvas.height / 2 - (box.y + box.height / 2) * scale,
});

/** What of the picture the canvas shows. */
export const viewOf = ({ x, y, scale }: Camera, { width, height }: Size): Box => ({
  x: -x / scale,
  y: -y / scale,
  width: width / scale,
  height: height / scale,
});

/** The least movement that brings the whole box in sight; the same camera when it is. */
export function showing(camera: Camera, box: Box, canvas: Size): Camera {
  const by = {
    x: shift(box.x * camera.scale + camera.x, box.width * camera.scale, canvas.width),
    y: shift(box.y * camera.scale + camera.y, box.height * camera.scale, canvas.height),
  };
  return by.x === 0 && by.y === 0 ? camera : panned(camera, by);
}

function shift(start: number, length: number, room: number): number {
  if (start < margin) return margin - start;
  const over = start + length - (room - margin);
  return over > 0 ? -Math.min(over, start - margin) : 0;
}

/** Below this scale a picture is too small to read, so the start shows the part that matters, where one does. */
const leastReadable = 0.5;
const readable = 0.85;

/** Everything, where that can be read or nothing matters more; else the place that matters, such as the first failure. */
export function startOf(picture: Size, canvas: Size, matters: Box | undefined): Camera {
  const whole = fitted(picture, canvas);
  if (whole.scale >= leastReadable || matters === undefined) return whole;
  return inside(centredOn(matters, canvas, readable), picture, canvas);
}

/** Moved so that the canvas is not empty beside the picture. */
function inside(camera: Camera, picture: Size, canvas: Size): Camera {
  const held = (start: number, length: number, room: number): number =>
    length + 2 * margin <= room ? (room - length) / 2 : within(room - length - margin, start, margin);
  return {
    scale: camera.scale,
    x: held(camera.x, picture.width * camera.scale, canvas.width),
    y: held(camera.y, picture.height * camera.scale, canvas.height),
  };
}
