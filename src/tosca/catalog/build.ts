/**
 * Turns the catalog's YAML files into catalog.json, which goes into a function's bundle: one file without descriptions,
 * so that it is small and quick to load. Run after every change: `node src/tosca/catalog/build.ts`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../topology.ts';
import { compose } from '../yaml/compose.ts';
import type { YamlNode } from '../yaml/node.ts';
import { coreValue } from '../yaml/scalar.ts';
import { Source } from '../yaml/source.ts';

const prose = new Set(['description', 'metadata']);
const folder = import.meta.dirname;

/** A number that would lose its spelling (1.0, 16.04) stays a text; the declared type reads it later. */
function compact(node: YamlNode): Json {
  if (node.kind === 'sequence') return node.items.map(compact);
  if (node.kind === 'scalar') {
    const value = coreValue(node);
    return typeof value === 'number' && String(value) !== node.text ? node.text : value;
  }
  const kept = [...node.entries].filter(([key, value]) => !(prose.has(key) && value.kind === 'scalar'));
  return Object.fromEntries(kept.map(([key, value]) => [key, compact(value)]));
}

function read(file: string): Json {
  const { root, faults } = compose(new Source(file, readFileSync(join(folder, file), 'utf8')));
  if (root === undefined || faults.length > 0) throw new Error(`${file}: ${faults[0]?.message ?? 'empty'}`);
  return compact(root);
}

/** The text of catalog.json, made from the YAML files beside it. */
export function buildCatalog(): string {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.yaml') && file !== 'addresses.yaml')
    .toSorted();
  const catalog = {
    addresses: read('addresses.yaml'),
    files: Object.fromEntries(files.map((file) => [file, read(file)])),
  };
  return `${JSON.stringify(catalog)}\n`;
}

if (import.meta.main) writeFileSync(join(folder, 'catalog.json'), buildCatalog());
