import type { ToscaniniError } from '../../../client/errors.ts';
import type { Json } from '../../../src/tosca/topology.ts';
import { useRead } from '../../data/read.ts';
import { service } from '../../data/service.ts';
import type { Values } from '../../editor/checking.ts';
import { type Hints, hintsOf, noHints } from '../../forms/hints.ts';
import { query } from '../../router/address.ts';
import { fileOf, type TemplateFile } from '../../wizard/template-file.ts';

/** What a wizard begins with. */
export interface Source {
  /** another one is another wizard */
  readonly key: string;
  readonly name: string;
  readonly file: TemplateFile;
  readonly values: Values;
  readonly hints: Hints;
  readonly userGroup: string;
  /** the deployment whose creation failed, and is tried again; absent: a new one is made */
  readonly retries?: string;
  /** the template was typed or pasted: nobody else has it */
  readonly isTyped: boolean;
}

export interface SourceState {
  /** undefined: it is to be chosen, or still on its way */
  readonly value: Source | undefined;
  readonly isLoading: boolean;
  readonly problem: ToscaniniError | undefined;
}

export const sourceOf = (file: TemplateFile, more: Partial<Source> = {}): Source => ({
  key: `${file.name} ${file.text.length}`,
  name: '',
  values: {},
  hints: noHints,
  userGroup: '',
  isTyped: false,
  ...more,
  file,
});

/** What the address names: an entry of the catalog, or a deployment to repeat. */
export const useSource = (entry: string | undefined): SourceState => {
  const retries = query.value.get('retry')?.toLowerCase();
  const from = retries ?? query.value.get('from')?.toLowerCase();
  const isNamed = entry !== undefined || from !== undefined;
  const { value, problem } = useRead<Source | undefined>(async () => {
    if (entry !== undefined) return ofCatalog(entry);
    if (from === undefined) return undefined;
    return { ...(await likeDeployment(from)), ...(retries !== undefined && { retries }) };
  }, [entry, from, retries]);
  return { value, isLoading: isNamed && value === undefined, problem };
};

const ofCatalog = async (entry: string): Promise<Source> => {
  const { name, title, template, parameters } = await service.catalogEntry(entry);
  return sourceOf(
    { name: `${name}.yaml`, text: template },
    { key: `catalog ${name}`, name: title, hints: hintsOf(parameters) },
  );
};

/** With the values that were given; a secret is entered again. */
const likeDeployment = async (id: string): Promise<Source> => {
  const [text, deployment, inputs] = await Promise.all([
    service.template(id),
    service.deployment(id),
    service.inputs(id),
  ]);
  const given = inputs.filter((input) => input.given && input.secret !== true && input.value !== undefined);
  const values = Object.fromEntries(given.map(({ name, value }) => [name, value as Json]));
  return sourceOf(
    { name: fileOf('template', text).name, text },
    { key: id, values, userGroup: deployment.userGroup ?? '' },
  );
};
