/** Where a login on the user's own machine gets its code (RFC 8252 section 7.3). Cognito compares the whole address. */
export const loopbackAddress = 'http://localhost:8976/';
