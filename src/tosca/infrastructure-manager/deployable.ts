import { isEmpty } from '../empty-output.ts';
import { plainAddress } from '../network-addresses.ts';
import { readOnce } from '../read-once.ts';
import { carriedSecrets, secretValues } from '../secrets/carried.ts';
import type { Imports, Json, Processed, Topology } from '../topology.ts';
import type { Found } from './for-parser.ts';
import { partsOf } from './output-parts.ts';
import type { UnsupportedByParser } from './unsupported-by-parser.ts';

interface Options {
  readonly inputs: Readonly<Record<string, Json>>;
  readonly imports: Imports;
  /** the outputs of which the Infrastructure Manager tells nothing: it refuses a template for most of them */
  readonly withoutAnswer?: (topology: Topology) => readonly string[];
}

/** A template in a form that the Infrastructure Manager can read, and what it describes. */
export interface Deployable {
  /** the original, its translation, or the original with results of calls written in; also the original if it has errors */
  readonly text: string;
  readonly processed: Processed;
}

/**
 * The Infrastructure Manager reads the Simple Profile up to 1.3, and not all of it (for-parser.ts). So a
 * template of 2.0 is translated together with its inputs, and the topology is that of the translation: its nodes have
 * normative types, and what 1.3 cannot express is a problem. All steps share one reading of the imports. The processor
 * is loaded with the first template, so that requests that are refused earlier do not wait for it
 * (docs/decisions/0012).
 */
export async function deployable(
  text: string,
  { inputs, imports, withoutAnswer = () => [] }: Options,
): Promise<Deployable> {
  const options = { inputs, imports: readOnce(imports) };
  const [{ processTemplate, translateTemplate }, unsupported] = await Promise.all([
    import('../process.ts'),
    import('./unsupported-by-parser.ts'),
  ]);
  const beyond = new unsupported.UnsupportedByParser();
  const processed = await processTemplate(text, { ...options, unsupported: beyond });
  if (!processed.ok) return { text, processed };
  settleAddresses(beyond, processed.topology);
  if (processed.topology.version !== 'tosca_2_0')
    return {
      text: await readable(text, foundBy(beyond), processed.topology, withoutAnswer(processed.topology)),
      processed,
    };
  const translation = await translateTemplate(text, options);
  if (!translation.ok) return { text, processed: Object.freeze(translation) };
  const hidden = secretValues(processed.topology);
  const ofTranslation = new unsupported.UnsupportedByParser();
  const again = await processTemplate(translation.text, {
    ...options,
    ...{ inputs: {}, hidden, translatedFrom: text, unsupported: ofTranslation },
  });
  if (!again.ok) return { text: translation.text, processed: again };
  const secrets = carriedSecrets(processed.topology, again.topology);
  const { workflows } = processed.topology;
  const topology = Object.freeze({ ...again.topology, secrets, ...(workflows && { workflows }) });
  settleAddresses(ofTranslation, topology);
  const { problems } = translation;
  // the translation writes only what the parser reads, but for outputs of several parts, addresses in networks and nulls
  const found = {
    ...nothing,
    calls: ofTranslation.addresses,
    forms: ofTranslation.calls.forms.named,
    unordered: ofTranslation.unordered,
  };
  const readableText = await readable(translation.text, found, topology, withoutAnswer(topology));
  return { text: readableText, processed: Object.freeze({ ...processed, topology, problems }) };
}

function settleAddresses(beyond: UnsupportedByParser, { nodes }: Topology): void {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  beyond.calls.settleAddresses((path) => plainAddress(path, byName));
}

const foundBy = (beyond: UnsupportedByParser): Found => {
  const { hasCopies, parents, misread, misreadKeys, members, unordered, imports, written: calls } = beyond;
  const { operations, defaults, emptied, relationships, overridden } = beyond.placed;
  return {
    ...{ hasCopies, parents, misread, misreadKeys, members, unordered, imports, calls },
    ...{ operations, defaults, emptied, relationships, overridden, forms: beyond.calls.forms.named },
  };
};

const nothing: Found = {
  ...{ calls: [], hasCopies: false, parents: [], misread: [], misreadKeys: [], members: [], unordered: [] },
  ...{
    operations: [],
    defaults: [],
    emptied: [],
    relationships: [],
    overridden: [],
    forms: new Map(),
    imports: new Map(),
  },
};

/** The 1.x text, rewritten where the Infrastructure Manager's parser could not read it. */
async function readable(
  text: string,
  beyond: Found,
  { outputs }: Topology,
  withoutAnswer: readonly string[],
): Promise<string> {
  // `overridden` and `forms` only say how the rest is written
  const { hasCopies, imports, overridden: _, forms: __, ...lists } = beyond;
  const isReadable = Object.values(lists).every(({ length }) => length === 0) && imports.size === 0;
  const areWhole =
    withoutAnswer.length === 0 && outputs.every((output) => !isEmpty(output) && partsOf(output).size === 0);
  if (isReadable && !hasCopies && areWhole) return text;
  const { forParser } = await import('./for-parser.ts');
  return forParser(text, beyond, outputs, new Set(withoutAnswer));
}
