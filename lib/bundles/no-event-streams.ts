/**
 * Replaces the SDK's reader of event streams: no operation that this service calls answers with one (docs/decisions/0009).
 */
const refuse = (): never => {
  throw new Error(
    'event streams are not bundled: to call an operation that has one, remove the alias in lib/bundles/bundling.ts',
  );
};

export const eventStreamSerdeProvider = refuse;
export const resolveEventStreamSerdeConfig = <Config>(config: Config): Config => config;
export class EventStreamSerde {
  constructor() {
    refuse();
  }
}
