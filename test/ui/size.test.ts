import { gzipSync } from 'node:zlib';
import type { Metafile } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildDashboard, type Dashboard } from '../../lib/bundles/dashboard.ts';

/** In bytes, compressed. The editor and the checker are loaded when they are opened, and do not count. */
const mostAtFirst = 90_000;
/** 3 of them are for what administrators do: the pause, dead letters, the room of providers. Nobody else loads that. 1 is for the webhooks of a group, a quarter for names of instances and addresses of machines. */
const mostOfAll = 154.25 * 1024;

describe('the built dashboard', () => {
  let built: Dashboard;
  beforeAll(async () => {
    built = await buildDashboard();
  });

  const outputOf = (path: string): [string, Metafile['outputs'][string]] => {
    const found = Object.entries(built.metafile.outputs).find(([, { entryPoint }]) => entryPoint === path);
    if (found === undefined) throw new Error(`nothing was built of ${path}`);
    return found;
  };
  /** What a browser loads for these, with all that they import at once. */
  const loaded = (paths: readonly string[], seen = new Set<string>()): ReadonlySet<string> => {
    for (const path of paths) {
      if (seen.has(path)) continue;
      seen.add(path);
      const imports = built.metafile.outputs[path]?.imports ?? [];
      loaded(
        imports.filter(({ kind }) => kind === 'import-statement').map((one) => one.path),
        seen,
      );
    }
    return seen;
  };
  const packed = (names: Iterable<string>): number =>
    [...names].reduce(
      (sum, name) => sum + gzipSync(built.files.get(name.replace(/^ui\//, '')) ?? '', { level: 9 }).length,
      0,
    );

  it('loads little for the first page, whichever it is', () => {
    const [main] = outputOf('ui/main.tsx');
    const [style] = outputOf('ui/style/style.css');
    const pages = [['ui/pages/deployments/page.tsx'], ['ui/pages/deployment/page.tsx', 'ui/topology/topology.tsx']];
    for (const page of pages) {
      const bytes = packed([...loaded([main, ...page.map((path) => outputOf(path)[0])]), style]);
      expect(bytes, page.join()).toBeGreaterThan(20 * 1024);
      expect(bytes, page.join()).toBeLessThanOrEqual(mostAtFirst);
    }
  });

  it('is small as a whole, without the editor and the checker', () => {
    const large = /\/(@codemirror|@lezer|crelt|style-mod|w3c-keyname)\/|^src\/|^ui\/(editor|forms)\//;
    const names = Object.entries(built.metafile.outputs)
      .filter(([, { inputs }]) => !Object.keys(inputs).some((input) => large.test(input)))
      .map(([name]) => name)
      .filter((name) => !name.includes('worker'));
    expect(packed(names)).toBeLessThanOrEqual(mostOfAll);
  });

  it('names every file by its content, but the page and its icon', () => {
    const plain = [...built.files.keys()].filter((name) => !/^assets\/.+-[A-Z0-9]{8}\.(js|css)$/.test(name));
    expect(plain.sort()).toEqual(['icon.svg', 'index.html']);
  });

  it('has nothing inline: the policy of the page would block it', () => {
    const html = `${built.files.get('index.html')}`;
    expect(html).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]*\ssrc=)/);
    for (const [, address] of html.matchAll(/(?:src|href)="(assets\/[^"]+)"/g))
      expect(built.files.has(`${address}`)).toBe(true);
  });
});
