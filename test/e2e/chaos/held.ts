import * as v from 'valibot';

const machine = v.looseObject({ id: v.number(), node: v.string() });
const infrastructure = v.looseObject({
  id: v.string(),
  name: v.string(),
  state: v.string(),
  forgotten: v.boolean(),
  virtualMachines: v.array(machine),
});
export type Infrastructure = v.InferOutput<typeof infrastructure>;

const clouds = v.object({ clouds: v.array(v.looseObject({ infrastructures: v.array(infrastructure) })) });

/** What stands at the clouds just now, as they themselves say. */
export const heldAt = async (imUrl: string): Promise<readonly Infrastructure[]> => {
  const answer = await fetch(`${imUrl}/_sandbox/clouds`);
  return v.parse(clouds, await answer.json()).clouds.flatMap(({ infrastructures }) => infrastructures);
};
