export type { ClientOptions } from './calls.ts';
export { type ErrorName, ToscaniniError } from './errors.ts';
export type { FollowOptions, Snapshot } from './follow.ts';
export { dollars } from './money.ts';
export { isWorking, pollPause } from './pace.ts';
export { collected } from './pages.ts';
export { type ChangeOptions, type DeploymentFilter, Toscanini } from './toscanini.ts';
export type * from './types.ts';
export type { Viewed, ViewOptions } from './view.ts';
