import type { RunPlan } from '../../../../client/types.ts';

/** What would be run, step by step, and on which machines. */
export const RunPlanView = ({ plan: { steps, calls } }: { readonly plan: RunPlan }) => (
  <section class="plan" aria-label="What would be run">
    <h3>What would be run</h3>
    {steps.length > 1 && (
      <ol class="run-plan">
        {steps.map(({ step, what, onSuccess, onFailure }, index) => (
          <li key={`${index} ${step}`}>
            <strong>{step}</strong> {step !== what && what}
            {onSuccess.length > 0 && <span class="soft">, then {onSuccess.join(' and ')}</span>}
            {onFailure.length > 0 && <span class="soft">, if it fails {onFailure.join(' and ')}</span>}
          </li>
        ))}
      </ol>
    )}
    <ul class="run-plan">
      {calls.map(({ operation, node, target, on, machines, inputs }, index) => (
        <li key={`${index} ${operation}`}>
          <strong>{operation}</strong> of {node}
          {target !== undefined && ` with ${target}`} on {machines === 0 ? <strong>no machine</strong> : machines}
          {machines === 0 ? ` of ${on}: none of them runs` : ` ${machines === 1 ? 'machine' : 'machines'} of ${on}`}
          {Object.entries(inputs).map(([name, value]) => (
            <p key={name} class="mono soft">
              {name}={typeof value === 'string' ? value : JSON.stringify(value)}
            </p>
          ))}
        </li>
      ))}
    </ul>
  </section>
);
