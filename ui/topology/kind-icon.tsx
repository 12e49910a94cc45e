import type { Glyph } from './kinds.ts';

/** One path a kind, in a square of 24 by 24. */
const paths: Readonly<Record<Glyph, string>> = {
  machine: 'M4 4h16v7H4zM4 13h16v7H4zM7.5 7.5h.01M7.5 16.5h.01M11 7.5h6M11 16.5h6',
  container: 'M12 3l8.5 4.5v9L12 21l-8.5-4.5v-9zM3.5 7.5L12 12l8.5-4.5M12 12v9',
  database: 'M4 6c0-4 16-4 16 0s-16 4-16 0v12c0 4 16 4 16 0V6M4 12c0 4 16 4 16 0',
  storage: 'M4 13l3-8h10l3 8v6H4zM4 13h16M7.5 16.2h.01M11 16.2h.01',
  network: 'M9 3h6v5H9zM3 16h6v5H3zM15 16h6v5h-6zM12 8v4M6 16v-4h12v4',
  web: 'M12 3a9 9 0 100 18 9 9 0 000-18zM3 12h18M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18',
  function: 'M5 20h2.5L12 9M9 4h2.5L18 20h2',
  queue: 'M3 6h4v12H3zM10 6h4v12h-4zM17 6h4v12h-4z',
  job: 'M4 5h16v14H4zM7.5 9.5l3 2.5-3 2.5M12.5 15h4',
  balancer: 'M12 3v6M12 9L5 20M12 9v11M12 9l7 11M3 20h4M10 20h4M17 20h4',
  key: 'M8 11a4 4 0 100 8 4 4 0 000-8zM11 12.5l8.5-8.5M16 8l3 3',
  software: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM16.5 13v7M13 16.5h7',
};

/** Decoration: the type stands beside it as text. */
export const KindIcon = ({ glyph }: { readonly glyph: Glyph }) => (
  <svg class="kind-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={paths[glyph]} />
  </svg>
);
