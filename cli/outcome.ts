/** What a shell sees: docs/cli.md has the same table. */
export const exitCodes = {
  done: 0,
  /** the deployment, or the check, failed */
  failed: 1,
  calledWrongly: 2,
  notAllowed: 3,
  notFound: 4,
  conflict: 5,
  unreachable: 6,
  /** it goes on without us */
  waitedTooLong: 7,
  interrupted: 130,
  /** nobody reads the output any more: as a shell says it of a program that SIGPIPE ends */
  unread: 141,
} as const;

export type Outcome = keyof typeof exitCodes;
