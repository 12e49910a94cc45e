import type { CreationPlan } from '../../../client/types.ts';
import { Icon } from '../../parts/icon.tsx';
import { Remarks } from '../../wizard/plan-parts.tsx';

interface AdoptFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** What stands already, and becomes the deployment's own. */
export const AdoptField = ({ value, onChange }: AdoptFieldProps) => (
  <details class="options" open={value !== ''}>
    <summary>Adopt what stands</summary>
    <div class="form-fields">
      <label class="field">
        <span>Provider and infrastructure</span>
        <input
          class="input mono"
          spellcheck={false}
          placeholder="sandbox-a/4f1d0000-7d0c-11f0-8000-0242ac110002"
          value={value}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <span class="form-help">
          nothing is made: what stands there is compared with the template, and becomes yours
        </span>
      </label>
    </div>
  </details>
);

type Adoption = NonNullable<CreationPlan['adoption']>;

/** How the template describes what stands. */
export const AdoptionView = ({ plan, adoption }: { readonly plan: CreationPlan; readonly adoption: Adoption }) => {
  const { findings, fits, notComparable, physicalId } = adoption;
  return (
    <div class="plan">
      <p class={`banner ${fits ? '' : 'failed'}`} role={fits ? 'status' : 'alert'}>
        <Icon name={fits ? 'tick' : 'warning'} />
        {fits
          ? `It fits: ${plan.resources.length} ${plan.resources.length === 1 ? 'resource' : 'resources'}, and nothing of it is changed.`
          : 'What stands is not what the template describes: change the template, or what stands.'}
      </p>
      <p class="soft mono">{physicalId}</p>
      {findings.length > 0 && (
        <ul class="plan-resources" aria-label="Differences">
          {findings.map((one) => (
            <li key={`${one.node} ${one.part} ${one.is} ${one.property}`}>
              <strong>{one.node}</strong>
              <span>{one.is}</span>
              {one.part !== undefined && <span class="faint mono">{one.part}</span>}
              <span class="why">{wordsOf(one)}</span>
            </li>
          ))}
        </ul>
      )}
      <p class="soft">Not comparable here: {notComparable.join(', ')}.</p>
      <Remarks notes={plan.notes} warnings={plan.warnings} />
    </div>
  );
};

const wordsOf = ({ property, old, new: now, why }: Adoption['findings'][number]): string => {
  if (property === undefined) return why ?? '';
  return old === undefined ? `${property} differs` : `${property}: asked for ${old}, stands ${now ?? 'not set'}`;
};

/** Whether it may be adopted. */
export const canAdopt = ({ adoption, candidates }: CreationPlan): boolean =>
  candidates.length > 0 && adoption?.fits !== false;
