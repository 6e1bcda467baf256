import { z } from 'zod'
import { typedEntry } from '#shop/values/typed/typed.schema.ts'

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
