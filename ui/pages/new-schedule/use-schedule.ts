import { useMemo, useState } from 'preact/hooks';
import type { SchedulePlan } from '../../../client/types.ts';
import { exampleFiles, fillIn, placeholderFaults } from '../../../src/domain/schedules/file-parameters.ts';
import { service } from '../../data/service.ts';
import type { Values } from '../../editor/checking.ts';
import { missing } from '../../forms/values.ts';
import type { Made } from '../../wizard/arrival.ts';
import { useLeavingGuard } from '../../wizard/leaving-guard.ts';
import { neededWords } from '../../wizard/needed-words.ts';
import { noOptions, type Options, optionsFault, requestOptions } from '../../wizard/options.tsx';
import { useRequestKey } from '../../wizard/request-key.ts';
import type { TemplateFile } from '../../wizard/template-file.ts';
import { useCheck } from '../../wizard/use-check.ts';
import { usePlan } from '../../wizard/use-plan.ts';
import type { Source } from '../new/source.ts';
import { faultsOf, noRule, type Rule, requestRule } from './rule.ts';

/** What somebody has entered, what is wrong with it, and the request that it makes. */
export const useSchedule = (source: Source) => {
  const [file, setFile] = useState<TemplateFile>(source.file);
  const [values, setValues] = useState<Values>(source.values);
  const [rule, setRule] = useState<Rule>(noRule);
  const [given] = useState<Options>({ ...noOptions, userGroup: source.userGroup });
  const [options, setOptions] = useState(given);
  const checking = useCheck(
    file.text,
    useMemo(() => withExample(values), [values]),
  );
  const inputs = checking.checked?.inputs ?? [];
  const request = { template: file.text, parameters: values, ...requestRule(rule), ...requestOptions(options) };
  const plan = usePlan<SchedulePlan>(request, () => service.planSchedule(request));
  const idempotencyKey = useRequestKey(JSON.stringify(request));
  const isChanged = file.text !== source.file.text || rule !== noRule || options !== given;
  useLeavingGuard(source.isTyped || isChanged || Object.keys(values).length > 0);
  const create = async (): Promise<Made> => {
    const { uuid } = await service.createSchedule(request, { idempotencyKey });
    return { at: `schedules/${uuid}`, words: 'The schedule is made.' };
  };
  // what depends on the name of a file is the service's to judge
  const hasErrors = checking.checked?.ok === false && !hasPlaceholder(values);
  const needed = missing(inputs, values);
  const faults = faultsOf(rule);
  return {
    ...{ file, setFile, values, setValues, rule, setRule, options, setOptions },
    ...{ checking, inputs, plan, create, hasErrors, needed, faults },
    obstacle: hasErrors ? 'Correct the template first.' : (placeholderFaults(values)[0] ?? ruleWords(faults)),
    missing: neededWords(needed) ?? optionsFault(options),
  };
};

const ruleWords = ({ files, copies, where }: ReturnType<typeof faultsOf>): string | undefined => {
  if (files !== undefined) return 'Say which files it waits for.';
  return copies === undefined && where === undefined ? undefined : 'Say how many copies are made, and where.';
};

/** A made-up file stands for the one that will come. */
const withExample = (values: Values): Values => fillIn(values, exampleFiles[0]);

const hasPlaceholder = (values: Values): boolean => JSON.stringify(values).includes('${file.');
