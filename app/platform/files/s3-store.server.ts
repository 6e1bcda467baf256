import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { getMimeType } from 'hono/utils/mime'
import { AppError } from '../app-error.ts'
import { assertKey, isKey, type StoredFile, type WholeFileStore } from './file-store.server.ts'

export interface S3Settings {
  /** Null is Amazon's own in the region. */
  endpoint: string | null
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** How long the service may take to connect, to start its response, and between its parts, in ms. Each call is tried three times. */
const defaultTimeouts = { connectMs: 3_000, responseMs: 15_000 }

/**
 * Files in a bucket of an S3 service. Each has its type and Cache-Control header, for clients that read the bucket
 * directly.
 */
export function createS3Store(
  settings: S3Settings,
  cacheControl: string,
  { connectMs, responseMs } = defaultTimeouts,
): WholeFileStore {
  const { endpoint, bucket: Bucket, region, accessKeyId, secretAccessKey } = settings
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: responseMs,
      // Without this the SDK logs a warning and goes on waiting.
      throwOnRequestTimeout: true,
      socketTimeout: responseMs,
    },
  })
  const object = (Key: string) => {
    assertKey(Key)
    return { Bucket, Key }
  }
  return {
    async put(key, bytes) {
      const file = {
        ...object(key),
        Body: bytes,
        ContentType: getMimeType(key) ?? 'application/octet-stream',
        CacheControl: cacheControl,
      }
      await client.send(new PutObjectCommand(file)).catch(asOutage)
    },
    async get(key) {
      const location = object(key)
      try {
        const { Body } = await client.send(new GetObjectCommand(location))
        return Body ? new Uint8Array(await Body.transformToByteArray()) : null
      } catch (error) {
        return error instanceof NoSuchKey ? null : asOutage(error)
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(object(key))).catch(asOutage)
    },
    list: (folder) => listBucket(client, { Bucket, Prefix: folder && `${folder}/` }),
  }
}

/** A service that does not respond or fails is unavailable. Other errors are ours. */
function asOutage(error: unknown): never {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode ?? 0
  if (status > 0 && status < 500 && status !== 429) throw error
  const sentence = 'Pictures cannot be stored or loaded at the moment. Please try again.'
  throw Object.assign(new AppError('unavailable', sentence), { cause: error })
}

async function* listBucket(
  client: S3Client,
  which: { Bucket: string; Prefix: string | undefined },
): AsyncGenerator<StoredFile> {
  let ContinuationToken: string | undefined
  do {
    const page = await client.send(new ListObjectsV2Command({ ...which, ContinuationToken }))
    for (const { Key, Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
      if (Key !== undefined && isKey(Key)) yield { key: Key, size: Size, storedAt: LastModified }
    }
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken)
}
