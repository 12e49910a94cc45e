import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ToscaniniError } from '../../../client/errors.ts';
import type { UpdatePlan } from '../../../client/types.ts';
import { service } from '../../data/service.ts';
import type { DeploymentView } from '../../data/view.ts';
import type { Checked, Values } from '../../editor/checking.ts';
import { missing } from '../../forms/values.ts';
import type { Made } from '../../wizard/arrival.ts';
import { inputChanges, withInForce } from '../../wizard/input-changes.ts';
import { useLeavingGuard } from '../../wizard/leaving-guard.ts';
import { noOptions, type Options, requestOptions } from '../../wizard/options.tsx';
import { useRequestKey } from '../../wizard/request-key.ts';
import { fileOf, type TemplateFile } from '../../wizard/template-file.ts';
import { marksOf } from '../../wizard/update-marks.ts';
import { useCheck } from '../../wizard/use-check.ts';
import { usePlan } from '../../wizard/use-plan.ts';
import type { InForce } from './source.ts';

/** What somebody has entered so far, and what the checker in the browser says of it. */
export const useDraft = ({ view, template, given }: InForce) => {
  const [file, setFile] = useTemplateOf(template);
  const [values, setValues] = useState<Values>({});
  const together = useMemo(() => ({ ...given, ...values }), [given, values]);
  const checking = useCheck(file.text, together);
  const { checked } = checking;
  const inputs = useMemo(() => withInForce(checked?.inputs ?? [], given), [checked, given]);
  const changedInputs = inputChanges(inputs, values);
  const isChanged = file.text !== template || changedInputs.length > 0;
  return {
    ...{ file, setFile, values, setValues, checking, inputs, changedInputs, isChanged },
    needed: missing(inputs, values),
    hasErrors: checked?.ok === false,
    gone: goneOf(view, checked),
  };
};

/** The request of an update: its plan, and what sends it. */
export const useUpdate = (view: DeploymentView, { file, values, isChanged }: ReturnType<typeof useDraft>) => {
  const [options, setOptions] = useState<Options>(noOptions);
  const [allowed, allow] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<string>();
  const [message, setMessage] = useState('');
  useLeavingGuard(isChanged || options !== noOptions || allowed.length > 0);
  const request = {
    ...{ template: file.text, parameters: values, ...requestOptions(options) },
    ...(allowed.length > 0 && { replace: allowed }),
  };
  const plan = usePlan<UpdatePlan>([request, view.version], () => service.planUpdate(view.uuid, request));
  // the plan is the same whatever the reason is
  const sent = { ...request, ...(message.trim() && { message: message.trim() }) };
  const idempotencyKey = useRequestKey(JSON.stringify([sent, view.version]));
  const send = async (): Promise<Made | undefined> => {
    try {
      await service.update(view.uuid, sent, { idempotencyKey, version: view.version });
    } catch (error) {
      if (!(error instanceof ToscaniniError) || error.name !== 'PreconditionFailedError') throw error;
      setRefused(view.version);
      return undefined;
    }
    return { at: `deployments/${view.uuid}`, words: `The update of ${view.name} has begun.` };
  };
  const fresh = plan.isStale ? undefined : plan.value;
  const marks = useMemo(() => fresh && marksOf(fresh), [fresh]);
  const isOutdated = refused === view.version;
  return { options, setOptions, message, setMessage, allowed, allow, isOutdated, plan, fresh, marks, send };
};

/**
 * The template in force, until somebody changes it here. Then another template in force replaces nothing, and the difference
 * shows both.
 */
const useTemplateOf = (template: string) => {
  const [file, setFile] = useState<TemplateFile>(() => ({ name: fileOf('template', template).name, text: template }));
  const known = useRef(template);
  useEffect(() => {
    setFile((now) => (now.text === known.current ? { ...now, text: template } : now));
    known.current = template;
  }, [template]);
  return [file, setFile] as const;
};

/** Nodes that are deployed and that the changed template no longer has. */
const goneOf = ({ nodes = [] }: DeploymentView, checked: Checked | undefined) => {
  if (checked === undefined || checked.nodes.length === 0) return [];
  const stay = new Set(checked.nodes.map(({ name }) => name));
  return nodes.filter(({ name }) => !stay.has(name));
};
