import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { typedEntry } from '#shop/values/typed/typed-text.schema.ts'
import { ofOwnAccount } from '../account/account.endpoints.ts'
import { currentPasswordSchema } from '../accounts.schema.ts'
import { ofUsers, signedInSchema } from '../login/login.endpoints.ts'

const appCode = /^\d{6}$/
const recoveryCode = /^[a-z0-9]{5}-[a-z0-9]{5}$/i

export const isAppCode = (code: string) => appCode.test(code)

const typed = (empty: string) => typedEntry(empty).min(1, empty)

/** The code of an authenticator app; people may type its space. */
export const appCodeSchema = z.object({
  code: typed('Code is required')
    .transform((code) => code.replaceAll(' ', ''))
    .refine(isAppCode, 'A code has 6 digits, such as 123 456'),
})

export const recoveryCodeSchema = z.object({
  code: typed('Recovery code is required').regex(
    recoveryCode,
    'A recovery code looks like ab3de-fg4hj',
  ),
})

export const signInCodeSchema = z.object({
  code: z.union([appCodeSchema.shape.code, recoveryCodeSchema.shape.code], {
    error: 'Enter the 6 digits of your app, or a recovery code',
  }),
})

const bytes = z.string().max(8_000)

const credential = {
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.looseObject({}),
}

export const newPasskeySchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
})
export type NewPasskey = z.output<typeof newPasskeySchema>

export const passkeyAnswerSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.optional(),
  }),
})
export type PasskeyAnswer = z.output<typeof passkeyAnswerSchema>

const recoveryCodes = z.array(z.string()).describe('Ten codes, shown this once; each works once')
/** Options for `navigator.credentials`, as WebAuthn has them in JSON. */
const options = z.looseObject({ challenge: z.string() })

export const beginAuthenticatorEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/authenticator/begin',
  summary: 'Set up an authenticator app',
  description:
    'Makes a secret for an app and ten recovery codes. Nothing changes until a code of the app is sent to `turn-on`. 409 when an app is on already.',
  body: currentPasswordSchema,
  response: z.object({
    secret: z.string().describe('In base32, to type by hand'),
    uri: z.string().describe('otpauth:// as apps read it'),
    qr: z
      .object({ size: z.number().int(), path: z.string() })
      .describe('The uri as a QR code: the path of an SVG with a viewBox of `size`'),
    recoveryCodes,
  }),
  problems: [409],
})

export const turnOnAuthenticatorEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/authenticator/turn-on',
  summary: 'Turn the authenticator app on',
  description:
    'With a code of the app. From then on logging in asks for one. The session goes on with a new token, set as the cookie. 409 when none was set up.',
  body: appCodeSchema,
  response: signedInSchema,
  problems: [409],
})

export const turnOffAuthenticatorEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/authenticator/turn-off',
  summary: 'Turn the authenticator app off',
  description:
    'Forgets the app and its recovery codes. The session goes on with a new token, set as the cookie.',
  body: currentPasswordSchema,
  response: signedInSchema,
  problems: [409],
})

export const replaceRecoveryCodesEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/authenticator/recovery-codes',
  summary: 'New recovery codes',
  description:
    'The earlier ones work no longer, and all other sessions end. 409 when no app is on.',
  body: currentPasswordSchema,
  response: z.object({ recoveryCodes }),
  problems: [409],
})

export const signInByCodeEndpoint = endpoint({
  ...ofUsers,
  path: '/users/login/code',
  summary: 'Log in: the code',
  description:
    'The second step, within ten minutes of the right password, with the cookie it set. Takes a code of the authenticator app or a recovery code, each of which works once. 409 when the step is over: log in again.',
  body: signInCodeSchema,
  response: signedInSchema.extend({
    usedRecoveryCode: z.boolean().describe('The phone may be lost: time to set up another'),
  }),
  problems: [403, 409],
})

export const beginPasskeySignInEndpoint = endpoint({
  ...ofUsers,
  path: '/users/login/passkey/begin',
  summary: 'Log in by passkey: begin',
  description: 'A challenge for `navigator.credentials.get`, good for five minutes.',
  response: z.object({ options }),
  problems: [403],
})

export const signInByPasskeyEndpoint = endpoint({
  ...ofUsers,
  path: '/users/login/passkey',
  summary: 'Log in by passkey',
  description:
    'Needs no password and no code. 409 when the passkey is not known or its answer is not right.',
  body: passkeyAnswerSchema,
  response: signedInSchema,
  problems: [403, 409],
})

export const beginPasskeyEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/passkeys/begin',
  summary: 'Add a passkey: begin',
  description: 'A challenge for `navigator.credentials.create`, good for five minutes.',
  recentPassword: true,
  response: z.object({ options }),
})

export const addPasskeyEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/passkeys/add',
  summary: 'Add a passkey',
  description: 'What the browser answered. 409 when it is not right, or comes too late.',
  body: newPasskeySchema,
  response: messageSchema,
  problems: [409],
})

export const removePasskeyEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/passkeys/remove',
  summary: 'Remove a passkey',
  description: 'One of your own. 404 when you have none of this id.',
  recentPassword: true,
  body: z.object({ id: z.string().min(1).max(100) }),
  response: messageSchema,
  problems: [404],
})
