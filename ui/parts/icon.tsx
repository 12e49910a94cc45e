import type { Tone } from '../states/tones.ts';

/** Our own icons, drawn in a square of 24 with lines of 2. */
const paths = {
  plus: 'M12 5v14M5 12h14',
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM16.2 16.2 20.5 20.5',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  tick: 'M4.5 12.5 10 18 19.5 7',
  cross: 'M6 6l12 12M18 6 6 18',
  ring: 'M12 4.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15z',
  target: 'M12 4.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15zM12 10.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3z',
  turning: 'M12 3.5v4M12 16.5v4M3.5 12h4M16.5 12h4M6 6l2.8 2.8M15.2 15.2 18 18M6 18l2.8-2.8M15.2 8.8 18 6',
  square: 'M6 6h12v12H6z',
  bin: 'M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13M10 11v5M14 11v5',
  play: 'M7 4.5 19 12 7 19.5z',
  cloud: 'M7 18.5a4.5 4.5 0 0 1-.5-9A6 6 0 0 1 18 10.5a4 4 0 0 1-.5 8z',
  clock: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 8v4.5l3 2',
  lines: 'M5 6h14M5 10h14M5 14h10M5 18h12',
  right: 'M9 5l7 7-7 7',
  down: 'M5 9l7 7 7-7',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z',
  person: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.5 20.5c.6-4 3.5-6 7.5-6s6.9 2 7.5 6',
  people:
    'M9 5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM2.5 19.5c.5-3.5 3-5.5 6.5-5.5s6 2 6.5 5.5M15.5 5.3a3.5 3.5 0 0 1 0 6.4M18 14.5c2 .8 3.2 2.5 3.5 5',
  eye: 'M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z',
  'eye-off':
    'M4 4l16 16M9.5 6a9 9 0 0 1 2.5-.5c3.7 0 7 2 9.5 6.5a16 16 0 0 1-2.7 3.6M6.2 8A15 15 0 0 0 2.5 12c2.5 4.5 5.8 6.5 9.5 6.5a9 9 0 0 0 3.6-.8M10 10a3 3 0 0 0 4 4',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  again: 'M20 12a8 8 0 1 1-2.5-5.8M20 4v4.5h-4.5',
  update: 'M4 11a8 8 0 0 1 14-4.5l2 2M20 4v4.5h-4.5M20 13a8 8 0 0 1-14 4.5l-2-2M4 20v-4.5h4.5',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17',
  key: 'M8 11.5a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM11 12.5 19.5 4M15.5 8l3 3',
  info: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 11.5v5M12 7.8v.2',
  warning: 'M12 4.5 21 20H3zM12 10.5v4M12 17.2v.2',
  menu: 'M4 7h16M4 12h16M4 17h16',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  calendar: 'M4.5 6h15v14h-15zM4.5 10.5h15M8.5 3.5V7M15.5 3.5V7',
  grid: 'M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM13.5 13.5h6v6h-6z',
  server: 'M4 4.5h16v6H4zM4 13.5h16v6H4zM7.5 7.5h.01M7.5 16.5h.01M11 7.5h5.5M11 16.5h5.5',
  disk: 'M4 14.5h16v5H4zM4 14.5 7 5h10l3 9.5M16.5 17h.01',
  box: 'M12 3.5 20 8v8l-8 4.5L4 16V8zM4 8l8 4.5L20 8M12 12.5v8',
  globe: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM4 12h16M12 4c5 5 5 11 0 16M12 4c-5 5-5 11 0 16',
  database:
    'M12 4c4.5 0 7.5 1.2 7.5 3S16.5 10 12 10 4.5 8.8 4.5 7 7.5 4 12 4zM4.5 7v10c0 1.8 3 3 7.5 3s7.5-1.2 7.5-3V7M4.5 12c0 1.8 3 3 7.5 3s7.5-1.2 7.5-3',
  network: 'M9 3.5h6v5H9zM3.5 15.5h6v5h-6zM14.5 15.5h6v5h-6zM12 8.5V12M6.5 15.5V12h11v3.5',
  code: 'M8.5 7 4 12l4.5 5M15.5 7l4.5 5-4.5 5',
  offline: 'M4 4l16 16M7 18.5a4.5 4.5 0 0 1-.5-9M10 6.2a6 6 0 0 1 8 4.3 4 4 0 0 1 2.5 6',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  pause: 'M8.5 5v14M15.5 5v14',
  out: 'M14 4.5H5v15h9M10 12h10.5M17 8.5l3.5 3.5-3.5 3.5',
  expand: 'M4.5 9V4.5H9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15',
  minus: 'M5 12h14',
  pin: 'M9 4h6l-.8 6.5 3.3 3v1.5h-11v-1.5l3.3-3zM12 15v5.5',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4',
} as const;

export type IconName = keyof typeof paths;

/** An icon is decoration unless it has a title: what it says stands beside it as a text. */
export const Icon = ({ name, title, size = 16 }: { name: IconName; title?: string; size?: number }) => (
  <svg
    class={name === 'turning' ? 'icon turning' : 'icon'}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    role={title === undefined ? undefined : 'img'}
    aria-hidden={title === undefined}
    aria-label={title}
  >
    <path d={paths[name]} />
  </svg>
);

const ofTone: { readonly [T in Tone]: IconName } = {
  waiting: 'ring',
  working: 'turning',
  nearly: 'target',
  running: 'tick',
  off: 'square',
  going: 'bin',
  failed: 'cross',
  unmade: 'minus',
};

/** The icon of a tone in its colour. */
export const ToneIcon = ({ tone, title, size = 16 }: { tone: Tone; title?: string; size?: number }) => (
  <span class={`tone-icon tone-${tone}`}>
    <Icon name={ofTone[tone]} size={size} {...(title !== undefined && { title })} />
  </span>
);
