/**
 * A number of instances between its bounds. The Infrastructure Manager's parser requires both bounds next to
 * `default_instances`, uses no defaults for them, and compares them before it knows what functions give.
 */
export const around = (count: number, { min = 1, max = 1 }: { readonly min?: number; readonly max?: number } = {}) => ({
  min_instances: Math.min(count, min),
  max_instances: Math.max(count, max),
  default_instances: count,
});
