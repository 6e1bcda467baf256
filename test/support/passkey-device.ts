import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const flags = { present: 1, verified: 4, attested: 64 }

/** A phone with a passkey, from WebAuthn's standard. Without `verified` it has not checked a finger or a PIN. */
export function createPasskeyDevice({ origin = 'http://localhost:3000', verified = true } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counter = 0
  const sent = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
  }
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authData = (more: number) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter++)
    const flag = flags.present | (verified ? flags.verified : 0) | more
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flag]), count])
  }

  return {
    /** Answers `navigator.credentials.create`. */
    create({ challenge }: { challenge: string }) {
      const coseKey = Buffer.concat([
        ...[Buffer.from('a5010203262001215820', 'hex'), Buffer.from(x, 'base64url')],
        ...[Buffer.from('225820', 'hex'), Buffer.from(y, 'base64url')],
      ])
      const data = Buffer.concat([
        ...[authData(flags.attested), Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey],
      ])
      // { fmt: 'none', attStmt: {}, authData }
      const head = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex')
      const attestationObject = Buffer.concat([head, Buffer.from([data.length]), data])
      return {
        ...sent,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** Answers `navigator.credentials.get`. */
    get({ challenge }: { challenge: string }) {
      const data = authData(0)
      const client = clientData('webauthn.get', challenge)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        ...sent,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}
