import { githubAnnotations } from './github.ts';
import type { Checked } from './problem-place.ts';
import type { ReportFormat } from './report-formats.ts';
import { sarif } from './sarif.ts';
import { jsonLine, readable } from './screen.ts';

/** The texts for each file as it comes, and for all of them at the end. */
export interface ReportWriter {
  one(checked: Checked): string;
  all(checked: readonly Checked[]): string;
}

const nothing = (): string => '';

/** `folder`: paths in a report are relative to it. */
export const writerOf = (format: ReportFormat, folder: string): ReportWriter => {
  const writers: { readonly [name in ReportFormat]: ReportWriter } = {
    text: { one: ({ file, examined }) => readable(file, examined), all: nothing },
    json: { one: ({ file, examined }) => jsonLine(file, examined), all: nothing },
    github: { one: nothing, all: (checked) => githubAnnotations(checked, folder) },
    sarif: { one: nothing, all: (checked) => `${JSON.stringify(sarif(checked, folder), undefined, 2)}\n` },
  };
  return writers[format];
};
