/** What the answers of S3 stores mean: makers differ in names more than in statuses. */
import type { S3Files } from '#config.ts'
import { StorageFault } from '#services/storage-fault.ts'

interface Answer {
  name: string
  status: number | undefined
}

function answerOf(error: unknown): Answer {
  if (!(error instanceof Error)) return { name: '', status: undefined }
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
  return { name: error.name, status: $metadata?.httpStatusCode }
}

const absentNames = new Set(['NoSuchKey', 'NoSuchUpload', 'NotFound'])
/** No such file, or no such upload; a missing bucket is a fault. */
export const isAbsent = (error: unknown): boolean => absentNames.has(answerOf(error).name)

/** An empty file has no first byte. */
export const isEmptyRange = (error: unknown): boolean => answerOf(error).status === 416

const refusedParts = new Set(['InvalidPart', 'InvalidPartOrder', 'EntityTooSmall', 'EntityTooLarge', 'MalformedXML'])

/** Of a failed call; a store that refuses us is as good as down. */
export function toFault(error: unknown): StorageFault {
  const { name, status } = answerOf(error)
  if (refusedParts.has(name)) return new StorageFault('parts', error)
  return new StorageFault(status === 507 || name === 'QuotaExceeded' ? 'full' : 'down', error)
}

/** What whoever configured the store can mend, as a sentence; undefined where waiting may help. */
export function toConfigError(error: unknown, { endpoint, bucket, region }: S3Files): string | undefined {
  const { name, status } = answerOf(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOTFOUND') return `S3_ENDPOINT: there is no host of the name ${new URL(endpoint).hostname}.`
  if (status === 404) return `S3_BUCKET: the store at ${endpoint} has no bucket ${bucket}. Make it first.`
  if (status === 301 || name === 'AuthorizationHeaderMalformed') return `S3_REGION: the bucket ${bucket} is not in ${region}.`
  if (status === 401 || status === 403)
    return `S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: the store at ${endpoint} does not let them use the bucket ${bucket}.`
  // A question without a body gets an answer without one: which of the two it is, the store does not say.
  return status === 400
    ? `S3_REGION or S3_ENDPOINT: the store at ${endpoint} does not take the region ${region}, or is no S3 store.`
    : undefined
}
