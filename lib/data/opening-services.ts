/** Services of AWS that open what they keep in a function's name. */
export const openingServices = ['dynamodb', 's3', 'secretsmanager', 'ssm'] as const;

export type OpeningService = (typeof openingServices)[number];

/** KMS documents `.amazonaws.com` as the end of these names in all partitions; the last wildcard takes `.amazonaws.com.cn` too, should a service write it so. */
export const viaService = (service: OpeningService): string => `${service}.*.amazonaws.com*`;
