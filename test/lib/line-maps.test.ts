import { SourceMap, type SourceMapPayload } from 'node:module';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { bundling } from '../../lib/bundles/bundles.ts';
import { lineMap } from '../../lib/bundles/line-maps.ts';

describe('a source map of lines', () => {
  it('leads Node from each place of a program to the file and line of the whole map, and is half of it at most', async () => {
    const entryPoints = ['functions/http/configuration/get.ts', 'src/adapters/batch/failures.ts'];
    const { outputFiles } = await build({ ...bundling, entryPoints });
    for (const { path, text } of outputFiles.filter(({ path }) => path.endsWith('.map'))) {
      const program = outputFiles.find((one) => `${one.path}.map` === path)?.text ?? '';
      const short = lineMap(text);
      expect(short.length).toBeLessThan(text.length / 2);
      const [whole, lines] = [text, short].map((one) => new SourceMap(JSON.parse(one) as SourceMapPayload));
      const placeIn = (map: SourceMap | undefined, row: number, column: number) => {
        const { originalSource, originalLine } = { ...map?.findEntry(row, column) } as Record<string, unknown>;
        return `${originalSource}:${originalLine}`;
      };
      const differing = program.split('\n').flatMap((row, at) =>
        Array.from({ length: Math.ceil(row.length / 3) }, (_, third) => third * 3)
          .map((column) => [placeIn(whole, at, column), placeIn(lines, at, column)])
          .filter(([one, other]) => one !== other),
      );
      expect(differing.slice(0, 3), path).toEqual([]);
    }
  });
});
