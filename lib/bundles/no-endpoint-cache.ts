/** In the place of the SDK's memory of discovered endpoints, a feature of DynamoDB that is off unless asked for (docs/decisions/0009). */
export class EndpointCache {
  get(): undefined {
    return undefined;
  }

  getEndpoint(): never {
    throw new Error('endpoint discovery is not bundled: leave AWS_ENABLE_ENDPOINT_DISCOVERY unset');
  }
}
