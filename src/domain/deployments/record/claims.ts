/** Who has a thing at a provider. */
export interface Claim {
  /** id of a deployment, or of something else that works on it until then */
  readonly holder: string;
  /** ISO 8601 instant after which it counts no more; absent: it counts while its holder exists */
  readonly until?: string;
}

/** Things at providers that are never to belong to two deployments; each by a text that is its name everywhere. */
export interface Claims {
  /** undefined: nobody has it */
  find(thing: string): Promise<Claim | undefined>;
  /** Writes `next`, if it is still as `seen`; false: it is not. */
  replace(thing: string, seen: Claim | undefined, next: Claim | undefined): Promise<boolean>;
}
