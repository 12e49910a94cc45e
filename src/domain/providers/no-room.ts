/**
 * What providers say when they have no room, or an account has used up what it may have: codes of EC2 (API reference, "Error codes"),
 * the text of stacks and of Nova's scheduler and quotas, as test/fixtures and the sandbox have them.
 */
const words =
  /Insufficient\w{0,40}Capacity|(?:Instance|Vcpu|Volume)LimitExceeded|sufficient capacity|no capacity|vCPU limit|quota exceeded|no valid host/i;

/** Characters of a line that is shown. */
const longest = 300;

/** The line of a failure that says that there is no room; undefined: none does. */
export const noRoomIn = (reason: string): string | undefined =>
  reason
    .split('\n')
    .find((line) => words.test(line))
    ?.trim()
    .slice(0, longest);
