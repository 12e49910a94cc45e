import type { SchedulePlan } from '../../../client/types.ts';
import { Icon } from '../../parts/icon.tsx';
import { countsOf, Remarks } from '../../wizard/plan-parts.tsx';

/** What happens with each file that fits, as the service would do it. */
export const SchedulePlanView = ({ plan, copies }: { readonly plan: SchedulePlan; readonly copies: number }) => {
  const { storageElements, resources, warnings, notes } = plan;
  const nodes = countsOf(resources).length;
  return (
    <div class="plan">
      <p>For each new file that fits:</p>
      <ol class="providers">
        <li>
          <span class="rank" aria-hidden="true">
            1
          </span>
          <span class="provider">
            <Icon name="copy" />
            <strong>
              {copies} {copies === 1 ? 'copy' : 'copies'}
            </strong>
            <span class="soft">at {copies < storageElements.length && `${copies} of `}</span>
            {storageElements.map(({ name, bucket }) => (
              <span key={name} class="chip" title={bucket}>
                {name}
              </span>
            ))}
          </span>
        </li>
        <li>
          <span class="rank" aria-hidden="true">
            2
          </span>
          <span class="provider">
            <Icon name="cloud" />
            {resources.length === 0 ? (
              'a deployment is made; its resources depend on the name of the file'
            ) : (
              <>
                <strong>a deployment</strong> of {resources.length} {resources.length === 1 ? 'resource' : 'resources'},{' '}
                {nodes} {nodes === 1 ? 'node' : 'nodes'}
              </>
            )}
          </span>
        </li>
      </ol>
      <Remarks notes={notes} warnings={warnings} />
    </div>
  );
};
