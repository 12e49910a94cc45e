import { expect, it } from 'vitest';
import { searchFor } from '../../../../src/domain/deployments/record/searched.ts';
import { people } from '../../../http/requests.ts';
import { sampleDeployment } from '../../../http/samples.ts';

/** How often the secrets of a deployment were needed for a search. */
const masked = (wanted: string): readonly [boolean, number] => {
  let times = 0;
  const known = sampleDeployment({
    userGroup: 'physics',
    outputs: { token: 'correct-horse', url: 'http://a.example' },
  });
  const counted = {
    ...known,
    get parameters() {
      times += 1;
      return known.parameters;
    },
  };
  return [searchFor(people.mia, wanted)(counted), times];
};

it('takes the same work for a member of the group whether a secret has the text or not', () => {
  const [without, within] = [masked('nothing-has-this'), masked('correct-horse')];
  expect(within).toEqual(without);
  expect(without).toEqual([false, expect.any(Number)]);
  expect(without[1]).toBeGreaterThan(0);
  expect(masked('a.example')[0]).toBe(true);
});
