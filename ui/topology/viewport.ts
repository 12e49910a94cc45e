import { type Camera, centredOn, fitted, panned, showing, startOf, zoomed } from './camera.ts';
import type { Box, Point, Size } from './geometry.ts';

/** A pointer that moves less than this clicks. In pixels. */
const clickSlack = 4;

/** Below this scale only names are written, and larger. */
const smallScale = 0.62;

/**
 * Moves the picture within its canvas: wheel, drag, pinch, buttons. It writes one transform, so that no card is drawn anew.
 */
export class Viewport {
  camera: Camera = { x: 0, y: 0, scale: 1 };
  readonly #canvas: HTMLElement;
  readonly #world: HTMLElement;
  readonly #onMove: (camera: Camera) => void;
  readonly #pointers = new Map<number, Point>();
  readonly #listening = new AbortController();
  #picture: Size = { width: 0, height: 0 };
  /** true: the user moved the picture, so that a new size of the canvas leaves it there */
  #moved = false;
  #dragged = 0;

  constructor(canvas: HTMLElement, world: HTMLElement, onMove: (camera: Camera) => void) {
    this.#canvas = canvas;
    this.#world = world;
    this.#onMove = onMove;
    const options = { signal: this.#listening.signal };
    canvas.addEventListener('wheel', (event) => this.#wheel(event), { ...options, passive: false });
    canvas.addEventListener('pointerdown', (event) => this.#press(event), options);
    canvas.addEventListener('pointermove', (event) => this.#drag(event), options);
    for (const end of ['pointerup', 'pointercancel'] as const) {
      canvas.addEventListener(end, ({ pointerId }) => this.#pointers.delete(pointerId), options);
    }
    // the click after a drag chooses nothing
    canvas.addEventListener('click', (event) => this.#dragged > clickSlack && event.stopPropagation(), {
      ...options,
      capture: true,
    });
  }

  get size(): Size {
    return { width: this.#canvas.clientWidth, height: this.#canvas.clientHeight };
  }

  /** A picture of another shape: from the start again, at the place that matters. */
  show(picture: Size, matters: Box | undefined): void {
    this.#picture = picture;
    this.#moved = false;
    this.#set(startOf(picture, this.size, matters));
  }

  /** The canvas has another size. */
  resized(matters: Box | undefined): void {
    if (!this.#moved) this.#set(startOf(this.#picture, this.size, matters));
  }

  fit(): void {
    this.#moved = false;
    this.#glide(fitted(this.#picture, this.size));
  }

  zoom(factor: number): void {
    const { width, height } = this.size;
    this.#moved = true;
    this.#glide(zoomed(this.camera, factor, { x: width / 2, y: height / 2 }));
  }

  bringInSight(box: Box): void {
    const camera = showing(this.camera, box, this.size);
    if (camera !== this.camera) this.#glide(camera);
  }

  /** Goes to a box, close enough to read it. */
  goTo(box: Box): void {
    this.#moved = true;
    this.#glide(centredOn(box, this.size, Math.max(this.camera.scale, 0.85)));
  }

  /** @param at a point of the picture */
  centre(at: Point): void {
    this.#moved = true;
    this.#set(centredOn({ ...at, width: 0, height: 0 }, this.size, this.camera.scale));
  }

  dispose(): void {
    this.#listening.abort();
  }

  #glide(camera: Camera): void {
    this.#world.classList.add('gliding');
    this.#world.addEventListener('transitionend', () => this.#world.classList.remove('gliding'), { once: true });
    this.#set(camera);
  }

  #set(camera: Camera): void {
    this.camera = camera;
    this.#world.style.transform = `translate(${camera.x}px, ${camera.y}px) scale(${camera.scale})`;
    this.#world.classList.toggle('topo-small', camera.scale < smallScale);
    this.#onMove(camera);
  }

  #move(camera: Camera): void {
    this.#world.classList.remove('gliding');
    this.#moved = true;
    this.#set(camera);
  }

  /** Pinching and the wheel with Ctrl zoom; the wheel alone moves a picture that is larger than its canvas. */
  #wheel(event: WheelEvent): void {
    const { left, top } = this.#canvas.getBoundingClientRect();
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      const factor = Math.exp(-event.deltaY * (event.deltaMode === 0 ? 0.005 : 0.1));
      this.#move(zoomed(this.camera, factor, { x: event.clientX - left, y: event.clientY - top }));
    } else if (this.#isLarger()) {
      event.preventDefault();
      this.#move(panned(this.camera, { x: -event.deltaX, y: -event.deltaY }));
    }
  }

  #isLarger(): boolean {
    const { width, height } = this.size;
    return this.#picture.width * this.camera.scale > width || this.#picture.height * this.camera.scale > height;
  }

  #press({ pointerId, clientX, clientY, button }: PointerEvent): void {
    if (button !== 0) return;
    if (this.#pointers.size === 0) this.#dragged = 0;
    this.#pointers.set(pointerId, { x: clientX, y: clientY });
  }

  #drag({ pointerId, clientX, clientY }: PointerEvent): void {
    const before = this.#pointers.get(pointerId);
    if (before === undefined) return;
    const now = { x: clientX, y: clientY };
    const other = [...this.#pointers].find(([id]) => id !== pointerId)?.[1];
    this.#pointers.set(pointerId, now);
    const by = { x: now.x - before.x, y: now.y - before.y };
    this.#dragged += Math.hypot(by.x, by.y);
    if (this.#dragged <= clickSlack) return;
    // only now: a captured pointer would take the click away from the card under it
    if (!this.#canvas.hasPointerCapture(pointerId)) this.#canvas.setPointerCapture(pointerId);
    if (other === undefined) this.#move(panned(this.camera, by));
    else this.#pinch(before, now, other);
  }

  #pinch(before: Point, now: Point, other: Point): void {
    const { left, top } = this.#canvas.getBoundingClientRect();
    const apart = (point: Point): number => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
    const middle = { x: (now.x + other.x) / 2 - left, y: (now.y + other.y) / 2 - top };
    this.#move(zoomed(this.camera, apart(now) / apart(before), middle));
  }
}
