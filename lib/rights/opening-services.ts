/** AWS services that decrypt their data on behalf of a function. */
export const openingServices = ['dynamodb', 's3', 'secretsmanager', 'ssm'] as const;

export type OpeningService = (typeof openingServices)[number];

/**
 * KMS documents `.amazonaws.com` as the end of these names in all partitions. The last wildcard also allows
 * `.amazonaws.com.cn`, in case a service uses it.
 */
export const viaService = (service: OpeningService | 'ec2' | 'rds'): string => `${service}.*.amazonaws.com*`;
