/** The laptop's storage elements: two buckets of the local S3, which replace those of toscanini.config.ts. */
export const storageElements = [
  { name: 'LAPTOP_ONE', bucket: 'laptop-one', attributes: { country: 'IT', tier: 1, disk: true } },
  { name: 'LAPTOP_TWO', bucket: 'laptop-two', attributes: { country: 'CH', tier: 2, disk: true } },
] as const;
