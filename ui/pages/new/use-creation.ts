import { useState } from 'preact/hooks';
import type { CreationPlan } from '../../../client/types.ts';
import { service } from '../../data/service.ts';
import type { Values } from '../../editor/checking.ts';
import { missing } from '../../forms/values.ts';
import type { Made } from '../../wizard/arrival.ts';
import { useLeavingGuard } from '../../wizard/leaving-guard.ts';
import { noOptions, type Options, optionsFault, requestOptions } from '../../wizard/options.tsx';
import { useRequestKey } from '../../wizard/request-key.ts';
import type { TemplateFile } from '../../wizard/template-file.ts';
import { useCheck } from '../../wizard/use-check.ts';
import { usePlan } from '../../wizard/use-plan.ts';
import type { Source } from './source.ts';

/** What somebody has entered so far, what the checker says of it, the plan of it, and what sends it. */
export const useCreation = (source: Source) => {
  const [file, setFile] = useState<TemplateFile>(source.file);
  const [values, setValues] = useState<Values>(source.values);
  const [given] = useState<Options>({ ...noOptions, userGroup: source.userGroup });
  const [options, setOptions] = useState(given);
  const [what, setAdopts] = useState('');
  const adopts = what.trim();
  const checking = useCheck(file.text, values);
  const { checked } = checking;
  const inputs = checked?.inputs ?? [];
  const request = { template: file.text, parameters: values, ...requestOptions(options) };
  const plan = usePlan<CreationPlan>([request, adopts], () =>
    adopts ? service.planAdoption(adopts, request) : service.planCreation(request),
  );
  const idempotencyKey = useRequestKey(JSON.stringify([request, adopts]));
  useLeavingGuard(
    source.isTyped || file.text !== source.file.text || Object.keys(values).length > 0 || options !== given,
  );
  const deploy = async (): Promise<Made> => {
    const { retries } = source;
    if (retries !== undefined) {
      const { userGroup: _, ...again } = request;
      await service.retry(retries, again, { idempotencyKey });
      return { at: `deployments/${retries}`, words: 'Its creation has begun again.' };
    }
    const made = adopts
      ? await service.adopt(adopts, request, { idempotencyKey })
      : await service.create(request, { idempotencyKey });
    const { uuid, name = uuid } = made;
    return { at: `deployments/${uuid}`, words: `The ${adopts ? 'adoption' : 'deployment'} ${name} has begun.` };
  };
  return {
    ...{ file, setFile, values, setValues, options, setOptions, checking, inputs, plan, deploy },
    ...{ adopts: what, setAdopts, isRetry: source.retries !== undefined },
    /** inputs that need a value */
    needed: missing(inputs, values),
    isValid: checked?.ok === true,
    hasErrors: checked?.ok === false,
    wrongOptions: optionsFault(options),
    title: options.name.trim() || checked?.name || source.name || 'New deployment',
  };
};

export type Creation = ReturnType<typeof useCreation>;
