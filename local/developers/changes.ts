/** The lines of `.changeset`, and the section of `CHANGELOG.md` that they are moved into. */

/** Where lines go that nobody has put under a heading yet. */
const unsorted = '### More';

/** A line for each change of a file of `.changeset`. Error for a text that is none. */
export const linesOf = (file: string, text: string): readonly string[] => {
  const [, body] = /^---\n["']toscanini["']: (?:major|minor|patch)\n---\n([\s\S]*)$/.exec(text) ?? [];
  if (body === undefined) throw new Error(`${file} is no changeset: .changeset/README.md says how one is written`);
  const items = body.trim().split(/\n(?=- )/);
  return items.map(
    (item) =>
      `- ${item
        .replace(/^- /, '')
        .replaceAll(/\s*\n\s*/g, ' ')
        .trim()}`,
  );
};

/**
 * The changelog with these lines at the end of the section of the version, which is made where there is none: above all others. A line
 * that stands there already is left out, so that a run that was broken off can be repeated.
 */
export const withLines = (changelog: string, version: string, lines: readonly string[]): string => {
  const heading = `## ${version}\n`;
  const first = changelog.search(/^## /m);
  if (first === -1) throw new Error('CHANGELOG.md has no section of a release, such as ## 0.2.0');
  const whole = changelog.includes(heading)
    ? changelog
    : `${changelog.slice(0, first)}${heading}\n${changelog.slice(first)}`;
  const start = whole.indexOf(heading);
  const next = whole.slice(start + heading.length).search(/^## /m);
  const end = next === -1 ? whole.length : start + heading.length + next;
  const section = whole.slice(start, end).trimEnd();
  const added = lines.filter((line) => !section.split('\n').includes(line));
  if (added.length === 0) return whole;
  const head = section.includes(`\n${unsorted}\n`) ? '' : `\n${unsorted}\n\n`;
  return `${whole.slice(0, start)}${section}\n${head}${added.join('\n')}\n\n${whole.slice(end)}`.trimEnd().concat('\n');
};

/** A text with another version where it names the present one as its own. Error where it does not. */
export const withVersion = (file: string, text: string, own: RegExp, version: string): string => {
  if (!own.test(text)) throw new Error(`${file} does not say its version where it is expected (${own.source})`);
  return text.replace(own, (_, before: string, after: string) => `${before}${version}${after}`);
};
