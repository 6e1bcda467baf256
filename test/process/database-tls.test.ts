import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { onServer } from '../support/test-databases.setup.ts'
import {
  endAll,
  newDatabase,
  spawnServer,
  startServer,
  temporaryFolder,
  whyNotOnServer,
} from './server-process.ts'

const server = process.env.TEST_DATABASE_URL ?? ''

/** Writes a file beside the server's tables, for its own user alone: so a key must be. */
const placeAtServer = (name: string, text: string) =>
  onServer(
    server,
    `copy (select $$${text}$$) to program 'umask 077 && printf %b "$(cat)" > ${name}'`,
  )

describe.skipIf(whyNotOnServer)(
  whyNotOnServer ?? 'a database with a certificate of its own',
  () => {
    let data: ReturnType<typeof temporaryFolder>
    const file = (name: string) => join(data.folder, name)

    /** A certificate authority, and the certificate that it gives the server of this address. */
    function makeAuthority(name: string, address: string) {
      const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' })
      const request = ['req', '-x509', '-nodes', '-newkey', 'rsa:2048', '-days', '2']
      const ca = ['-keyout', file(`${name}.key`), '-out', file(`${name}.pem`)]
      openssl(...request, ...ca, '-subj', `/CN=${name}`)
      const signed = ['-CA', file(`${name}.pem`), '-CAkey', file(`${name}.key`)]
      const own = [
        '-keyout',
        file('server.key'),
        '-out',
        file('server.pem'),
        '-subj',
        '/CN=database',
      ]
      openssl(...request, ...signed, ...own, '-addext', `subjectAltName=IP:${address}`)
    }

    beforeAll(async () => {
      data = temporaryFolder()
      makeAuthority('other', '127.0.0.1')
      makeAuthority('ours', new URL(server).hostname)
      await placeAtServer('test.key', readFileSync(file('server.key'), 'utf8'))
      await placeAtServer('test.pem', readFileSync(file('server.pem'), 'utf8'))
      await onServer(server, "alter system set ssl_key_file = 'test.key'")
      await onServer(server, "alter system set ssl_cert_file = 'test.pem'")
      await onServer(server, 'alter system set ssl = on')
      await onServer(server, 'select pg_reload_conf()')
    })
    afterEach(endAll)
    afterAll(async () => {
      for (const name of ['ssl', 'ssl_cert_file', 'ssl_key_file']) {
        await onServer(server, `alter system reset ${name}`)
      }
      await onServer(server, 'select pg_reload_conf()')
      data.remove()
    })

    async function settings(authority: string) {
      const database = await newDatabase()
      const tls = `?sslmode=verify-full&sslrootcert=${file(authority)}`
      return {
        DATABASE_URL: database + tls,
        PORT: await freePort(),
        DATA_DIR: file('data'),
        SEED: 'none',
      }
    }

    it('is used if sslrootcert names its authority', async () => {
      const { url } = await startServer(await settings('ours.pem'))
      expect((await fetch(`${url}/readyz`)).status).toBe(200)
      const encrypted = 'select count(*)::text as name from pg_stat_ssl where ssl'
      expect(Number(await onServer(server, encrypted))).toBeGreaterThan(0)
    })

    it.each([
      ['other.pem', /unable to verify|self-signed/],
      ['nowhere.pem', /no such file/],
    ])('is refused in a sentence beside the authority %s', async (authority, reason) => {
      const start = spawnServer(await settings(authority))
      expect(await start.ended).toEqual({ code: 1, signal: null })
      const sentence = start.output().trim()
      expect(sentence).toMatch(/^The PostgreSQL server of DATABASE_URL cannot be reached[^\n]*$/)
      expect(sentence).toMatch(reason)
    })
  },
)
