/**
 * Names of errors that are not the service's own, and that a state of a workflow may meet: what Step Functions, Lambda and the
 * API of Lambda document (Step Functions developer guide, "Handling errors"; Lambda API reference, Invoke; Lambda developer
 * guide, runtime and extensions), what calls of other services throw inside a function, and what a defect throws.
 */

const lambda = [
  ...[
    'AWSLambdaException',
    'AccessDeniedException',
    'ClientExecutionTimeoutException',
    'CodeArtifactUserDeletedException',
  ],
  ...['CodeArtifactUserFailedException', 'CodeArtifactUserPendingException', 'EC2AccessDeniedException'],
  ...['EC2ThrottledException', 'EC2UnexpectedException', 'EFSIOException', 'EFSMountConnectivityException'],
  ...['EFSMountFailureException', 'EFSMountTimeoutException', 'ENILimitReachedException', 'ENINotReadyException'],
  ...['InvalidParameterValueException', 'InvalidRequestContentException', 'InvalidRuntimeException'],
  ...['InvalidSecurityGroupIDException', 'InvalidSubnetIDException', 'InvalidZipFileException'],
  ...['KMSAccessDeniedException', 'KMSDisabledException', 'KMSInvalidStateException', 'KMSNotFoundException'],
  ...['RecursiveInvocationException', 'RequestTooLargeException', 'ResourceConflictException'],
  ...['ResourceNotFoundException', 'ResourceNotReadyException', 'SdkClientException'],
  ...['SerializedRequestEntityTooLargeException', 'ServiceException', 'SnapStartException'],
  ...['SnapStartNotReadyException', 'SnapStartTimeoutException', 'SubnetIPAddressLimitReachedException'],
  ...['TooManyRequestsException', 'Unknown', 'UnsupportedMediaTypeException'],
].map((name) => `Lambda.${name}`);

const inFunction = [
  ...[
    'ExitError',
    'HandlerNotFound',
    'ImportModuleError',
    'InvalidEntrypoint',
    'InvalidTaskConfig',
    'InvalidWorkingDir',
  ],
  ...['MalformedHandlerName', 'OutOfMemory', 'TruncatedResponse', 'Unknown', 'UnhandledPromiseRejection'],
  ...['UserCodeSyntaxError'],
].map((name) => `Runtime.${name}`);

const aroundFunction = [
  ...['Sandbox.Timedout', 'Sandbox.Failure', 'Function.ResponseSizeTooLarge', 'Function.Unknown'],
  ...['Extension.Crash', 'Extension.ExitError', 'Extension.InitError', 'Extension.LaunchError'],
];

/** Those that a Retry may take. */
const states = [
  ...['BranchFailed', 'ExceedToleratedFailureThreshold', 'HeartbeatTimeout', 'IntrinsicFailure', 'ItemReaderFailed'],
  ...['NoChoiceMatched', 'ParameterPathFailure', 'Permissions', 'QueryEvaluationError', 'ResultPathMatchFailure'],
  ...['ResultWriterFailed', 'TaskFailed', 'Timeout'],
].map((name) => `States.${name}`);

const stepFunctions = [
  ...['AWSStepFunctionsException', 'ExecutionAlreadyExistsException', 'ExecutionDoesNotExistException'],
  ...['ExecutionLimitExceededException', 'InvalidArnException', 'InvalidExecutionInputException'],
  ...['InvalidNameException', 'KmsAccessDeniedException', 'KmsInvalidStateException', 'KmsThrottlingException'],
  ...['SdkClientException', 'StateMachineDeletingException', 'StateMachineDoesNotExistException'],
  ...['ThrottlingException', 'ValidationException'],
].map((name) => `StepFunctions.${name}`);

/** Of calls of DynamoDB, S3, Secrets Manager, KMS and Step Functions that no adapter translates, as they leave a function. */
const sdk = [
  ...['AccessDeniedException', 'CredentialsProviderError', 'ExpiredTokenException', 'InternalError'],
  ...[
    'InternalServerError',
    'InternalServiceError',
    'InvalidSignatureException',
    'ItemCollectionSizeLimitExceededException',
  ],
  ...['LimitExceededException', 'NoSuchBucket', 'NoSuchKey', 'ProvisionedThroughputExceededException'],
  ...['ReplicatedWriteConflictException', 'RequestLimitExceeded', 'RequestTimeout', 'ResourceNotFoundException'],
  ...['ServiceUnavailable', 'SlowDown', 'ThrottlingException', 'TimeoutError', 'TransactionCanceledException'],
  ...['TransactionConflictException', 'TransactionInProgressException', 'UnrecognizedClientException'],
];

/** Of ours: what a defect throws, and what our adapters make of a service that does not answer. */
const own = ['AggregateError', 'Error', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'UnavailableError'];

export const platformErrors: readonly string[] = [
  ...lambda,
  ...inFunction,
  ...aroundFunction,
  ...states,
  ...stepFunctions,
  ...sdk,
  ...own,
];

/** Those that end an execution at once, whatever its Retry and Catch say. */
export const terminalErrors: readonly string[] = ['States.DataLimitExceeded', 'States.Runtime'];
