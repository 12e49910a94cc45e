/** A real issuer with a user, olga, whose password is `secret`, and one public client. */
export interface Issuer {
  readonly name: string;
  readonly url: string;
  readonly clientId: string;
  readonly scope: string;
  /** the only redirect address that it knows; absent: any port of this machine */
  readonly redirect?: string;
  readonly hasDeviceFlow: boolean;
  /** Signs with another key from now on, and no longer publishes the one before. */
  changeKeys(): Promise<void>;
  stop(): Promise<void>;
}
