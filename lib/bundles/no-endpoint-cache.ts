/** Replaces the SDK's cache of discovered endpoints, a feature of DynamoDB that is off by default (docs/decisions/0009). */
export class EndpointCache {
  get(): undefined {
    return undefined;
  }

  getEndpoint(): never {
    throw new Error('endpoint discovery is not bundled: leave AWS_ENABLE_ENDPOINT_DISCOVERY unset');
  }
}
