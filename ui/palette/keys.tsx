import { places } from '../keyboard.ts';
import { hasPage } from '../pages.ts';
import { Dialog } from '../parts/dialog.tsx';
import { paletteKey } from './key.ts';

const groups = (): readonly {
  readonly name: string;
  readonly keys: readonly (readonly [keys: string, what: string])[];
}[] => [
  {
    name: 'Everywhere',
    keys: [
      [paletteKey, 'go to anything'],
      ...Object.entries(places)
        .filter(([, to]) => hasPage(to))
        .map(([key, to]) => [`g ${key}`, to] as const),
      ['n', 'new deployment'],
      ['/', 'search or filter what is on the page'],
      ['?', 'these keys'],
      ['Esc', 'close'],
    ],
  },
  { name: 'A deployment', keys: [['l', 'its log']] },
  {
    name: 'Its picture',
    keys: [
      ['← ↑ → ↓', 'along the lines'],
      ['Enter', 'choose a node'],
      ['Esc', 'choose none'],
      ['+ −', 'larger, smaller'],
      ['f', 'all of it'],
    ],
  },
];

export const Keys = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog title="Keys" onClose={onClose}>
    <div class="dialog-body">
      {groups().map(({ name, keys }) => (
        <section key={name}>
          <h3>{name}</h3>
          <dl class="keys">
            {keys.map(([key, what]) => (
              <div key={key}>
                <dt>
                  {key.split(' ').map((one) => (
                    <kbd key={one}>{one}</kbd>
                  ))}
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  </Dialog>
);
