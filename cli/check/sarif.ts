import { pathToFileURL } from 'node:url';
import packageFile from '../../package.json' with { type: 'json' };
import type { Problem } from '../../src/tosca/problems.ts';
import { type Checked, foundIn, type Place } from './problem-place.ts';

/** GitHub refuses a run with more results. */
const mostResults = 25_000;

type JsonObject = { readonly [key: string]: unknown };

/** The problems as a log of SARIF 2.1.0 (OASIS), for code scanning. Errors come first: GitHub keeps only the first 5,000. */
export const sarif = (checked: readonly Checked[], folder: string): JsonObject => {
  const found = foundIn(checked, folder);
  const sorted = found.toSorted((a, b) => rank(a.problem) - rank(b.problem));
  const rules = [...new Set(found.map(({ problem }) => problem.code))].toSorted();
  const kept = sorted.slice(0, mostResults);
  return {
    version: '2.1.0',
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    runs: [
      {
        tool: {
          driver: { name: packageFile.name, version: packageFile.version, rules: rules.map((id) => ({ id })) },
        },
        columnKind: 'utf16CodeUnits',
        invocations: [invocation(checked, sorted.length - kept.length)],
        results: kept.map(({ place, problem }) => resultOf(place, problem, rules.indexOf(problem.code))),
      },
    ],
  };
};

const rank = ({ severity }: Problem): number => (severity === 'error' ? 0 : 1);

/** The checker itself went well, also where templates have errors. */
const invocation = (checked: readonly Checked[], left: number): JsonObject => ({
  executionSuccessful: checked.every(({ examined }) =>
    examined.problems.every(({ code }) => code !== 'file-unreadable' && code !== 'processing-failed'),
  ),
  ...(left > 0 && {
    toolExecutionNotifications: [
      { level: 'warning', message: { text: `${left} more problems are not in this log: it may have ${mostResults}` } },
    ],
  }),
});

const resultOf = (place: Place, { code, severity, message, path }: Problem, ruleIndex: number): JsonObject => ({
  ruleId: code,
  ruleIndex,
  level: severity,
  message: { text: place.within + message },
  locations: [
    {
      physicalLocation: {
        artifactLocation: { uri: uriOf(place.path) },
        ...(place.line !== undefined && { region: { startLine: place.line, startColumn: place.column } }),
      },
      ...(path !== '' && { logicalLocations: [{ fullyQualifiedName: path }] }),
    },
  ],
});

/** SARIF takes no blank, backslash or letter outside of ASCII. */
const uriOf = (path: string): string => {
  if (/^https?:/i.test(path)) return URL.canParse(path) ? new URL(path).href : encodeURI(path);
  if (/^(?:\/|[a-z]:)/i.test(path)) return pathToFileURL(path).href;
  return path.split('/').map(encodeURIComponent).join('/');
};
