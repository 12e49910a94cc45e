import { pureFunctions } from '../functions/pure.ts';
import { definitionsVersions, type Version } from '../versions.ts';
import { child, valueIn } from './entry.ts';
import type { Known } from './known.ts';

export const versionOf = ({ entries, scope }: Known): Version =>
  definitionsVersions[valueIn(entries, child(entries.root, 'tosca_definitions_version'))] ?? scope?.version ?? '1.3';

const plainCalls = [
  'get_input',
  'get_property',
  'get_attribute',
  'get_artifact',
  'get_operation_output',
  'concat',
  'join',
  'token',
];

export const functionsIn = (known: Known): readonly string[] =>
  versionOf(known) === '2.0'
    ? [...plainCalls.filter((name) => name !== 'get_operation_output'), ...pureFunctions.keys()].map(
        (name) => `$${name}`,
      )
    : plainCalls;
