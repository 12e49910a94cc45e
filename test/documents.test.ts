import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { tableDefinitions } from '../src/adapters/tables/keys.ts';
import { drawnInPage, stateDiagram } from './state-diagram.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const rooms = [
  'cli',
  'client',
  'src',
  'functions',
  'statemachines',
  'lib',
  'bin',
  'local',
  'bench',
  'test',
  'docs',
  'examples',
];

/** Text files that people write, as paths from the root. */
const files = [
  ...readdirSync(root).filter((name) => /\.(ts|md)$/.test(name)),
  ...rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|mjs|md|json)$/.test(name))
      .map((name) => `${room}/${name}`),
  ),
];

const decisions = readdirSync(join(root, 'docs/decisions')).sort();

describe('the decisions', () => {
  it('have a number each: that of a page that was joined to another is not given again', () => {
    const numbers = decisions.map((file) => Number(/^(\d{4})-/.exec(file)?.[1]));
    expect(new Set(numbers).size).toBe(decisions.length);
    expect(numbers.filter((number) => [30, 49, 53, 54, 55].includes(number))).toEqual([]);
  });

  it('bear their number in their title', () => {
    const titles = decisions.map((file) => /^# (\d+)\. /.exec(read(`docs/decisions/${file}`))?.[1]);
    expect(titles).toEqual(decisions.map((file) => String(Number(file.slice(0, 4)))));
  });

  it('stand where they are cited', () => {
    const known = new Set(decisions.flatMap((file) => [file.slice(0, 4), file]));
    const lost = files.flatMap((file) =>
      [...read(file).matchAll(/docs\/decisions\/(\d{4}(?:-[\w.-]*\.md)?)/g)]
        .filter(([, cited]) => !known.has(cited as string))
        .map(([, cited]) => `${file} cites docs/decisions/${cited}`),
    );
    expect(lost).toEqual([]);
  });
});

describe('docs/architecture.md', () => {
  const page = read('docs/architecture.md');

  it('draws the states as the code has them (else: npx node test/state-diagram.ts --write)', () => {
    expect(drawnInPage()).toBe(stateDiagram());
  });

  it.each([
    ['src/domain/deployments', '| Room | What happens there |'],
    ['src/domain', '| Room | Subject |'],
  ])('has a row for each room of %s, and for no other', (folder, head) => {
    const [table = ''] = (page.split(head)[1] ?? '').split('\n\n');
    const cells = table.split('\n').map((row) => row.split('|')[1] ?? '');
    const listed = cells.flatMap((cell) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, name]) => name));
    const there = readdirSync(join(root, folder), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(listed.toSorted()).toEqual(
      there
        .map(({ name }) => name)
        .filter((name) => name !== 'deployments')
        .toSorted(),
    );
  });

  it('names every table and every index', () => {
    const named = new Set([...page.matchAll(/`([A-Za-z]+)`/g)].map(([, name]) => name));
    const stored = Object.entries(tableDefinitions).flatMap(([table, { indexes }]) => [
      table.charAt(0).toUpperCase() + table.slice(1),
      ...indexes.map(({ name }) => name),
    ]);
    expect(stored.filter((name) => !named.has(name))).toEqual([]);
  });

  it('names every place where files of a deployment stand', () => {
    const source = readFileSync(new URL('../src/adapters/files/files.ts', import.meta.url), 'utf8');
    const prefixes = [...source.matchAll(/[`'](\w+)\/\$\{/g)].map(([, prefix]) => `${prefix}/`);
    expect(prefixes).toContain('templates/');
    expect(prefixes.filter((prefix) => !page.includes(`| \`${prefix}`))).toEqual([]);
  });
});

describe('docs/environment.md', () => {
  it('names every variable that is read', () => {
    const sources = files.filter((file) => /^src\/.*\.ts$/.test(file)).map(read);
    const variables = sources.flatMap((text) =>
      [...text.matchAll(/[vV]ariable\(\s*'([A-Z_]+)'/g)].map(([, name]) => name as string),
    );
    const page = read('docs/environment.md');
    expect(variables.length).toBeGreaterThan(10);
    expect(variables.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});

/** A comment that goes over several lines, as one. */
const joined = (text: string): string => text.replace(/\r?\n\s*(?:\*|\/\/)?\s*/g, ' ');

const headings = (page: string): readonly string[] =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading as string);

/** The anchor of a heading, as viewers of Markdown make it. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** What is wrong with a citation of a page, and perhaps of one of its headings, by name or by anchor. */
const mistake = (page: string, { heading, id }: { heading?: string | undefined; id?: string | undefined }) => {
  if (!existsSync(join(root, page))) return 'there is no such page';
  if (heading !== undefined && !headings(page).includes(heading)) return `it has no heading "${heading}"`;
  if (id !== undefined && !headings(page).map(anchor).includes(id)) return `it has no heading for #${id}`;
  return undefined;
};

describe('the pages', () => {
  it('have what is cited of them: docs/<page>.md, also with #anchor or , "Heading" and "Another"', () => {
    const citation = /\bdocs\/((?:[\w.-]+\/)*[\w.-]+\.md)(?:#([\w-]+)|,((?:(?:,| and)? "[^"]+")+))?/g;
    const wrong = files.flatMap((file) =>
      [...joined(read(file)).matchAll(citation)].flatMap(([cited, page, id, quoted = '']) => {
        const wanted = [...quoted.matchAll(/"([^"]+)"/g)].map(([, heading]) => ({ heading }));
        const whys = [{ id }, ...wanted].map((want) => mistake(`docs/${page}`, want));
        return whys.filter((why) => why !== undefined).map((why) => `${file} cites ${cited}: ${why}`);
      }),
    );
    expect(wrong).toEqual([]);
  });

  /** Pages that are announced and come with the move of the rooms; leave one out here once it is there. */
  const announced = /^src\/tosca\/README\.md$/;

  it('link to what is there', () => {
    const link = /\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g;
    const wrong = files
      .filter((file) => file.endsWith('.md') && !file.startsWith('test/fixtures/'))
      .flatMap((file) =>
        [...read(file).matchAll(link)].flatMap(([, target = '', id]) => {
          const page = target === '' ? file : normalize(join(dirname(file), target));
          const why = announced.test(page) ? undefined : mistake(page, { id });
          return why === undefined ? [] : [`${file} links to ${target}${id ? `#${id}` : ''}: ${why}`];
        }),
      );
    expect(wrong).toEqual([]);
  });

  /** Documents that readers of this repository do not have. */
  const outside =
    /(?<![\w/-])(?:interface|behaviour|im-api|im-transcripts|clients|native-aws|local-stack|dashboard-and-cli|style|design)\.md\b|\b[Dd]esign,? (?:section|decision)s? \d|\.\.\/shared\/(?!corpus)/;

  /** Files that cite such documents still; the number only goes down. */
  const expectedLater = 0;

  it('are in this repository: nothing cites a document that is elsewhere', () => {
    const links = /\[[^\]]*\]\([^)]*\)/g;
    const citing = files.filter((file) => outside.test(joined(read(file)).replace(links, '')));
    expect(citing.length, citing.join('\n')).toBeLessThanOrEqual(expectedLater);
  });
});

describe('docs/how-to', () => {
  const pages = files.filter((file) => file.startsWith('docs/how-to/'));

  it('names tests by their words: `test/<file>.test.ts`: words of its titles', () => {
    const told = /`(test\/[\w./-]+\.test\.ts)`: ([^|;(\n]+)/g;
    const lost = pages.flatMap((page) =>
      [...read(page).matchAll(told)].flatMap(([, file = '', words = '']) => {
        const titles = read(file);
        const missing = words.split(',').filter((word) => !titles.includes(word.trim()));
        return missing.map((word) => `${page}: ${file} has no test of "${word.trim()}"`);
      }),
    );
    expect(lost).toEqual([]);
  });

  it('is linked from DEVELOPERS.md, each page of it', () => {
    expect(pages.filter((page) => !read('DEVELOPERS.md').includes(`](${page})`))).toEqual([]);
  });
});

describe('commands in pages', () => {
  it("run by npx or npm: the machine's own Node may be too old for TypeScript", () => {
    const bare = files
      .filter((file) => file.endsWith('.md'))
      .filter((file) => /(?:`|^ *)node [\w./-]+\.ts/m.test(read(file)));
    expect(bare).toEqual([]);
  });
});

/** What people read in a file: a page, or the comments of code. */
const prose = (file: string): string => {
  const text = read(file);
  if (file.endsWith('.md')) return text;
  return (text.match(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/[^\n]*/g) ?? []).join('\n');
};

describe('pages and comments', () => {
  const written = files.filter((file) => /\.(?:md|ts)$/.test(file) && !file.startsWith('test/fixtures/'));
  const known = new Set(files.map((file) => basename(file)));

  /** Names of something else: files of another suite, what was removed, what a build writes. */
  const elsewhere = /^(?:docs\/decisions\/0006-.*: examples\/|docs\/decisions\/0062-.*|.*: index\.mjs$)/;

  const isThere = (file: string, path: string): boolean =>
    [path, join(dirname(file), path)].some((at) =>
      [at, `${at}.ts`, `${at}.test.ts`].some((one) => existsSync(join(root, one))),
    );

  it('name files and folders that are there', () => {
    const room = new RegExp(`(?<![\\w./@-])(?:${rooms.join('|')})/[\\w./-]*[\\w/]`, 'g');
    const bare = /(?<![\w./@<>*{}$-])[\w-]+\.(?:ts|asl\.json|mjs)(?![\w.])/g;
    const lost = written.flatMap((file) => {
      const paths = [...prose(file).matchAll(room)].filter(([path]) => !/^docs\/decisions\/\d{4}$/.test(path));
      const names = [...prose(file).matchAll(bare)].filter(([name]) => !known.has(name));
      return [...paths.filter(([path]) => !isThere(file, path)), ...names].map(([path]) => `${file}: ${path}`);
    });
    expect(lost.filter((line) => !elsewhere.test(line))).toEqual([]);
  });

  it('name code that is there', () => {
    const code = files.filter((file) => /\.(?:ts|mjs|json)$/.test(file)).map(read);
    const words = new Set(code.flatMap((text) => text.match(/[A-Za-z_$][\w$]*/g) ?? []));
    const pages = written.filter((file) => file.endsWith('.md') && !/^CHANGELOG|^docs\/contract\//.test(file));
    /** an example of a name in a template, and an error of Step Functions */
    const others = new Set(['mysqlRootPassword', 'ExecutionLimitExceeded']);
    const lost = pages.flatMap((file) =>
      [...read(file).matchAll(/`([A-Za-z]\w*)(?:\([^`]*\))?`/g)]
        .map(([, name]) => name as string)
        .filter((name) => /[a-z][A-Z]/.test(name) && !words.has(name) && !others.has(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(lost).toEqual([]);
  });

  it('name commands that are there', () => {
    const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: object };
    const tools = new Set([...read('local/run.mjs').matchAll(/^ {2}'?([\w:-]+)'?: /gm)].map(([, name]) => name));
    const lost = written.flatMap((file) =>
      [...prose(file).matchAll(/npm run (?:-s )?(?:(tool) )?([\w-]+(?::[\w-]+)*)/g)]
        .filter(([, tool, name = '']) => !(tool ? tools.has(name) : Object.hasOwn(scripts, name)))
        .map(([said]) => `${file}: ${said}`),
    );
    expect(lost).toEqual([]);
  });

  it('are at most 20 scripts of npm, and each that runs a program names one', () => {
    const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
    expect(Object.keys(scripts).length).toBeLessThanOrEqual(20);
    const programs = Object.entries(scripts).flatMap(([, text]) => (/run\.mjs (\S+)/.exec(text) ?? [])[1] ?? []);
    expect(programs.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});

describe('docs/glossary.md', () => {
  const rows = [...read('docs/glossary.md').matchAll(/^\| \*\*(.+?)\*\* \| (.+?) \| (.*)\|$/gm)];
  const terms = rows.map(([, term]) => term as string);

  it('has each term once, in the order of the alphabet', () => {
    expect(rows.length).toBeGreaterThan(0);
    expect(terms).toEqual([...new Set(terms)].toSorted());
  });

  it('replaces no term by itself, and says each in a sentence', () => {
    const replaced = rows.flatMap(([, , , words = '']) => words.split(',').map((word) => word.trim()));
    expect(terms.filter((term) => replaced.includes(term))).toEqual([]);
    expect(rows.filter(([, , meaning = '']) => !/^[A-Z].*\.$/.test(meaning)).map(([, term]) => term)).toEqual([]);
  });
});
