import { dump } from 'js-yaml';
import { hostOf } from '../../../../src/domain/changes/kinds.ts';
import { fitTemplate } from '../../../../src/domain/infrastructure-manager/fit-template.ts';
import { runByManager } from '../../../../src/domain/infrastructure-manager/forms/operations.ts';
import { unanswered } from '../../../../src/domain/infrastructure-manager/unanswered-questions.ts';
import { unsupportedReasons } from '../../../../src/domain/infrastructure-manager/unsupported.ts';
import { bindTemplate } from '../../../../src/tosca/infrastructure-manager/bind.ts';
import { deployable } from '../../../../src/tosca/infrastructure-manager/deployable.ts';
import type { Topology } from '../../../../src/tosca/topology.ts';
import type { Case } from './case.ts';
import { casesOf } from './cases.ts';
import type { Judge, Judgement } from './judge.ts';
import type { Outcome } from './outcome.ts';
import { singleValue } from './singles.ts';
import { sources } from './sources.ts';
import { difference, viewOfReal, viewOfStandIn } from './stand-in.ts';

const importsOf = (files: Case['files'] = {}) => ({
  read: async (address: string): Promise<string> => {
    const file = files[address];
    if (file === undefined) throw new Error(`${address} is not in the catalog`);
    return dump(file, { noRefs: true });
  },
});

const offer = { id: 'any', name: 'any cloud' } as Parameters<typeof fitTemplate>[1];

const triedBy = async ({ name, template, files }: Case, source: string, judges: readonly Judge[]): Promise<Outcome> => {
  const { text, processed } = await deployable(dump(template, { noRefs: true }), {
    inputs: {},
    imports: importsOf(files),
    withoutAnswer: (topology) => unanswered(topology).withoutAnswer,
  });
  if (!processed.ok) {
    const problem = processed.problems.find(({ severity }) => severity === 'error');
    return {
      source,
      name,
      problem: `${problem?.code}: ${problem?.message}`,
      reasons: [],
      notes: [],
      unrun: [],
      differences: [],
    };
  }
  const { topology } = processed;
  const fit = fitTemplate(topology, offer);
  const reasons = [...unsupportedReasons(topology.nodes), ...fit.lacks];
  const sent = bindTemplate(text, { inputs: {}, name: 'sweep', edits: fit.edits });
  const judged = await Promise.all(judges.map(async (judge) => [judge.name, await judge.judge(sent)] as const));
  const unfitted = fit.edits.length === 0 ? undefined : bindTemplate(text, { inputs: {}, name: 'sweep' });
  const differences = packages.has(source)
    ? []
    : [
        ...judged.flatMap(([release, real]) => differenceOf(release, sent, real)),
        ...(unfitted === undefined || judges[0] === undefined
          ? []
          : differenceOf('without edits', unfitted, await judges[0].judge(unfitted))),
      ];
  const asWritten = isSingle(name) ? (await judges[0]?.judge(dump(template, { noRefs: true })))?.taken : undefined;
  const shared = {
    source,
    name,
    reasons,
    notes: fit.notes ?? [],
    judged: Object.fromEntries(judged),
    unrun: reasons.length > 0 ? [] : unrunOf(topology, fit.notes ?? [], judged),
    differences,
  };
  return asWritten === undefined ? shared : { ...shared, asWritten };
};

/** Only what stands on a machine is configured. */
const unrunOf = (
  { nodes }: Topology,
  notes: readonly string[],
  judged: readonly (readonly [string, Judgement])[],
): readonly string[] => {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const placed = nodes.filter((node) => node.types.includes('tosca.nodes.Compute') || hostOf(node, byName).length > 0);
  const all = placed.flatMap(({ operations, requirements }) => [
    operations,
    ...requirements.map((one) => one.operations),
  ]);
  const wanted = all
    .flatMap((operations = {}) => Object.values(operations))
    .filter(({ of, name, script }) => of !== undefined && runByManager.has(name) && /\.ya?ml$/.test(script.url ?? ''));
  return judged.flatMap(([release, real]) =>
    real.taken
      ? wanted
          .filter(({ name }) => !notes.some((note) => note.startsWith(`the operation ${name} of `)))
          .filter(({ script }) => !real.recipes.some((recipe) => recipe.includes(`ran ${script.url}`)))
          .map(({ name, script }) => `${release}: ${name} of ${script.url}`)
      : [],
  );
};

/** One property of a normative node of the newest version. */
const isSingle = (name: string): boolean => singleValue.test(name) && !/, \w+ = /.test(name);

/** The stand-in fetches no types of packages. */
const packages: ReadonlySet<string> = new Set(
  sources.filter(({ known }) => known !== undefined).map(({ name }) => name),
);

const differenceOf = (which: string, document: string, real: Judgement): readonly string[] => {
  const found = difference(viewOfReal(real), viewOfStandIn(document));
  return found === undefined ? [] : [`${which}: ${found}`];
};

/** Tries every `step`th template of each source, in the order of the types. */
export async function* sweep(judges: readonly Judge[], step = 1, only?: readonly string[]): AsyncGenerator<Outcome> {
  for (const source of sources) {
    if (only !== undefined && !only.includes(source.name)) continue;
    const seen = new Set<string>();
    let index = 0;
    let waiting: Promise<Outcome>[] = [];
    for (const each of casesOf(source)) {
      const key = JSON.stringify([each.template, each.files]);
      if (seen.has(key)) continue;
      seen.add(key);
      index += 1;
      // the barest template of each type is always tried
      if (index % step !== 0 && each.name.split(' ').length > 2) continue;
      waiting.push(triedBy(each, source.name, judges));
      if (waiting.length < 32) continue;
      yield* await Promise.all(waiting);
      waiting = [];
    }
    yield* await Promise.all(waiting);
  }
}
