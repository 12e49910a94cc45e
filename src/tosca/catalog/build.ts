/**
 * Turns the catalog's YAML files into catalog.json, which goes into a function's bundle: one file without descriptions,
 * so that it is small and quick to load. After every change `npx vitest run test/tosca/catalog.test.ts -u` writes it.
 */
import { readdirSync, readFileSync } from 'node:fs';
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
  return `${inLines(catalog, typeDepth)}\n`;
}

/** files, file, kind, type */
const typeDepth = 4;

/** A line for each type, so that a difference shows which types changed. */
function inLines(value: Json, depth: number): string {
  if (depth === 0 || value === null || typeof value !== 'object' || Array.isArray(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${inLines(member, depth - 1)}`);
  return `{\n${members.join(',\n')}\n}`;
}
