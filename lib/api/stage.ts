/** The path below which an API without a domain of its own is served. */
export const stageName = 'toscanini';
