/** A terminal with colours, and a picture of it. */

interface Cell {
  readonly character: string;
  readonly style: string;
}

/** By the number of SGR (ECMA-48 section 8.3.117): those that `styleText` writes. */
const styles: { readonly [code: string]: string } = {
  '1': 'bold',
  '2': 'dim',
  '31': 'red',
  '32': 'green',
  '33': 'yellow',
  '34': 'blue',
  '36': 'cyan',
};

/** What a person sees after a program has written so much to a terminal of so many columns. */
export const screenAfter = (written: string, columns: number): readonly (readonly Cell[])[] => {
  const lines: Cell[][] = [[]];
  let row = 0;
  let column = 0;
  let style = '';
  const line = (): Cell[] => (lines[row] ??= []);
  const obey = (parameter: string, command: string): void => {
    if (command === 'A') row = Math.max(0, row - Number(parameter || 1));
    if (command === 'J') lines.length = row + 1;
    if (command === 'J' || command === 'K') line().length = Math.min(line().length, column);
    if (command !== 'm') return;
    const isEnd = ['', '0', '22', '39'].includes(parameter);
    style = isEnd ? '' : (styles[parameter] ?? style);
  };
  const put = (character: string): void => {
    if (column === columns) {
      row += 1;
      column = 0;
    }
    while (line().length < column) line().push({ character: ' ', style: '' });
    line()[column] = { character, style };
    column += 1;
  };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with this character
  for (const [all, parameter = '', command] of written.matchAll(/\x1b\[([\d;]*)([A-Za-z])|\r|\n|[^\x1b]/gu)) {
    if (command !== undefined) obey(parameter, command);
    else if (all === '\r') column = 0;
    else if (all === '\n') row += 1;
    else put(all);
  }
  return lines;
};

const colours: { readonly [style: string]: string } = {
  '': '#d4d7dd',
  bold: '#ffffff',
  dim: '#8b929e',
  red: '#ff7b72',
  green: '#7ee787',
  yellow: '#f2cc60',
  blue: '#79c0ff',
  cyan: '#76e3ea',
};

const size = { width: 8.4, height: 19, margin: 16 };

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Words of one style, each at its column, since a font of the reader may have another width, and SVG joins blanks. */
const runsOf = (cells: readonly Cell[], y: number): string => {
  const runs: { readonly at: number; text: string; readonly style: string }[] = [];
  for (const [at, { character, style }] of cells.entries()) {
    const last = runs.at(-1);
    if (character === ' ') runs.push({ at: at + 1, text: '', style });
    else if (last?.style === style) last.text += character;
    else runs.push({ at, text: character, style });
  }
  return runs
    .filter(({ text }) => text !== '')
    .map(({ at, text, style }) => {
      const x = (size.margin + at * size.width).toFixed(1);
      const weight = style === 'bold' ? ' font-weight="bold"' : '';
      const length = ([...text].length * size.width).toFixed(1);
      return `<text x="${x}" y="${y}" fill="${colours[style]}"${weight} textLength="${length}" lengthAdjust="spacingAndGlyphs">${escaped(text)}</text>`;
    })
    .join('\n');
};

const textOf = (cells: readonly Cell[]): string =>
  cells
    .map(({ character }) => character)
    .join('')
    .trim();

/** The screen as SVG; its title is the command in its first line. */
export const pictureOf = (screen: readonly (readonly Cell[])[], columns: number): string => {
  const title = textOf(screen[0] ?? []);
  const empty = screen.findLastIndex((line) => line.some(({ character }) => character !== ' '));
  const lines = screen.slice(0, empty + 1);
  const width = Math.ceil(columns * size.width + 2 * size.margin);
  const height = lines.length * size.height + 2 * size.margin;
  const texts = lines
    .map((line, at) => runsOf(line, size.margin + at * size.height + 14))
    .filter((text) => text !== '');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
<title>${escaped(title)}</title>
<rect width="${width}" height="${height}" rx="8" fill="#1b1f27"/>
${texts.join('\n')}
</svg>
`;
};
