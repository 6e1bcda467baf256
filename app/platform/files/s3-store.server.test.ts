import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileStoreContract } from '../../../test/contracts/file-store.ts'
import { startS3Server } from '../../../test/support/s3-server.ts'
import { createS3Store } from './s3-store.server.ts'

const cachedForEver = 'public, max-age=31536000, immutable'

fileStoreContract('a bucket', async () => {
  const server = await startS3Server()
  return { store: createS3Store(server.settings, cachedForEver), close: server.close }
})

describe('a bucket', () => {
  let server: Awaited<ReturnType<typeof startS3Server>>
  /** Somebody else who has the keys. */
  let client: S3Client
  beforeAll(async () => {
    server = await startS3Server()
    const { endpoint, bucket: _, region, ...credentials } = server.settings
    client = new S3Client({
      region,
      credentials,
      forcePathStyle: true,
      endpoint: endpoint ?? '',
    })
  })
  afterAll(async () => {
    client.destroy()
    await server.close()
  })

  it.each([
    ['pictures/a1/640.webp', 'image/webp'],
    ['pictures/a1/640.avif', 'image/avif'],
    ['a', 'application/octet-stream'],
  ])('holds %s as %s, with how long it may be cached', async (key, type) => {
    await createS3Store(server.settings, cachedForEver).put(key, new Uint8Array([1]))
    const held = await client.send(
      new GetObjectCommand({ Bucket: server.settings.bucket, Key: key }),
    )
    expect(held).toMatchObject({ ContentType: type, CacheControl: cachedForEver })
  })

  it('does not list what others put there', async () => {
    const store = createS3Store(server.settings, cachedForEver)
    await store.put('beside/a', new Uint8Array([1]))
    const foreign = { Bucket: server.settings.bucket, Key: 'beside/my notes.txt', Body: 'x' }
    await client.send(new PutObjectCommand(foreign))
    const listed = (await Array.fromAsync(store.list())).map(({ key }) => key)
    expect(listed.filter((key) => key.startsWith('beside'))).toEqual(['beside/a'])
  })

  it('of more than one page is listed to its end', async () => {
    const store = createS3Store(server.settings, cachedForEver)
    const keys = Array.from({ length: 1001 }, (_, n) => `many/${n}`)
    for (const key of keys) await store.put(key, new Uint8Array([1]))
    const listed = (await Array.fromAsync(store.list())).map(({ key }) => key)
    expect(new Set(listed.filter((key) => key.startsWith('many/')))).toEqual(new Set(keys))
  })

  it('whose service does not know us is an error, not an empty place', async () => {
    const store = createS3Store({ ...server.settings, accessKeyId: 'STRANGER' }, cachedForEver)
    await expect(store.get('pictures/a1/640.webp')).rejects.toThrow()
    await expect(store.put('a', new Uint8Array([1]))).rejects.toThrow()
  })

  it.each([
    ['never answers', ''],
    ['falls silent in the middle', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'],
  ])('whose service %s is given up', async (_, reply) => {
    const sockets = new Set<Socket>()
    const silent = createServer((socket) => {
      sockets.add(socket.on('error', () => {}))
      socket.once('data', () => socket.write(reply))
    }).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const timeouts = { connectMs: 50, responseMs: 50 }
    const store = createS3Store({ ...server.settings, endpoint }, cachedForEver, timeouts)
    await expect(store.get('pictures/a1/640.webp')).rejects.toThrow()
    for (const socket of sockets) socket.destroy()
    silent.close()
  })

  it('whose service is away, or fails, is worth another try', async () => {
    const away = createHttpServer((_, response) => response.writeHead(503).end())
    away.listen(0, '127.0.0.1')
    await once(away, 'listening')
    const { port } = away.address() as AddressInfo
    const store = createS3Store(
      { ...server.settings, endpoint: `http://127.0.0.1:${port}` },
      cachedForEver,
    )
    const unavailable = { code: 'unavailable' }
    await expect(store.put('a', new Uint8Array([1]))).rejects.toMatchObject(unavailable)
    away.close()
    away.closeAllConnections()
    await expect(store.get('a')).rejects.toMatchObject(unavailable)
    await expect(store.remove('a')).rejects.toMatchObject(unavailable)
  })

  it('that is not there is an error, not an empty place', async () => {
    const store = createS3Store({ ...server.settings, bucket: 'nowhere' }, cachedForEver)
    await expect(store.put('a', new Uint8Array([1]))).rejects.toThrow()
    await expect(Array.fromAsync(store.list())).rejects.toThrow()
  })
})
