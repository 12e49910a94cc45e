// Plain JavaScript, which an older Node can read.

/** The oldest Node that runs TypeScript without a build, as this project needs. */
export const oldest = 24;

export const isTooOld = Number.parseInt(process.versions.node, 10) < oldest;
