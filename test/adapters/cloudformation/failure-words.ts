/** How AWS wraps what a service says, in the reason of an event. */

const request = '6f1e1c5a-3c2b-4d0e-9f57-0a1b2c3d4e5f';

/** As a handler of CloudFormation's registry wraps what a service says. */
export const handled = (service: string, said: string, code = 'InvalidRequest', status = 400): string =>
  `Resource handler returned message: "${said} (Service: ${service}, Status Code: ${status}, Request ID: ${request}) (SDK Attempt Count: 1)" (RequestToken: 1c9d2e3f-0000-4000-8000-aabbccddeeff, HandlerErrorCode: ${code})`;

/** As types of before the registry did. */
export const old = (service: string, said: string, code: string, status = 400): string =>
  `${said} (Service: ${service}; Status Code: ${status}; Error Code: ${code}; Request ID: ${request}; Proxy: null)`;

/** Where it was seen, the text, and a word of the advice; absent: there is none. */
export type Plain = readonly [from: string, text: string, advice?: string];
