/** Types of CloudFormation that hold data, as AWS's own specification says it (`isStateful`). */
const stateful =
  /^AWS::(Backup::BackupVault|Cognito::UserPool|DocDB::DB(Cluster|Instance)|DynamoDB::(Global)?Table|EC2::Volume|EFS::FileSystem|EMR::Cluster|ElastiCache::(CacheCluster|ReplicationGroup)|Elasticsearch::Domain|FSx::FileSystem|KMS::Key|Kinesis::Stream|Logs::LogGroup|Neptune::DB(Cluster|Instance)|OpenSearchService::Domain|QLDB::Ledger|RDS::DB(Cluster|Instance)|Redshift::Cluster|S3::Bucket|SDB::Domain|SQS::Queue|SecretsManager::Secret)$/;

export const isStateful = (type: string): boolean => stateful.test(type);
