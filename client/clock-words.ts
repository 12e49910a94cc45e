/** What to do when the clock of the user's own computer or phone is wrong. */
export const clockAdvice = 'let the network set the clock of this device (NTP)';

/** Why a login fails then: a token seems to be of the past, or of the future. */
export const wrongClock = `the clock of this device differs from that of the issuer: ${clockAdvice}`;
